import Foundation

@MainActor @objc open class UIWindow: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
    open var rootViewController: UIViewController?
    open var windowScene: UIWindowScene?
    open func makeKeyAndVisible() {}
}

@MainActor @objc open class UIWindowScene: UIResponder {
    open var screen: UIScreen { fatalError() }
    open var windows: [UIWindow] { fatalError() }
    open var interfaceOrientation: UIInterfaceOrientation { fatalError() }
}

@objc public enum UIInterfaceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
}

@MainActor @objc open class UIScreen: NSObject {
    open var bounds: CGRect { fatalError() }
    open var scale: CGFloat { fatalError() }
    open var maximumFramesPerSecond: Int { fatalError() }
}
