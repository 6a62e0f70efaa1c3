/// The beginning of a stream: what a player needs before any fragment.
public struct InitialisationSegment: Sendable, Hashable {
    /// The boxes `ftyp` and `moov`, as they came.
    public let bytes: [UInt8]
    /// One picture, one sound, or one of each.
    public let tracks: [MediaTrack]
    /// The description for room and players.
    public let info: MediaInfo

    init(bytes: [UInt8], tracks: [MediaTrack]) {
        self.bytes = bytes
        self.tracks = tracks
        info = MediaInfo(tracks: tracks)
    }
}

/// When a fragment plays, and how large it is.
public struct FragmentSpan: Sendable, Hashable {
    /// When it begins in the time of its publisher, in microseconds. Never negative, at most `startMicrosecondsMax`.
    public let startMicroseconds: Int64
    /// How long it lasts, in microseconds. A publisher that sends every frame by itself may say 0.
    public let durationMicroseconds: Int64
    /// Whether a player can begin here: the picture begins with a key frame, or there is no picture.
    public let beginsWithKeyFrame: Bool
    /// Whether all that is in it can be shown by who begins here. It is not so where pictures of the group before are needed for some.
    public let standsAlone: Bool
    /// Bytes of the fragment.
    public let byteCount: Int

    /// The latest time at which a fragment may begin: some 300 years.
    public static let startMicrosecondsMax: Int64 = 10_000_000_000 * 1_000_000

    /// Makes the description of a fragment; times out of bounds are brought to the next bound.
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

    /// When it ends, in microseconds.
    public var endMicroseconds: Int64 { startMicroseconds + durationMicroseconds }
}

/// A fragment of a stream: a moment of picture and sound.
public struct MediaFragment: Sendable, Hashable {
    /// The boxes `moof` and `mdat`, as they came; those of both tracks where each has its own.
    public let bytes: [UInt8]
    /// When it plays, by its picture, or by its sound where there is no picture.
    public let span: FragmentSpan
    /// Samples of all tracks.
    public let sampleCount: Int
    /// Whether it is sound without the picture that the stream has. It then counts for no time of its own.
    public let isSoundOfPicture: Bool
    /// How long that sound lasts, in microseconds; 0 for every other fragment.
    public let soundMicroseconds: Int64
}

/// What a reader finds in a stream.
public enum MediaPart: Sendable, Hashable {
    /// The stream begins, or begins anew.
    case initialisation(InitialisationSegment)
    /// The next moment of it.
    case fragment(MediaFragment)
}
