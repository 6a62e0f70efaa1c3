/// A track of a stream, as its initialisation segment describes it.
public struct MediaTrack: Sendable, Hashable {
    /// The kind of a track.
    public enum Content: Sendable, Hashable {
        /// Video, with its size in pixels.
        case video(width: Int, height: Int)
        /// Sound, with its channels and its sample rate.
        case sound(channels: Int, samplesPerSecond: Int)
    }

    /// The track's number, from 1.
    public let id: UInt32
    /// The kind of the track.
    public let content: Content
    /// The codec in the syntax of RFC 6381, such as `avc1.42E01F` or `opus`.
    public let codec: String
    /// How many time units make a second; never 0.
    public let timescale: UInt32
    /// Duration, size and flags of samples whose fragment does not state them.
    let defaults: SampleDefaults
    /// How to recognise key frames by their bytes; nil if that is not possible.
    let units: PictureUnits?

    /// True for a video track.
    public var isVideo: Bool {
        if case .video = content { true } else { false }
    }
}

/// Default values for samples. More specific values override them.
struct SampleDefaults: Sendable, Hashable {
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0
}
