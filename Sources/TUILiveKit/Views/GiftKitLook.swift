#if canImport(UIKit)
    import Foundation
    import UIKit

    /// What the kit's views look like.
    enum GiftKitLook {
        /// Lies behind the gifts of a panel, so that its light text can be read over any picture.
        static let panel = UIColor(white: 0.11, alpha: 0.96)
        /// Lies behind text over the picture. White on it over a white picture has a contrast of 5.7 to 1; 4.5 is what WCAG asks for.
        static let plate = UIColor(white: 0, alpha: 0.6)

        /// How high a line of a gift's text is in a view, in points.
        @MainActor static func textLine(in view: UIView) -> Double {
            Double(UIFont.preferredFont(forTextStyle: .caption1, compatibleWith: view.traitCollection).lineHeight)
        }
    }

    extension UIView {
        /// Looks as a panel does: dark, whatever the app looks like. An app that sets a background of its own keeps it.
        func takePanelLook() {
            if backgroundColor == nil { backgroundColor = GiftKitLook.panel }
            overrideUserInterfaceStyle = .dark
        }

        /// Keeps a column at the edges of the view, and off what the device covers: the home indicator and rounded corners.
        func embed(_ column: UIView) {
            column.translatesAutoresizingMaskIntoConstraints = false
            addSubview(column)
            NSLayoutConstraint.activate([
                column.leadingAnchor.constraint(equalTo: safeAreaLayoutGuide.leadingAnchor, constant: 16),
                column.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor, constant: -16),
                column.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 16),
                column.bottomAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor, constant: -16),
            ])
        }
    }
#endif
