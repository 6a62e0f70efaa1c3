import Foundation

@MainActor @objc open class UIButton: UIControl {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction? = nil) {
        self.init(frame: .zero)
    }
    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) { self.init(frame: .zero) }

    public final var configuration: Configuration?
    public final var configurationUpdateHandler: ((UIButton) -> Void)?
    open func setNeedsUpdateConfiguration() {}
    open func updateConfiguration() {}
    open func setTitle(_ title: String?, for state: UIControl.State) {}
    open func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {}
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {}
    open func setImage(_ image: UIImage?, for state: UIControl.State) {}
    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {}
    open func title(for state: UIControl.State) -> String? { fatalError() }
    open var currentTitle: String? { fatalError() }
    open var titleLabel: UILabel? { fatalError() }
    open var imageView: UIImageView? { fatalError() }
    open var contentEdgeInsets = UIEdgeInsets.zero
    open var adjustsImageSizeForAccessibilityContentSizeCategory = false

    @objc(UIButtonType) public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, close
    }

    public struct Configuration: Sendable {
        public static func plain() -> Configuration { fatalError() }
        public static func tinted() -> Configuration { fatalError() }
        public static func gray() -> Configuration { fatalError() }
        public static func filled() -> Configuration { fatalError() }
        public static func borderless() -> Configuration { fatalError() }

        public var title: String?
        public var subtitle: String?
        public var image: UIImage?
        public var imagePadding: CGFloat
        public var imagePlacement: NSDirectionalRectEdge
        public var titleAlignment: TitleAlignment
        public var contentInsets: NSDirectionalEdgeInsets
        public var cornerStyle: CornerStyle
        public var buttonSize: Size
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var showsActivityIndicator: Bool
        fileprivate init(_: Never) { fatalError() }

        public enum CornerStyle: Int, Sendable { case fixed, dynamic, small, medium, large, capsule }
        public enum Size: Int, Sendable { case medium, small, mini, large }
        public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }
    }
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
    public static let top = NSDirectionalRectEdge(rawValue: 1)
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)

    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
