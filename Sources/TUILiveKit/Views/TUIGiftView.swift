#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// Draws a gift of a panel: its image, name and price, and a send button while it is selected.
    public final class TUIGiftView: UIView {
        /// Called when the button is tapped.
        public var onSend: () -> Void = {}

        private let picture = GiftPictureView(frame: .zero)
        private let name = UILabel(frame: .zero)
        private let price = UILabel(frame: .zero)
        private let badge = UILabel(frame: .zero)
        private let countdown = UIView(frame: .zero)
        private lazy var button = UIButton(
            configuration: .filled(), primaryAction: UIAction { [weak self] _ in self?.onSend() })

        /// Makes a view without a gift.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
        }

        /// Makes a view from a storyboard, without a gift.
        public required init?(coder: NSCoder) {
            super.init(coder: coder)
            setUp()
        }

        private func setUp() {
            for label in [name, price, badge] {
                label.textAlignment = .center
                label.adjustsFontForContentSizeCategory = true
                label.font = .preferredFont(forTextStyle: .caption1)
            }
            name.textColor = .label
            price.textColor = .secondaryLabel
            badge.textColor = .systemYellow
            badge.isHidden = true
            countdown.backgroundColor = .systemPink
            countdown.isHidden = true
            button.isHidden = true
            layer.cornerRadius = 10
            for view in [picture, name, price, badge, countdown, button] { addSubview(view) }
        }

        /// Shows a gift.
        public func show(_ gift: TUIGift, texts: GiftTexts = GiftTexts()) {
            show(name: gift.giftName, price: gift.price, imageAddress: gift.imageUrl, texts: texts)
        }

        func show(name: String, price: Int, imageAddress: String, texts: GiftTexts) {
            self.name.text = name
            self.price.text = "\(price)"
            button.setTitle(texts.send, for: .normal)
            picture.show(imageAddress)
            button.accessibilityLabel = "\(texts.send) \(name)"
            self.name.accessibilityLabel = "\(name), \(price)"
            self.price.isAccessibilityElement = false
        }

        /// Shows whether the gift is selected.
        ///
        /// - Parameter hasButton: True if the button replaces the name while the gift is selected.
        public func setSelected(_ isSelected: Bool, hasButton: Bool = true) {
            backgroundColor = isSelected ? UIColor.label.withAlphaComponent(0.15) : .clear
            button.isHidden = !(isSelected && hasButton)
            name.isHidden = isSelected && hasButton
            setNeedsLayout()
        }

        /// Shows a badge at the upper edge; nil for none.
        func showBadge(_ text: String?) {
            badge.text = text
            badge.isHidden = text == nil
        }

        /// Shows a bar that shrinks over a time; nil for none.
        func showCountdown(seconds: Double?) {
            countdown.layer.removeAllAnimations()
            countdown.isHidden = seconds == nil
            guard let seconds, !UIAccessibility.isReduceMotionEnabled else { return }
            countdown.transform = .identity
            UIView.animate(withDuration: seconds, delay: 0, options: [.curveLinear]) { [countdown] in
                countdown.transform = CGAffineTransform(scaleX: 0.01, y: 1)
            }
        }

        /// Lays out the subviews.
        public override func layoutSubviews() {
            super.layoutSubviews()
            let parts = GiftCellLayout(
                width: Double(bounds.width), height: Double(bounds.height), textLine: GiftKitLook.textLine(in: self),
                hasButton: !button.isHidden)
            for (view, frame) in [
                (picture, parts.picture), (name, parts.name), (price, parts.price), (badge, parts.badge),
                (button, parts.button),
            ] as [(UIView, GiftPageGrid.Frame)] {
                view.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            }
            // The bar may be transformed while it shrinks, and setting its frame would then be wrong.
            let bar = parts.countdown
            countdown.bounds = CGRect(x: 0, y: 0, width: bar.width, height: bar.height)
            countdown.center = CGPoint(x: bar.x + bar.width / 2, y: bar.y + bar.height / 2)
        }

        /// Updates the layout after a change of the text size.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            setNeedsLayout()
        }
    }
#endif
