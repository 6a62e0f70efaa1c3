/// An initialisation segment, which a player needs before any fragment.
public struct InitialisationSegment: Sendable, Hashable {
    /// The boxes `ftyp` and `moov`, unchanged.
    public let bytes: [UInt8]
    /// One video track, one sound track, or one of each.
    public let tracks: [MediaTrack]
    /// The description for the room and for players.
    public let info: MediaInfo

    init(bytes: [UInt8], tracks: [MediaTrack]) {
        self.bytes = bytes
        self.tracks = tracks
        info = MediaInfo(tracks: tracks)
    }
}

/// The time and the size of a fragment.
public struct FragmentSpan: Sendable, Hashable {
    /// When the fragment begins in the publisher's time, in microseconds, from 0 to `startMicrosecondsMax`.
    public let startMicroseconds: Int64
    /// How long the fragment lasts, in microseconds. It can be 0 if the publisher sends every frame separately.
    public let durationMicroseconds: Int64
    /// True if a player can begin here: the fragment begins with a key frame, or the stream has no video.
    public let beginsWithKeyFrame: Bool
    /// True if a player that begins here can show every frame. It is false if some frames depend on frames before the fragment.
    public let standsAlone: Bool
    /// The size of the fragment in bytes.
    public let byteCount: Int

    /// The latest time at which a fragment may begin: about 300 years.
    public static let startMicrosecondsMax: Int64 = 10_000_000_000 * 1_000_000

    /// Makes a span. Times out of range are clamped.
    public init(
        startMicroseconds: Int64, durationMicroseconds: Int64, beginsWithKeyFrame: Bool, standsAlone: Bool = true,
        byteCount: Int
    ) {
        self.startMicroseconds = min(max(startMicroseconds, 0), Self.startMicrosecondsMax)
        self.durationMicroseconds = min(max(durationMicroseconds, 0), Self.startMicrosecondsMax)
        self.beginsWithKeyFrame = beginsWithKeyFrame
        self.standsAlone = beginsWithKeyFrame && standsAlone
        self.byteCount = max(byteCount, 0)
    }

    /// When the fragment ends, in microseconds.
    public var endMicroseconds: Int64 { startMicroseconds + durationMicroseconds }
}

/// A fragment of a stream: a short stretch of video and sound.
public struct MediaFragment: Sendable, Hashable {
    /// The boxes `moof` and `mdat`, unchanged; those of both tracks if the tracks have separate boxes.
    public let bytes: [UInt8]
    /// The time of the video, or of the sound if there is no video.
    public let span: FragmentSpan
    /// The number of samples in all tracks.
    public let sampleCount: Int
    /// True if the fragment contains only sound although the stream has video. It does not advance the stream's time.
    public let isSoundOfPicture: Bool
    /// The duration of that sound, in microseconds; 0 for all other fragments.
    public let soundMicroseconds: Int64
}

/// A part of a stream.
public enum MediaPart: Sendable, Hashable {
    /// The beginning of the stream, or of a restarted stream.
    case initialisation(InitialisationSegment)
    /// The next fragment.
    case fragment(MediaFragment)
}
