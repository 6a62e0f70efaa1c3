#if canImport(UIKit)
    import Foundation
    import UIKit

    /// The colours and measures of the kit's views.
    enum GiftKitLook {
        /// The background of a panel. Its light text is readable over any picture.
        static let panel = UIColor(white: 0.11, alpha: 0.96)
        /// The background of text over the picture. White text on it, over a white picture, has a contrast of 5.7 to 1; WCAG requires 4.5.
        static let plate = UIColor(white: 0, alpha: 0.6)

        /// Returns the height of a line of a gift's text in a view, in points.
        @MainActor static func textLine(in view: UIView) -> Double {
            Double(UIFont.preferredFont(forTextStyle: .caption1, compatibleWith: view.traitCollection).lineHeight)
        }
    }

    extension UIView {
        /// Gives the view a panel's look, which is dark in every interface style. A background that the app has set stays.
        func takePanelLook() {
            if backgroundColor == nil { backgroundColor = GiftKitLook.panel }
            overrideUserInterfaceStyle = .dark
        }

        /// Pins a column to the edges of the view, clear of the home indicator and rounded corners.
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
