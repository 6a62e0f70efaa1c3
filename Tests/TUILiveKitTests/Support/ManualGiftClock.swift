import Foundation

@testable import TUILiveKit

/// A clock with timers that stands still until a test advances it.
///
/// `@unchecked Sendable`: everything is under a lock.
final class ManualGiftClock: GiftClock, @unchecked Sendable {
    private struct Timer {
        let at: Int64
        let work: @MainActor @Sendable () -> Void
    }

    private let lock = NSLock()
    private var now: Int64 = 1_000_000
    private var timers: [Timer] = []

    var nowMilliseconds: Int64 { lock.withLock { now } }

    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void) {
        lock.withLock { timers.append(Timer(at: now + milliseconds, work: work)) }
    }

    /// Advances the clock and fires each timer at its time.
    @MainActor
    func advance(milliseconds: Int64) {
        let end = nowMilliseconds + milliseconds
        while let timer = next(until: end) { timer.work() }
        lock.withLock { now = end }
    }

    private func next(until end: Int64) -> Timer? {
        lock.withLock {
            guard let index = timers.indices.min(by: { timers[$0].at < timers[$1].at }), timers[index].at <= end else {
                return nil
            }
            let timer = timers.remove(at: index)
            now = max(now, timer.at)
            return timer
        }
    }
}
