import Foundation

/// Sound as `Sendable`: Apple's is one, since it never changes.
public class CGImage: @unchecked Sendable {
    public init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) { nil }

    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
    public var bitsPerComponent: Int { fatalError() }
    public var bitsPerPixel: Int { fatalError() }
    public var bytesPerRow: Int { fatalError() }
    public var alphaInfo: CGImageAlphaInfo { fatalError() }
    public var dataProvider: CGDataProvider? { fatalError() }
    public func cropping(to rect: CGRect) -> CGImage? { fatalError() }
    public func copy() -> CGImage? { fatalError() }
}

public class CGDataProvider {
    public init?(data: CFData) { nil }
    public var data: CFData? { fatalError() }
}

public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

public enum CGImageAlphaInfo: UInt32, Sendable {
    case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public struct CGBitmapInfo: OptionSet, Sendable {
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
