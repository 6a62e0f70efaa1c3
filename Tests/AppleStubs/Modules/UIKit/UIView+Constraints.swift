import Foundation

extension UIView {
    public static let noIntrinsicMetric: CGFloat = -1
    public static let layoutFittingCompressedSize = CGSize.zero
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

    public var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var leftAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var rightAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var widthAnchor: NSLayoutDimension { fatalError() }
    public var heightAnchor: NSLayoutDimension { fatalError() }
    public var centerXAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var centerYAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { fatalError() }

    public var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
    public var layoutMarginsGuide: UILayoutGuide { fatalError() }
    public var layoutGuides: [UILayoutGuide] { fatalError() }
    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {}
    public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {}

    public var constraints: [NSLayoutConstraint] { fatalError() }
    public func addConstraint(_ constraint: NSLayoutConstraint) {}
    public func addConstraints(_ constraints: [NSLayoutConstraint]) {}
    public func removeConstraint(_ constraint: NSLayoutConstraint) {}
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {}

    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { fatalError() }
    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        fatalError()
    }
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
}
