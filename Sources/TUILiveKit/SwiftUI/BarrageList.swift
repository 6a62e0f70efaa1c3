#if canImport(SwiftUI)
    public import OvationClient
    import OvationModel
    public import SwiftUI

    /// The messages of a live, the newest at the end. The list follows its end until the user scrolls up; a button then shows the number of
    /// new messages.
    ///
    /// Text follows the user's text size. VoiceOver reads each message as one element. With Reduce Motion the list jumps instead of
    /// sliding.
    @available(iOS 17, tvOS 17, *)
    public struct BarrageList<Row: View>: View {
        private let room: LiveRoom
        private let newMessages: String
        private let row: (LiveMessage) -> Row
        @State private var following = MessageFollowing()
        @Environment(\.accessibilityReduceMotion) private var isMotionReduced

        /// Shows the messages of a live.
        ///
        /// - Parameters:
        ///   - room: The live.
        ///   - newMessages: The text after the number of new messages, on the button that leads to the end.
        ///   - row: Draws a message.
        public init(
            _ room: LiveRoom, newMessages: String = GiftTexts().newMessages,
            @ViewBuilder row: @escaping (LiveMessage) -> Row
        ) {
            self.room = room
            self.newMessages = newMessages
            self.row = row
        }

        /// The view.
        public var body: some View {
            ScrollViewReader { proxy in
                ScrollView {
                    LazyVStack(alignment: .leading, spacing: 6) {
                        ForEach(room.messages) { message in
                            row(message).accessibilityElement(children: .combine)
                        }
                        Color.clear
                            .frame(height: 1)
                            .id(End.end)
                            .onAppear { following.setAtEnd(true) }
                            .onDisappear { following.setAtEnd(false) }
                            .accessibilityHidden(true)
                    }
                }
                .overlay(alignment: .bottom) {
                    if following.newCount > 0 {
                        Button {
                            scroll(proxy)
                        } label: {
                            Text(verbatim: "\(following.newCount) \(newMessages)")
                        }
                        .font(.footnote.bold())
                        .padding(8)
                        .background(.thinMaterial, in: Capsule())
                        .padding(8)
                    }
                }
                .defaultScrollAnchor(.bottom)
                .onChange(of: room.messages.last?.id) {
                    following.messagesChanged(room.messages.compactMap(\.sequence))
                    if following.isFollowing { scroll(proxy) }
                }
            }
        }

        private enum End: Hashable { case end }

        private func scroll(_ proxy: ScrollViewProxy) {
            if isMotionReduced {
                proxy.scrollTo(End.end, anchor: .bottom)
            } else {
                withAnimation(.easeOut(duration: 0.2)) { proxy.scrollTo(End.end, anchor: .bottom) }
            }
        }
    }

    @available(iOS 17, tvOS 17, *)
    extension BarrageList where Row == BarrageRow {
        /// Shows the messages of a live, each with name and text.
        public init(_ room: LiveRoom) { self.init(room, row: { BarrageRow($0) }) }
    }

    /// A message with name and text. Custom data shows its kind.
    public struct BarrageRow: View {
        private let message: LiveMessage

        /// Shows a message.
        public init(_ message: LiveMessage) { self.message = message }

        /// The view.
        public var body: some View {
            (Text(verbatim: message.barrage.sender.userName).bold() + Text(verbatim: "  " + words))
                .font(.callout)
                .frame(maxWidth: .infinity, alignment: .leading)
        }

        private var words: String {
            switch message.barrage.kind {
            case .text(let text, _): text
            case .custom(let businessID, _): businessID
            }
        }
    }
#endif
