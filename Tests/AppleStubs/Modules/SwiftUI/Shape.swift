import CoreGraphics

nonisolated public protocol Shape: Sendable, Animatable, View {
    func path(in rect: CGRect) -> Path
}

extension Shape {
    @MainActor public var body: some View { EmptyView() }
    nonisolated public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View { self }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View { self }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { self }
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape { self }
    nonisolated public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape { self }
}

nonisolated public protocol InsettableShape: Shape {}

extension InsettableShape {
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> some View
    { self }
}

public struct StrokeStyle: Equatable, Sendable {
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {}
}

public enum RoundedCornerStyle: Sendable { case circular, continuous }

public struct Rectangle: InsettableShape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

public struct RoundedRectangle: InsettableShape {
    nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .circular) {}
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .circular) {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

public struct Capsule: InsettableShape {
    nonisolated public init(style: RoundedCornerStyle = .circular) {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

public struct Circle: InsettableShape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

public struct Ellipse: InsettableShape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

extension Shape where Self == Circle {
    public static var circle: Circle { .init() }
}

extension Shape where Self == Capsule {
    public static var capsule: Capsule { .init() }
}

extension Shape where Self == Rectangle {
    public static var rect: Rectangle { .init() }
}

public struct Path: Equatable, Shape {
    nonisolated public init() {}
    nonisolated public init(_ path: CGPath) {}
    nonisolated public init(_ rect: CGRect) {}
    nonisolated public init(ellipseIn rect: CGRect) {}
    nonisolated public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .circular) {}
    nonisolated public init(_ callback: (inout Path) -> Void) {}
    nonisolated public var cgPath: CGPath { fatalError() }
    nonisolated public mutating func move(to end: CGPoint) {}
    nonisolated public mutating func addLine(to end: CGPoint) {}
    nonisolated public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {}
    nonisolated public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    nonisolated public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {}
    nonisolated public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {}
    nonisolated public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {}
    nonisolated public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {}
    nonisolated public mutating func closeSubpath() {}
    nonisolated public func path(in rect: CGRect) -> Path { self }
}
