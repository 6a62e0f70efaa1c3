import OvationStorage

/// A storage whose calls take their time in the world, until the process that makes them ends.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
class PausingStorage: ForwardingStorage, @unchecked Sendable {
    let world: World
    private let timers: World.TimerSource
    private(set) var isDead = false
    private var pauses: [Pause] = []

    private final class Pause {
        var continuation: CheckedContinuation<Void, any Error>?
    }

    init(_ base: any Storage, _ world: World) {
        self.world = world
        timers = world.makeTimerSource()
        super.init(base)
    }

    /// Ends the process: everything that it waits for fails, and nothing more reaches the storage.
    func die() {
        isDead = true
        let waiting = pauses
        pauses = []
        for pause in waiting { pause.continuation?.resume(throwing: StorageError("The process is gone.")) }
    }

    func pause(nanoseconds: UInt64) async throws {
        guard !isDead else { throw StorageError("The process is gone.") }
        let pause = Pause()
        pauses.append(pause)
        try await withCheckedThrowingContinuation { continuation in
            pause.continuation = continuation
            world.after(nanoseconds: nanoseconds, timers) { [self] in
                guard let place = pauses.firstIndex(where: { $0 === pause }) else { return }
                pauses.remove(at: place)
                continuation.resume()
            }
        }
    }
}
