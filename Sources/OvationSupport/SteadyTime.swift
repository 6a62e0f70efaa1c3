package import OvationModel
import Synchronization

/// A time of day that never goes back within a run: for when something that is kept is due.
///
/// What is kept for later has to be readable in the next run too, so its time is one of the day. But the clock of the day can be set. Set
/// back by a day, it would delay everything that is tried again by a day. This time begins with the clock of the day and goes on with the
/// one that never steps; where the clock of the day is ahead of it, it follows.
package final class SteadyTime: Sendable {
    private struct Anchor {
        var wall: Timestamp
        var nanoseconds: UInt64
    }

    private let clock: ServerClock
    private let anchor: Mutex<Anchor>

    /// Begins with the time of day.
    package init(_ clock: ServerClock) {
        self.clock = clock
        anchor = Mutex(Anchor(wall: clock.wall(), nanoseconds: clock.nanoseconds()))
    }

    /// The time now, never earlier than it was.
    package func now() -> Timestamp {
        let (wall, nanoseconds) = (clock.wall(), clock.nanoseconds())
        return anchor.withLock { anchor in
            let passed = nanoseconds > anchor.nanoseconds ? nanoseconds - anchor.nanoseconds : 0
            let steady = anchor.wall.adding(milliseconds: Int64(passed / 1_000_000))
            guard wall > steady else { return steady }
            anchor = Anchor(wall: wall, nanoseconds: nanoseconds)
            return wall
        }
    }
}
