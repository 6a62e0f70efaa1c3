import Foundation
import QuartzCore

/// Sound as `Sendable`: Apple's is one, since it never changes.
@objc open class UIColor: NSObject, @unchecked Sendable {
    public init(white: CGFloat, alpha: CGFloat) { super.init() }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { super.init() }
    public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) { super.init() }
    public init(cgColor: CGColor) { super.init() }
    public init(patternImage image: UIImage) { super.init() }
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) { super.init() }
    public convenience init?(named name: String) { nil }
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        nil
    }

    open var cgColor: CGColor { fatalError() }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { fatalError() }
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { fatalError() }
    open func setFill() {}
    open func setStroke() {}
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool { fatalError() }

    open class var black: UIColor { fatalError() }
    open class var darkGray: UIColor { fatalError() }
    open class var lightGray: UIColor { fatalError() }
    open class var white: UIColor { fatalError() }
    open class var gray: UIColor { fatalError() }
    open class var red: UIColor { fatalError() }
    open class var green: UIColor { fatalError() }
    open class var blue: UIColor { fatalError() }
    open class var cyan: UIColor { fatalError() }
    open class var yellow: UIColor { fatalError() }
    open class var magenta: UIColor { fatalError() }
    open class var orange: UIColor { fatalError() }
    open class var purple: UIColor { fatalError() }
    open class var clear: UIColor { fatalError() }
}

extension UIColor {
    public class var systemRed: UIColor { fatalError() }
    public class var systemGreen: UIColor { fatalError() }
    public class var systemBlue: UIColor { fatalError() }
    public class var systemOrange: UIColor { fatalError() }
    public class var systemYellow: UIColor { fatalError() }
    public class var systemPink: UIColor { fatalError() }
    public class var systemPurple: UIColor { fatalError() }
    public class var systemTeal: UIColor { fatalError() }
    public class var systemIndigo: UIColor { fatalError() }
    public class var systemGray: UIColor { fatalError() }
    public class var systemGray2: UIColor { fatalError() }
    public class var systemGray3: UIColor { fatalError() }
    public class var systemGray4: UIColor { fatalError() }
    public class var systemGray5: UIColor { fatalError() }
    public class var systemGray6: UIColor { fatalError() }
    public class var tintColor: UIColor { fatalError() }
    public class var label: UIColor { fatalError() }
    public class var secondaryLabel: UIColor { fatalError() }
    public class var tertiaryLabel: UIColor { fatalError() }
    public class var placeholderText: UIColor { fatalError() }
    public class var separator: UIColor { fatalError() }
    public class var systemFill: UIColor { fatalError() }
    public class var secondarySystemFill: UIColor { fatalError() }
    public class var systemBackground: UIColor { fatalError() }
    public class var secondarySystemBackground: UIColor { fatalError() }
    public class var tertiarySystemBackground: UIColor { fatalError() }
}
