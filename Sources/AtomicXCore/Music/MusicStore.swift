public import OpenCombineShim
import OvationClient
import OvationModel

/// The background music of a live, which its host plays to everybody.
///
/// Not yet: no music plays. ``startPlay(url:completion:)`` fails with -4004, or with -1002 before a login. The volume and the pitch are
/// kept in ``state``. The other methods control music that plays, so they change nothing.
///
/// Methods may be called on any thread. State, events and completions arrive on the main queue. If the volume or the pitch is set there,
/// the state already has the change when the method returns.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the publishers are used on the main queue only.
public class MusicStore: @unchecked Sendable {
    /// The vendor's number for a call that the state does not allow.
    private static let invalidOperation = -4004

    /// The music, with its volume.
    public let state = StatePublisher(initialState: MusicState())
    /// Publishes the end of music, and errors.
    public let musicEventPublisher = PassthroughSubject<MusicEvent, Never>()

    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> MusicStore { StoreHub.shared.music.store(for: liveID) }

    // MARK: Playing

    /// Plays music from its beginning. Not yet: it fails with -4004.
    ///
    /// - Parameters:
    ///   - url: The URL of the music, with https, or the path of a file.
    ///   - completion: Called on the main queue. Not yet: it fails with -4004, or with -1002 before a login. ``musicEventPublisher`` tells
    ///     the failure before.
    public func startPlay(url: String, completion: CompletionClosure?) {
        runtime.failUnavailable(
            in: lane, Completion(completion),
            failed: { self.musicEventPublisher.send(.playError(playURL: url, code: $0.code)) },
            with: ErrorInfo(code: Self.invalidOperation, message: "This version plays no music in a live."))
    }

    /// Stops the music and goes back to its beginning. Not yet: no music plays, so this changes nothing.
    public func stopPlay() {}

    /// Pauses the music. Not yet: no music plays, so this changes nothing.
    public func pausePlay() {}

    /// Continues paused music. Not yet: no music plays, so this changes nothing.
    public func resumePlay() {}

    /// Goes to a position in the music. Not yet: no music plays, so this changes nothing.
    ///
    /// - Parameter milliseconds: The position, in milliseconds from the beginning.
    public func seek(_ milliseconds: Int) {}

    // MARK: Sound

    /// Sets the volume of the music for the user and for the viewers. Not yet: no music plays, so nobody hears it.
    ///
    /// - Parameter volume: The volume, 0 to 100. A value outside the range becomes the nearest one in it.
    public func setMusicVolume(_ volume: Int) { change { $0.musicVolume = volume.clamped(to: 0...100) } }

    /// Sets the pitch of the music. Not yet: no music plays, so nobody hears it.
    ///
    /// - Parameter pitch: The change of the pitch, in semitones, -12 to 12. A value outside the range becomes the nearest one in it; NaN
    ///   becomes 0.
    public func setPitch(_ pitch: Double) {
        change { $0.musicPitch = pitch.isNaN ? 0 : pitch.clamped(to: -12...12) }
    }

    private func change(_ change: @escaping @Sendable (inout MusicState) -> Void) {
        MainQueue.run { [state] in state.update(change) }
    }
}
