import Foundation

public struct UIEdgeInsets: Hashable, Sendable {
    public static let zero = UIEdgeInsets()

    public var top, left, bottom, right: CGFloat
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    public static let zero = NSDirectionalEdgeInsets()

    public var top, leading, bottom, trailing: CGFloat
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

extension CGRect {
    public func inset(by insets: UIEdgeInsets) -> CGRect { fatalError() }
}

public struct UIRectCorner: OptionSet, Sendable {
    public static let topLeft = UIRectCorner(rawValue: 1)
    public static let topRight = UIRectCorner(rawValue: 2)
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    public static let bottomRight = UIRectCorner(rawValue: 8)
    public static let allCorners = UIRectCorner(rawValue: .max)

    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
