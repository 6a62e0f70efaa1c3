@_exported import QuartzCore

@objc open class AVPlayerLayer: CALayer {
    public convenience init(player: AVPlayer?) { self.init() }

    open var player: AVPlayer?
    open var videoGravity = AVLayerVideoGravity.resizeAspect
    open var isReadyForDisplay: Bool { fatalError() }
    open var videoRect: CGRect { fatalError() }
    open var pixelBufferAttributes: [String: Any]?
}

public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public static let resize = AVLayerVideoGravity(rawValue: "resize")
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "resizeAspectFill")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
