import CoreGraphics

public struct GeometryReader<Content: View>: View {
    nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
    public var body: Never { fatalError() }
}

public struct GeometryProxy {
    public var size: CGSize { fatalError() }
    public var safeAreaInsets: EdgeInsets { fatalError() }
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { fatalError() }
}

public enum CoordinateSpace {
    case global
    case local
    case named(AnyHashable)
}

public struct ProposedViewSize: Equatable, Sendable {
    public static let unspecified = ProposedViewSize(width: nil, height: nil)

    public var width, height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize { fatalError() }
}
