#if canImport(SwiftUI)
    import Foundation
    public import OvationClient
    import OvationModel
    public import SwiftUI

    /// Shows the viewers who entered a live last as a row of avatars, and the number of viewers.
    ///
    /// Avatars grow with the text size. VoiceOver reads the strip as one element: the number of viewers.
    @available(iOS 17, tvOS 17, *)
    public struct AudienceStrip: View {
        private let room: LiveRoom
        private let shownMax: Int
        private let label: (Int) -> String
        @ScaledMetric private var points: CGFloat = 32

        /// Shows the viewers of a live.
        ///
        /// - Parameters:
        ///   - room: The live.
        ///   - shownMax: The most avatars.
        ///   - label: The VoiceOver text for a number of viewers.
        public init(
            _ room: LiveRoom, shownMax: Int = 5, label: @escaping (Int) -> String = { "\($0) \(GiftTexts().viewers)" }
        ) {
            self.room = room
            self.shownMax = shownMax
            self.label = label
        }

        /// The view.
        public var body: some View {
            let content = AudienceStripContent(viewers: room.viewers, count: room.viewerCount, shownMax: shownMax)
            HStack(spacing: 4) {
                ForEach(content.shown, id: \.userID) { user in picture(of: user) }
                if content.others > 0 {
                    Text(verbatim: "+\(content.others)").font(.caption.bold()).monospacedDigit()
                }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(label(room.viewerCount))
        }

        private func picture(of user: UserInfo) -> some View {
            AsyncImage(url: URL(string: room.client.resolved(user.avatarURL))) { phase in
                if let image = phase.image {
                    image.resizable().scaledToFill()
                } else {
                    Color.gray.overlay { Text(verbatim: AudienceStripContent.initial(of: user)).font(.caption) }
                }
            }
            .frame(width: points, height: points)
            .clipShape(Circle())
        }
    }
#endif
