import CoreMedia
import CoreVideo
import Foundation
import ObjectiveC
import UniformTypeIdentifiers

@objc open class AVAssetWriter: NSObject {
    public init(contentType outputContentType: UTType) { super.init() }

    open var outputFileTypeProfile: AVFileTypeProfile?
    open var preferredOutputSegmentInterval = CMTime.invalid
    open var initialSegmentStartTime = CMTime.invalid
    open weak var delegate: (any AVAssetWriterDelegate)?
    open var status: Status { fatalError() }
    open var error: (any Error)? { fatalError() }
    open func canAdd(_ input: AVAssetWriterInput) -> Bool { fatalError() }
    open func add(_ input: AVAssetWriterInput) {}
    open func startWriting() -> Bool { fatalError() }
    open func startSession(atSourceTime startTime: CMTime) {}
    open func cancelWriting() {}
    open func flushSegment() {}
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {}

    @objc(AVAssetWriterStatus) public enum Status: Int, Sendable { case unknown, writing, completed, failed, cancelled }
}

/// A protocol of Objective-C on Apple's systems. `Data` is no type of Objective-C here, so that what is optional has a body.
public protocol AVAssetWriterDelegate: NSObjectProtocol {
    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?)
}

extension AVAssetWriterDelegate {
    public func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {}
}

@objc public enum AVAssetSegmentType: Int, Sendable {
    case initialization = 1
    case separable
}

@objc open class AVAssetSegmentReport: NSObject {
    open var segmentType: AVAssetSegmentType { fatalError() }
}

public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
    public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
    public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

@objc open class AVAssetWriterInput: NSObject {
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?) { super.init() }

    open var expectsMediaDataInRealTime = false
    open var isReadyForMoreMediaData: Bool { fatalError() }
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool { fatalError() }
    open func markAsFinished() {}
}

@objc open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]?) { super.init() }

    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool { fatalError() }
}
