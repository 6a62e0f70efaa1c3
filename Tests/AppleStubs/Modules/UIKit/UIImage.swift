import CoreImage
import Foundation
import QuartzCore

/// Sound as `Sendable`: Apple's is one, since it never changes.
@objc open class UIImage: NSObject, @unchecked Sendable {
    public override init() { super.init() }
    public init(cgImage: CGImage) { super.init() }
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) { super.init() }
    public init(ciImage: CIImage) { super.init() }
    public init?(data: Data) { nil }
    public init?(data: Data, scale: CGFloat) { nil }
    public init?(contentsOfFile path: String) { nil }
    public convenience init?(named name: String) { nil }
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) { nil }
    public convenience init?(systemName name: String) { nil }
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) { nil }

    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? { fatalError() }
    open var size: CGSize { fatalError() }
    open var cgImage: CGImage? { fatalError() }
    open var ciImage: CIImage? { fatalError() }
    open var imageOrientation: Orientation { fatalError() }
    open var scale: CGFloat { fatalError() }
    open var images: [UIImage]? { fatalError() }
    open var duration: TimeInterval { fatalError() }
    open var renderingMode: RenderingMode { fatalError() }
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { fatalError() }
    open func withTintColor(_ color: UIColor) -> UIImage { fatalError() }
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { fatalError() }
    open func withConfiguration(_ configuration: Configuration) -> UIImage { fatalError() }
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { fatalError() }
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { fatalError() }
    open func draw(at point: CGPoint) {}
    open func draw(in rect: CGRect) {}
    open func pngData() -> Data? { fatalError() }
    open func preparingForDisplay() -> UIImage? { fatalError() }
    open func byPreparingForDisplay() async -> UIImage? { fatalError() }
    open func preparingThumbnail(of size: CGSize) -> UIImage? { fatalError() }
    open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { fatalError() }

    @objc(UIImageOrientation) public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }
    @objc(UIImageRenderingMode) public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }

    /// Sound as `Sendable`: Apple's is one, since it never changes.
    @objc(UIImageConfiguration) open class Configuration: NSObject, @unchecked Sendable {}

    /// Sound as `Sendable`: Apple's is one, since it never changes.
    @objc(UIImageSymbolConfiguration) open class SymbolConfiguration: Configuration, @unchecked Sendable {
        public convenience init(pointSize: CGFloat) { self.init() }
        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) { self.init() }
        public convenience init(textStyle: UIFont.TextStyle) { self.init() }
    }

    @objc(UIImageSymbolWeight) public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }
}
