import Foundation
import QuartzCore

@objc open class UIGraphicsImageRendererFormat: NSObject {
    open var scale: CGFloat = 1
    open var opaque = false
    open class func `default`() -> Self { fatalError() }
    open class func preferred() -> Self { fatalError() }
}

@objc open class UIGraphicsImageRendererContext: NSObject {
    open var cgContext: CGContext { fatalError() }
    open func fill(_ rect: CGRect) {}
}

@objc open class UIGraphicsImageRenderer: NSObject {
    public convenience init(size: CGSize) { self.init() }
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) { self.init() }
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage { fatalError() }
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { fatalError() }
}

public func UIGraphicsGetCurrentContext() -> CGContext? { fatalError() }
