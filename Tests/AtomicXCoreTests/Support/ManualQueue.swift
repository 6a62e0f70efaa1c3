import Dispatch
import Foundation

@testable import AtomicXCore

/// A stores' queue of a test's own, whose clock stands still until the test turns it.
///
/// `@unchecked Sendable`: the clock and the timers are touched under the lock only.
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

    /// Turns the clock and waits until what is due has run.
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

    /// Waits until all that was handed in has run.
    func settle() async throws { try await run {} }
}
