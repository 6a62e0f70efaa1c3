#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// A button that likes a live. Taps are collected and sent every few seconds; hearts rise when the server announces the likes.
    public final class LikeButton: UIButton {
        private let likes: LikeSender

        /// Makes a button for a live.
        public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

        init(roomId: String, kit: GiftKit) {
            likes = LikeSender(roomID: roomId, kit: kit)
            super.init(frame: .zero)
            setUp()
        }

        /// Makes a button from a storyboard. It has no live until ``setRoomId(roomId:)`` is called.
        public required init?(coder: NSCoder) {
            likes = LikeSender(roomID: "", kit: .shared)
            super.init(coder: coder)
            setUp()
        }

        /// Sets the live of the button.
        public func setRoomId(roomId: String) { likes.setRoom(roomId) }

        private func setUp() {
            accessibilityLabel = GiftTexts().like
            setImage(UIImage(systemName: "heart.fill"), for: .normal)
            addAction(UIAction { [weak self] _ in self?.likes.tap() }, for: .touchUpInside)
        }
    }
#endif
