import CoreImage
import CoreMedia
import Foundation

@objc open class AVVideoComposition: NSObject {
    public convenience init(
        asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) { self.init() }
}

@objc open class AVMutableVideoComposition: AVVideoComposition {
    open var renderSize = CGSize.zero
    open var frameDuration = CMTime.zero
}

@objc open class AVAsynchronousCIImageFilteringRequest: NSObject {
    open var renderSize: CGSize { fatalError() }
    open var compositionTime: CMTime { fatalError() }
    open var sourceImage: CIImage { fatalError() }
    open func finish(with filteredImage: CIImage, context: CIContext?) {}
    open func finish(with error: any Error) {}
}
