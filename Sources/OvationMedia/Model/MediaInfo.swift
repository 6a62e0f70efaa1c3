/// The description of a stream that its room and players receive.
public struct MediaInfo: Sendable, Hashable {
    /// The codecs as `SourceBuffer` and HLS want them, the picture's first: `avc1.42E01F,opus`.
    public let codecs: String
    /// Pixels from left to right; 0 where there is no picture.
    public let width: Int
    /// Pixels from top to bottom; 0 where there is no picture.
    public let height: Int
    /// Whether there is sound.
    public let hasSound: Bool

    /// Makes one of the tracks of a stream.
    public init(tracks: [MediaTrack]) {
        var (video, sound): (MediaTrack?, MediaTrack?)
        for track in tracks {
            if track.isVideo { video = track } else { sound = track }
        }
        codecs = [video, sound].compactMap { $0?.codec }.joined(separator: ",")
        if case .video(let width, let height) = video?.content {
            (self.width, self.height) = (width, height)
        } else {
            (width, height) = (0, 0)
        }
        hasSound = sound != nil
    }

    /// Whether there is a picture, rather than a voice alone.
    public var hasPicture: Bool { width > 0 }

    /// The type for `SourceBuffer` and for the header of an answer: `video/mp4; codecs="avc1.42E01F,opus"`.
    public var mimeType: String { "\(containerType); codecs=\"\(codecs)\"" }

    /// The type without codecs: `video/mp4`, or `audio/mp4` for a voice alone.
    public var containerType: String { hasPicture ? "video/mp4" : "audio/mp4" }
}
