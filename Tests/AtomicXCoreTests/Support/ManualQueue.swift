import Dispatch
import Foundation

@testable import AtomicXCore

/// A manual store queue. Its clock stands still until a test advances it.
///
/// `@unchecked Sendable`: the clock and the timers are under a lock.
final class ManualQueue: StoreQueue, @unchecked Sendable {
    private struct Timer {
        let at: Int64
        let work: @Sendable () -> Void
    }

    private let queue = DispatchQueue(label: "stores")
    private let lock = NSLock()
    private var now: Int64 = 1_000
    private var timers: [Timer] = []

    var nowMilliseconds: Int64 { lock.withLock { now } }

    func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void) {
        lock.withLock { timers.append(Timer(at: now + delay, work: work)) }
    }

    /// Advances the clock and waits until due work has run.
    func advance(milliseconds: Int64) async throws {
        let due = lock.withLock {
            now += milliseconds
            let due = timers.filter { $0.at <= now }.sorted { $0.at < $1.at }
            timers.removeAll { $0.at <= now }
            return due
        }
        for timer in due { queue.async(execute: timer.work) }
        try await run {}
    }

    /// Waits until all queued work has run.
    func settle() async throws { try await run {} }
}
