@_exported import CoreGraphics
import CoreVideo
import ImageIO

/// Sound as `Sendable`: Apple's is one, since it never changes.
@objc open class CIImage: NSObject, @unchecked Sendable {
    public init(cgImage image: CGImage) { super.init() }
    public init(color: CIColor) { super.init() }
    public init(cvPixelBuffer pixelBuffer: CVPixelBuffer) { super.init() }
    public init?(contentsOf url: URL) { nil }

    open var extent: CGRect { fatalError() }
    open func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage { fatalError() }
    open func transformed(by matrix: CGAffineTransform) -> CIImage { fatalError() }
    open func cropped(to rect: CGRect) -> CIImage { fatalError() }
    open func clampedToExtent() -> CIImage { fatalError() }
    open func composited(over dest: CIImage) -> CIImage { fatalError() }
    open func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage { fatalError() }
}

@objc open class CIColor: NSObject {
    public init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) { super.init() }
}

/// Sound as `Sendable`: Apple's is one.
@objc open class CIContext: NSObject, @unchecked Sendable {
    public override init() { super.init() }
    open func render(_ image: CIImage, to buffer: CVPixelBuffer) {}
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { fatalError() }
}

@objc open class CIFilter: NSObject {
    public init?(name: String) { nil }
    open var outputImage: CIImage? { fatalError() }
    open func setValue(_ value: Any?, forKey key: String) {}
}

public let kCIInputImageKey = "inputImage"
public let kCIInputMaskImageKey = "inputMaskImage"
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
