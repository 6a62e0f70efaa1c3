import CoreGraphics

@objc open class CATextLayer: CALayer {
    open var string: Any?
    open var font: AnyObject?
    open var fontSize: CGFloat = 36
    open var foregroundColor: CGColor?
    open var isWrapped = false
    open var alignmentMode = CATextLayerAlignmentMode.natural
    open var truncationMode = CATextLayerTruncationMode.none
}

public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    public static let center = CATextLayerAlignmentMode(rawValue: "center")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    public static let end = CATextLayerTruncationMode(rawValue: "end")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
