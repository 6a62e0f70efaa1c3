import Foundation

@MainActor @objc open class UISegmentedControl: UIControl {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    public init(items: [Any]?) { super.init(frame: .zero) }
    open var selectedSegmentIndex = 0
    open var numberOfSegments: Int { fatalError() }
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {}
    open func removeAllSegments() {}
    open func titleForSegment(at segment: Int) -> String? { fatalError() }
}

@MainActor @objc open class UIPageControl: UIControl {
    open var numberOfPages = 0
    open var currentPage = 0
    open var hidesForSinglePage = false
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
}

@MainActor @objc open class UISwitch: UIControl {
    open var isOn = false
    open var onTintColor: UIColor?
    open func setOn(_ on: Bool, animated: Bool) {}
}

@MainActor @objc open class UIActivityIndicatorView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init(coder: NSCoder) { super.init(frame: .zero) }
    public init(style: Style) { super.init(frame: .zero) }
    open var style = Style.medium
    open var hidesWhenStopped = true
    open var color: UIColor!
    open func startAnimating() {}
    open func stopAnimating() {}
    open var isAnimating: Bool { fatalError() }

    @objc(UIActivityIndicatorViewStyle) public enum Style: Int, Sendable { case medium = 100, large = 101 }
}

@MainActor @objc open class UIProgressView: UIView {
    open var progress: Float = 0
    open var progressTintColor: UIColor?
    open var trackTintColor: UIColor?
    open func setProgress(_ progress: Float, animated: Bool) {}
}
