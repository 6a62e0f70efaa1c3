/// Plays the picture of a view. With UIKit, it is AVPlayer.
@MainActor
protocol PicturePlayer: AnyObject {
    /// Called with events of the address that was opened last.
    var events: ((PicturePlayerEvent) -> Void)? { get set }

    /// Plays an address. It closes the previous one.
    func open(_ address: String, isMuted: Bool)

    /// Mutes or unmutes the sound.
    func setMuted(_ isMuted: Bool)

    /// Stops playing and releases all resources.
    func close()
}

/// An event of a player.
enum PicturePlayerEvent: Equatable, Sendable {
    /// The picture is playing.
    case playing
    /// The picture has stalled, because no data arrives.
    case stalled
    /// The stream ended.
    case ended
    /// The picture cannot be played. The value is a sentence that says why.
    case failed(String)
}

/// The player of systems that cannot play pictures. It reports that every picture fails.
final class NoPicturePlayer: PicturePlayer {
    var events: ((PicturePlayerEvent) -> Void)?

    func open(_ address: String, isMuted: Bool) { events?(.failed("This system plays no pictures.")) }
    func setMuted(_ isMuted: Bool) {}
    func close() {}
}
