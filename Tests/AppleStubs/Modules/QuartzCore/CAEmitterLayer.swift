import CoreGraphics

@objc open class CAEmitterLayer: CALayer {
    open var emitterCells: [CAEmitterCell]?
    open var birthRate: Float = 1
    open var lifetime: Float = 1
    open var emitterPosition = CGPoint.zero
    open var emitterSize = CGSize.zero
    open var emitterShape = CAEmitterLayerEmitterShape.point
}

@objc open class CAEmitterCell: NSObject {
    open var name: String?
    open var contents: Any?
    open var birthRate: Float = 0
    open var lifetime: Float = 0
    open var lifetimeRange: Float = 0
    open var velocity: CGFloat = 0
    open var velocityRange: CGFloat = 0
    open var yAcceleration: CGFloat = 0
    open var emissionLongitude: CGFloat = 0
    open var emissionRange: CGFloat = 0
    open var scale: CGFloat = 1
    open var scaleRange: CGFloat = 0
    open var scaleSpeed: CGFloat = 0
    open var spin: CGFloat = 0
    open var spinRange: CGFloat = 0
    open var alphaSpeed: Float = 0
    open var color: CGColor?
}

public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
