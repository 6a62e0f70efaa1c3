/// The description of a stream that its room and players receive.
public struct MediaInfo: Sendable, Hashable, Codable {
    /// The codecs in the syntax of `SourceBuffer` and HLS, video first: `avc1.42E01F,opus`.
    public let codecs: String
    /// The width of the video in pixels; 0 if there is none.
    public let width: Int
    /// The height of the video in pixels; 0 if there is none.
    public let height: Int
    /// True if there is sound.
    public let hasSound: Bool

    /// Describes a stream with these tracks.
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

    /// True if there is video, false if there is only sound.
    public var hasPicture: Bool { width > 0 }

    /// Notes about codecs that not every player supports; empty if all players do.
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

    /// The MIME type for `SourceBuffer` and for `Content-Type`: `video/mp4; codecs="avc1.42E01F,opus"`.
    public var mimeType: String { "\(containerType); codecs=\"\(codecs)\"" }

    /// The MIME type without codecs: `video/mp4`, or `audio/mp4` if there is only sound.
    public var containerType: String { hasPicture ? "video/mp4" : "audio/mp4" }
}
