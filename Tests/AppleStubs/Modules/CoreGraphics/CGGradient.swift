import Foundation

public class CGGradient {
    public init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) { nil }
}

public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)

    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
