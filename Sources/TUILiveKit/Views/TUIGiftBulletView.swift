#if canImport(UIKit)
    import AtomicXCore
    public import Foundation
    public import UIKit

    /// Shows a gift without an effect as it slides in: its sender, its name and its count.
    public final class TUIGiftBulletView: UIView {
        /// The height of a bullet, in points.
        public static let height = 44.0
        /// The distance between the upper edges of two bullets, in points.
        public static let distance = 54.0
        /// The count from which on it is red.
        static let redMin: UInt = 100

        private let avatar = GiftPictureView(frame: .zero)
        private let text = UILabel(frame: .zero)
        private let picture = GiftPictureView(frame: .zero)
        private let count = UILabel(frame: .zero)

        /// Makes a bullet without a gift.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
        }

        /// Makes a bullet from a storyboard, without a gift.
        public required init?(coder: NSCoder) {
            super.init(coder: coder)
            setUp()
        }

        private func setUp() {
            backgroundColor = GiftKitLook.plate
            layer.cornerRadius = TUIGiftBulletView.height / 2
            avatar.layer.cornerRadius = 18
            avatar.clipsToBounds = true
            text.textColor = .white
            text.numberOfLines = 2
            text.font = .preferredFont(forTextStyle: .footnote)
            text.adjustsFontForContentSizeCategory = true
            // Larger text would need a higher bullet, which would cover the picture. VoiceOver reads the whole text.
            text.maximumContentSizeCategory = .extraLarge
            count.font = .systemFont(ofSize: 20, weight: .bold)
            for view in [avatar, text, picture, count] { addSubview(view) }
            isAccessibilityElement = true
        }

        func show(_ data: TUIGiftData, texts: GiftTexts) {
            let name = data.isOwn ? texts.me : data.sender.userName
            text.text = "\(name)\n\(texts.sent) \(data.gift.giftName)"
            avatar.show(data.sender.avatarURL)
            picture.show(data.gift.imageUrl)
            showCount(of: data)
        }

        func showCount(of data: TUIGiftData) {
            count.text = "x \(data.count)"
            count.textColor = data.count >= Self.redMin ? .systemRed : .systemYellow
            accessibilityLabel = "\(text.text ?? ""), \(data.count)"
        }

        /// Lays out the subviews.
        public override func layoutSubviews() {
            super.layoutSubviews()
            let width = bounds.width
            avatar.frame = CGRect(x: 4, y: 4, width: 36, height: 36)
            text.frame = CGRect(x: 46, y: 2, width: max(0, width - 170), height: 40)
            picture.frame = CGRect(x: max(46, width - 120), y: 2, width: 40, height: 40)
            count.frame = CGRect(x: max(86, width - 76), y: 2, width: 72, height: 40)
        }
    }
#endif
