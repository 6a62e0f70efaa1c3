/// A track of a stream, as its initialisation segment describes it.
public struct MediaTrack: Sendable, Hashable {
    /// What is in a track.
    public enum Content: Sendable, Hashable {
        /// A picture of so many pixels.
        case video(width: Int, height: Int)
        /// Sound of so many channels and samples a second.
        case sound(channels: Int, samplesPerSecond: Int)
    }

    /// Its number in the stream, from 1.
    public let id: UInt32
    /// What is in it.
    public let content: Content
    /// Its codec as RFC 6381 writes it, such as `avc1.42E01F` or `opus`.
    public let codec: String
    /// Units of its times that make a second; never 0.
    public let timescale: UInt32
    /// What a sample has where its fragment does not say: duration, bytes and flags.
    let defaults: SampleDefaults
    /// How its key frames can be told from its bytes; nil where they cannot.
    let units: PictureUnits?

    /// Whether it is the picture.
    public var isVideo: Bool {
        if case .video = content { true } else { false }
    }
}

/// What a sample has where nothing nearer to it says otherwise.
struct SampleDefaults: Sendable, Hashable {
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0
}
