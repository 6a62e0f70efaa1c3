import CoreGraphics

@objc open class CATransaction: NSObject {
    open class func begin() {}
    open class func commit() {}
    open class func flush() {}
    open class func setDisableActions(_ flag: Bool) {}
    open class func disableActions() -> Bool { fatalError() }
    open class func setAnimationDuration(_ dur: CFTimeInterval) {}
    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
    open class func setCompletionBlock(_ block: (() -> Void)?) {}
}
