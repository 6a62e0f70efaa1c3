/// An event about the music of a live.
public enum MusicEvent: Sendable {
    /// The music has played to its end. Not yet: no music plays.
    case playCompleted(playURL: String)
    /// The music could not be played. `code` is the number of the error, as in the completion of ``MusicStore/startPlay(url:completion:)``.
    case playError(playURL: String, code: Int)
}
