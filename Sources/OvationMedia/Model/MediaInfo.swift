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

    /// What the codecs mean for viewers, where not every player has them; empty where all do.
    public var notes: [String] {
        var notes: [String] = []
        if hasPicture {
            let profile = codecs.dropFirst(5).prefix(2)
            if !codecs.hasPrefix("avc1.") && !codecs.hasPrefix("avc3.") {
                notes.append("Not every player has this codec of the picture. H.264 plays everywhere.")
            } else if ["6E", "7A", "F4", "2C"].contains(profile) {
                notes.append(
                    "Phones and Safari do not play H.264 of 10 bits, 4:2:2 or 4:4:4. With ffmpeg, -pix_fmt yuv420p plays everywhere."
                )
            }
        }
        if hasSound, !codecs.contains("mp4a.40") {
            notes.append("Apple's players of HLS may not have this codec of the sound. AAC plays everywhere.")
        }
        return notes
    }

    /// The type for `SourceBuffer` and for the header of an answer: `video/mp4; codecs="avc1.42E01F,opus"`.
    public var mimeType: String { "\(containerType); codecs=\"\(codecs)\"" }

    /// The type without codecs: `video/mp4`, or `audio/mp4` for a voice alone.
    public var containerType: String { hasPicture ? "video/mp4" : "audio/mp4" }
}
