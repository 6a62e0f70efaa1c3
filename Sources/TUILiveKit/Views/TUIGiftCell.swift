#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// A cell of ``TUIGiftListView``.
    open class TUIGiftCell: UICollectionViewCell {
        /// The view that draws the gift.
        public let giftView = TUIGiftView(frame: .zero)
        /// The gift of the cell; nil for none.
        public private(set) var gift: TUIGift?

        /// Makes a cell.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            place()
        }

        /// Makes a cell from a storyboard.
        public required init?(coder: NSCoder) {
            super.init(coder: coder)
            place()
        }

        private func place() {
            giftView.frame = contentView.bounds
            giftView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            contentView.addSubview(giftView)
        }

        /// Shows a gift.
        ///
        /// - Parameters:
        ///   - gift: The gift.
        ///   - isChosen: True if the user has selected it.
        ///   - texts: The label of its button.
        ///   - onSend: Called when the button is tapped.
        open func show(_ gift: TUIGift, isChosen: Bool, texts: GiftTexts, onSend: @escaping () -> Void) {
            self.gift = gift
            giftView.show(gift, texts: texts)
            giftView.setSelected(isChosen)
            giftView.onSend = onSend
        }

        /// Resets the cell for reuse.
        open override func prepareForReuse() {
            super.prepareForReuse()
            gift = nil
            giftView.onSend = {}
        }
    }
#endif
