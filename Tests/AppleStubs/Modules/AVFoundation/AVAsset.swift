import CoreMedia
import Foundation

/// Sound as `Sendable`: Apple's is one.
@objc open class AVAsset: NSObject, @unchecked Sendable {
    public convenience init(url URL: URL) { self.init() }
    open var duration: CMTime { fatalError() }
    open func load<T>(_ property: AVAsyncProperty<AVAsset, T>) async throws -> T { fatalError() }
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] { fatalError() }
}

/// Sound as `Sendable`: Apple's is one.
@objc open class AVURLAsset: AVAsset, @unchecked Sendable {
    public init(url URL: URL, options: [String: Any]? = nil) { super.init() }
    open var url: URL { fatalError() }
}

/// Sound as `Sendable`: Apple's is one.
@objc open class AVAssetTrack: NSObject, @unchecked Sendable {
    open var naturalSize: CGSize { fatalError() }
}

public struct AVAsyncProperty<Root, Value>: Sendable {
    fileprivate init() {}
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
    public static var duration: AVAsyncProperty<AVAsset, CMTime> { .init() }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
    public static var isPlayable: AVAsyncProperty<AVAsset, Bool> { .init() }
}

public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public static let video = AVMediaType(rawValue: "video")
    public static let audio = AVMediaType(rawValue: "audio")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
