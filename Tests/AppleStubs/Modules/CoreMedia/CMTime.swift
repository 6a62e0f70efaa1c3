@_exported import CoreGraphics
@_exported import CoreVideo

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32

public struct CMTime: Sendable, Hashable, Comparable {
    public static let zero = CMTime()
    public static let invalid = CMTime()
    public static let indefinite = CMTime()
    public static let positiveInfinity = CMTime()

    public init() {}
    public init(value: CMTimeValue, timescale: CMTimeScale) {}
    public init(seconds: Double, preferredTimescale: CMTimeScale) {}
    public var seconds: Double { fatalError() }
    public var isValid: Bool { fatalError() }
    public var isIndefinite: Bool { fatalError() }
    public static func < (one: CMTime, other: CMTime) -> Bool { fatalError() }
}
