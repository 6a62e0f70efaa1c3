/// What the music of a live is doing.
public enum MusicPlayStatus: Int, JSONCodable, Sendable {
    /// No music is chosen, or it was stopped or has ended.
    case idle = 0
    /// It plays.
    case playing = 1
    /// It is paused.
    case paused = 2
    /// It is being loaded.
    case loading = 3
}
