import AtomicXCore

#if canImport(UIKit)
    import UIKit
#endif

/// A card with the sender, the name and the image of a gift.
final class GiftStillCard: GiftKitView {
    /// The text of the card; nil for none.
    private(set) var text: String?
    /// The address of the image.
    private(set) var imageAddress: String?

    /// Shows a gift.
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
                label.backgroundColor = GiftKitLook.plate
                label.layer.cornerRadius = 12
                label.clipsToBounds = true
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
            let room = CGSize(width: max(0, bounds.width - 48), height: max(0, bounds.height / 2 - 8))
            let size = label.sizeThatFits(CGSize(width: room.width - 32, height: room.height))
            let (width, height) = (min(room.width, size.width + 32), min(room.height, size.height + 16))
            label.frame = CGRect(x: bounds.midX - width / 2, y: bounds.midY + 8, width: width, height: height)
        }
    #endif
}
