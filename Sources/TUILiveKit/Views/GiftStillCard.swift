import AtomicXCore

#if canImport(UIKit)
    import UIKit
#endif

/// A card that says who sent which gift, with its picture.
final class GiftStillCard: GiftKitView {
    /// What it says; nil for nothing.
    private(set) var text: String?
    /// Where the picture is.
    private(set) var imageAddress: String?

    /// Says a gift.
    func show(_ data: TUIGiftData, texts: GiftTexts) {
        let name = data.isOwn ? texts.me : data.sender.userName
        text = "\(name) \(texts.sent) \(data.gift.giftName) × \(data.count)"
        imageAddress = data.gift.imageUrl
        #if canImport(UIKit)
            draw()
        #endif
    }

    #if canImport(UIKit)
        private lazy var picture = GiftPictureView(frame: .zero)
        private lazy var label = UILabel(frame: .zero)

        private func draw() {
            if picture.superview == nil {
                addSubview(picture)
                addSubview(label)
                label.numberOfLines = 2
                label.textAlignment = .center
                label.textColor = .white
                label.font = .preferredFont(forTextStyle: .headline)
                label.adjustsFontForContentSizeCategory = true
            }
            label.text = text
            picture.show(imageAddress ?? "")
            isAccessibilityElement = true
            accessibilityLabel = text
            setNeedsLayout()
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            let side = min(160, min(bounds.width, bounds.height) / 2)
            picture.frame = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side, width: side, height: side)
            label.frame = CGRect(x: 24, y: bounds.midY + 8, width: max(0, bounds.width - 48), height: 64)
        }
    #endif
}
