#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// A cell of ``TUIGiftListView``.
    open class TUIGiftCell: UICollectionViewCell {
        /// What draws the gift.
        public let giftView = TUIGiftView(frame: .zero)
        /// The gift that it shows; nil for none.
        public private(set) var gift: TUIGift?

        /// Makes a cell.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            place()
        }

        /// Makes a cell of a storyboard.
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
        ///   - gift: which.
        ///   - isChosen: whether the user has chosen it.
        ///   - texts: the words on its button.
        ///   - onSend: is called when the button is touched.
        open func show(_ gift: TUIGift, isChosen: Bool, texts: GiftTexts, onSend: @escaping () -> Void) {
            self.gift = gift
            giftView.show(gift, texts: texts)
            giftView.setSelected(isChosen)
            giftView.onSend = onSend
        }

        /// Makes the cell ready for another gift.
        open override func prepareForReuse() {
            super.prepareForReuse()
            gift = nil
            giftView.onSend = {}
        }
    }
#endif
