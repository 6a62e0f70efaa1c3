import Foundation

@testable import AtomicXCore

/// A manual clock for pictures. A test advances it, and due work runs in the order of its time.
///
/// `@unchecked Sendable`: the timers and the time are under a lock, and work runs on the main actor only.
final class ManualPictureClock: PictureClock, @unchecked Sendable {
    private struct Timer {
        let at: Int64
        let number: Int
        let work: @MainActor @Sendable () -> Void
    }

    private let lock = NSLock()
    private var now: Int64 = 50_000
    private var timers: [Timer] = []
    private var count = 0

    var nowMilliseconds: Int64 { lock.withLock { now } }

    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void) {
        lock.withLock {
            count += 1
            timers.append(Timer(at: now + milliseconds, number: count, work: work))
        }
    }

    /// Advances the clock and runs due work in order, including work added meanwhile.
    @MainActor func advance(milliseconds: Int64 = 0) {
        let end = nowMilliseconds + milliseconds
        while let timer = next(until: end) { timer.work() }
        lock.withLock { now = end }
    }

    private func next(until end: Int64) -> Timer? {
        lock.withLock {
            let due = timers.filter { $0.at <= end }.min { ($0.at, $0.number) < ($1.at, $1.number) }
            guard let due else { return nil }
            timers.removeAll { $0.number == due.number }
            now = max(now, due.at)
            return due
        }
    }
}

/// A source of pictures that answers when a test asks it to.
///
/// `@unchecked Sendable`: touched on the main actor only.
final class ScriptedSource: PictureSource, @unchecked Sendable {
    var questions: [(liveID: String, answer: @MainActor @Sendable (Result<LocatedPicture, ErrorInfo>) -> Void)] = []
    /// The number of questions so far.
    var asked = 0

    func locate(_ liveID: String, answer: @escaping @MainActor @Sendable (Result<LocatedPicture, ErrorInfo>) -> Void) {
        asked += 1
        questions.append((liveID, answer))
    }

    /// Answers the oldest question.
    @MainActor func answer(_ result: Result<LocatedPicture, ErrorInfo>) {
        guard !questions.isEmpty else { return }
        questions.removeFirst().answer(result)
    }

    /// Answers the oldest question with a live picture.
    @MainActor func answerLive(_ address: String = "https://live.example/index.m3u8") {
        answer(.success(LocatedPicture(state: .live, address: address, ownerID: "host")))
    }
}

/// A player that logs its calls.
final class RecordingPlayer: PicturePlayer {
    var events: ((PicturePlayerEvent) -> Void)?
    var log: [String] = []
    var isOpen = false

    func open(_ address: String, isMuted: Bool) {
        isOpen = true
        log.append("open \(address.split(separator: "/").last ?? "")\(isMuted ? " muted" : "")")
    }

    func setMuted(_ isMuted: Bool) { log.append(isMuted ? "mute" : "unmute") }

    func close() {
        isOpen = false
        log.append("close")
    }
}

/// A deck, with players and listeners that record what happens.
@MainActor
final class PictureWorld {
    let clock = ManualPictureClock()
    let source = ScriptedSource()
    let deck: PictureDeck
    var told: [String] = []

    init(limits: PictureLimits = PictureLimits()) {
        deck = PictureDeck(source: source, clock: clock, limits: limits, chance: { $0.lowerBound })
    }

    func listener(_ name: String = "") -> PictureDeck.Listener {
        PictureDeck.Listener(
            onPlaying: { [weak self] in self?.told.append("\(name)playing \($0)") },
            onLoading: { [weak self] in self?.told.append("\(name)loading \($0)") },
            onError: { [weak self] in self?.told.append("\(name)error \($1.rawValue) \($2.prefix(12))") })
    }

    /// Sends an event from a player.
    func say(_ event: PicturePlayerEvent, _ player: RecordingPlayer) {
        player.events?(event)
        clock.advance()
    }
}
