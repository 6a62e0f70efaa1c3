/// The music of a live.
///
/// Not yet: no music plays, so only ``musicVolume`` and ``musicPitch`` ever change.
public struct MusicState: JSONCodable, Sendable {
    /// The URL or the path of the music; nil for none.
    public var playURL: String?
    /// What the music is doing.
    public var playStatus = MusicPlayStatus.idle
    /// The position in the music, in milliseconds.
    public var playProgress = 0
    /// The length of the music, in milliseconds; 0 if it is not known.
    public var totalDuration = 0
    /// The volume of the music for the user and for the viewers, 0 to 100.
    public var musicVolume = 60
    /// The pitch of the music, in semitones, -12 to 12.
    public var musicPitch = 0.0

    /// Makes the state without music.
    public init() {}
}
