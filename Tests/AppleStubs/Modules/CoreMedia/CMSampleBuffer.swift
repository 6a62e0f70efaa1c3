import Foundation
import ObjectiveC

/// Of Core Foundation on Apple's systems; a class here, so that methods for Objective-C can take one.
@objc public final class CMSampleBuffer: NSObject {}

public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { fatalError() }
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { fatalError() }
