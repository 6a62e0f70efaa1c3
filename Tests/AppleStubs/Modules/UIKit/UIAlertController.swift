import Foundation

@MainActor @objc open class UIAlertController: UIViewController {
    public convenience init(title: String?, message: String?, preferredStyle: Style) { self.init() }
    open func addAction(_ action: UIAlertAction) {}
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {}
    open var textFields: [UITextField]? { fatalError() }
    open var message: String?

    @objc(UIAlertControllerStyle) public enum Style: Int, Sendable { case actionSheet, alert }
}

@MainActor @objc open class UIAlertAction: NSObject {
    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { self.init() }
    open var title: String? { fatalError() }

    @objc(UIAlertActionStyle) public enum Style: Int, Sendable { case `default`, cancel, destructive }
}
