import UIKit

/// A view with an initializer of its own needs the one of archives too.
final class MissingInitializer: UIView {
    init(roomId: String) { super.init(frame: .zero) }
}  // refused: 'required' initializer 'init(coder:)' must be provided by subclass of 'UIView'
