import Foundation

@MainActor @objc open class UIVisualEffectView: UIView {
    public init(effect: UIVisualEffect?) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
    open var contentView: UIView { fatalError() }
    open var effect: UIVisualEffect?
}

@MainActor @objc open class UIVisualEffect: NSObject {}

@MainActor @objc open class UIBlurEffect: UIVisualEffect {
    public convenience init(style: Style) { self.init() }

    @objc(UIBlurEffectStyle) public enum Style: Int, Sendable {
        case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    }
}
