/// What plays the picture of a view. AVPlayer does where UIKit is.
@MainActor
protocol PicturePlayer: AnyObject {
    /// Called with what happens to the address that was opened last.
    var events: ((PicturePlayerEvent) -> Void)? { get set }

    /// Plays an address. What played before is closed.
    func open(_ address: String, isMuted: Bool)

    /// Lets the sound be heard, or not.
    func setMuted(_ isMuted: Bool)

    /// Plays nothing any more, and lets go of what it took.
    func close()
}

/// What happens to a player.
enum PicturePlayerEvent: Equatable, Sendable {
    /// The picture moves.
    case playing
    /// The picture stands still, because nothing comes.
    case stalled
    /// What was published ended.
    case ended
    /// It cannot be played; a sentence that says why.
    case failed(String)
}

/// The player where no system plays pictures: it says so.
final class NoPicturePlayer: PicturePlayer {
    var events: ((PicturePlayerEvent) -> Void)?

    func open(_ address: String, isMuted: Bool) { events?(.failed("This system plays no pictures.")) }
    func setMuted(_ isMuted: Bool) {}
    func close() {}
}
