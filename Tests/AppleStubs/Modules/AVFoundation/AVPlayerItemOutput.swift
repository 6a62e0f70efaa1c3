import CoreMedia
import CoreVideo
import Foundation

@objc open class AVPlayerItemOutput: NSObject {
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime { fatalError() }
}

@objc open class AVPlayerItemVideoOutput: AVPlayerItemOutput {
    public init(pixelBufferAttributes: [String: any Sendable]? = nil) { super.init() }
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool { fatalError() }
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? { fatalError() }
}
