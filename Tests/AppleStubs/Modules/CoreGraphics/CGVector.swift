import Foundation

public struct CGVector: Equatable, Hashable, Sendable {
    public var dx, dy: CGFloat

    public static var zero: CGVector { .init() }
    public init() { (dx, dy) = (0, 0) }
    public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}
