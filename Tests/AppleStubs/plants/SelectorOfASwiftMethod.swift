import UIKit

/// A button calls methods of Objective-C only.
final class SelectorOfASwiftMethod: UIViewController {
    func tapped() {}

    func listen(to button: UIButton) {
        button.addTarget(self, action: #selector(tapped), for: .touchUpInside)  // refused: not exposed to Objective-C
    }
}
