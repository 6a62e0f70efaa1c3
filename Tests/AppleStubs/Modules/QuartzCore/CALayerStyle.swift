import CoreGraphics

public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CACornerMask: OptionSet, Sendable {
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
