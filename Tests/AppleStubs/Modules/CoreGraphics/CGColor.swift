import Foundation

/// Sound as `Sendable`: Apple's is one, since it never changes.
public class CGColor: @unchecked Sendable {
    public init(srgbRed: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    public init(gray: CGFloat, alpha: CGFloat) {}
    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) { nil }

    public var alpha: CGFloat { fatalError() }
    public var components: [CGFloat]? { fatalError() }
    public var colorSpace: CGColorSpace? { fatalError() }
    public var numberOfComponents: Int { fatalError() }
    public func copy(alpha: CGFloat) -> CGColor? { fatalError() }
}

/// Sound as `Sendable`: Apple's is one, since it never changes.
public class CGColorSpace: @unchecked Sendable {
    public static let sRGB = "kCGColorSpaceSRGB"
    public static let displayP3 = "kCGColorSpaceDisplayP3"

    public init?(name: String) { nil }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }
