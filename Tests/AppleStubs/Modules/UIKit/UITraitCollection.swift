import Foundation

/// Sound as `Sendable`: Apple's is one, since it never changes.
@objc open class UITraitCollection: NSObject, @unchecked Sendable {
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init() }
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) { self.init() }
    open class var current: UITraitCollection { fatalError() }
    open var userInterfaceStyle: UIUserInterfaceStyle { fatalError() }
    open var horizontalSizeClass: UIUserInterfaceSizeClass { fatalError() }
    open var verticalSizeClass: UIUserInterfaceSizeClass { fatalError() }
    open var layoutDirection: UITraitEnvironmentLayoutDirection { fatalError() }
    open var preferredContentSizeCategory: UIContentSizeCategory { fatalError() }
    open var displayScale: CGFloat { fatalError() }
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool { fatalError() }
}

@objc public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
@objc public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
@objc public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1
    case leftToRight, rightToLeft
}
