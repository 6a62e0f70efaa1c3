import UIKit

/// The name is `layoutSubviews()`.
final class NothingToOverride: UIView {
    override func layoutSubview() {}  // refused: method does not override any method from its superclass
}
