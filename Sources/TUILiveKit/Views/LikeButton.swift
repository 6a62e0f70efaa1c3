#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// A button that likes the live of an id. Taps are gathered and sent every few seconds; hearts rise when the server tells them.
    public final class LikeButton: UIButton {
        private let likes: LikeSender

        /// Makes the button of a live.
        public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

        init(roomId: String, kit: GiftKit) {
            likes = LikeSender(roomID: roomId, kit: kit)
            super.init(frame: .zero)
            setUp()
        }

        /// Makes a button of a storyboard, which likes nothing before ``setRoomId(roomId:)``.
        public required init?(coder: NSCoder) {
            likes = LikeSender(roomID: "", kit: .shared)
            super.init(coder: coder)
            setUp()
        }

        /// Says which live the button likes.
        public func setRoomId(roomId: String) { likes.setRoom(roomId) }

        private func setUp() {
            accessibilityLabel = GiftTexts().like
            setImage(UIImage(systemName: "heart.fill"), for: .normal)
            addAction(UIAction { [weak self] _ in self?.likes.tap() }, for: .touchUpInside)
        }
    }
#endif
