import NIOCore
import OvationModel
import OvationSupport
import Synchronization

/// Announces a changed catalogue to every session: the first edit of a burst at once, the rest together.
///
/// Every connected client reacts by requesting the gift panel. When a backend edits a hundred gifts in a second, ten
/// thousand viewers must not fetch it a hundred times.
final class CatalogueAnnouncer: Sendable {
    private struct State {
        /// The clock's nanoseconds of the last news; nil before the first.
        var toldAt: UInt64?
        var isScheduled = false
    }

    private let eventLoop: any EventLoop
    private let clock: ServerClock
    private let interval: UInt64
    private let tell: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes an announcer.
    ///
    /// - Parameters:
    ///   - eventLoop: runs the delayed announcement.
    ///   - tell: sends the announcement to every session. Called on any thread.
    init(eventLoop: any EventLoop, limits: Limits, clock: ServerClock, tell: @escaping @Sendable () -> Void) {
        self.eventLoop = eventLoop
        self.clock = clock
        self.tell = tell
        interval = UInt64(max(0, limits.catalogueChangedIntervalMilliseconds)) * 1_000_000
    }

    /// Says that the catalogue changed. A client that asks for it after the news gets at least this change.
    func catalogueChanged() {
        let now = clock.nanoseconds()
        let due: UInt64? = state.withLock { state in
            guard !state.isScheduled else { return nil }
            guard let toldAt = state.toldAt, now < toldAt + interval else {
                state.toldAt = now
                return now
            }
            state.isScheduled = true
            return toldAt + interval
        }
        guard let due else { return }
        guard due > now else { return tell() }
        eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
            // Reset the state first: an edit that arrives during the announcement causes another one and is not lost.
            self.state.withLock { $0 = State(toldAt: due) }
            self.tell()
        }
    }
}
