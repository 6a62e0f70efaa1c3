import Foundation

@MainActor @objc open class NSLayoutConstraint: NSObject {
    public convenience init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) { self.init() }

    open var priority = UILayoutPriority.required
    open var constant: CGFloat = 0
    open var multiplier: CGFloat { fatalError() }
    open var isActive = false
    open var identifier: String?
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {}

    @objc(UILayoutConstraintAxis) public enum Axis: Int, Sendable { case horizontal, vertical }
    @objc(NSLayoutRelation) public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal, greaterThanOrEqual
    }
    @objc(NSLayoutAttribute) public enum Attribute: Int, Sendable {
        case notAnAttribute, left, right, top, bottom, leading, trailing, width, height, centerX, centerY
        case lastBaseline, firstBaseline
    }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public static let required = UILayoutPriority(1_000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)

    public let rawValue: Float
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public init(rawValue: Float) { self.rawValue = rawValue }
}

public func - (priority: UILayoutPriority, value: Float) -> UILayoutPriority { fatalError() }
public func + (priority: UILayoutPriority, value: Float) -> UILayoutPriority { fatalError() }
