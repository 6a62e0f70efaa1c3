import UIKit

/// There may be no image of the name.
func optionalImage() -> UIImage {
    UIImage(named: "gift")  // refused: value of optional type 'UIImage?' must be unwrapped
}
