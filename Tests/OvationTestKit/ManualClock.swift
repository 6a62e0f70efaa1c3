public import OvationModel
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Hand `now` to whatever asks for the time: `ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })`.
public final class ManualClock: Sendable {
    private let milliseconds: Mutex<Int64>
    private let start: Int64

    /// Makes a clock that shows a time; without one, 2024-11-21T02:40:00Z.
    public init(_ start: Timestamp = Timestamp(milliseconds: 1_732_156_800_000)) {
        self.start = start.milliseconds
        milliseconds = Mutex(start.milliseconds)
    }

    /// By how much the clock of the wall was set, in milliseconds; what measures durations does not notice.
    private let wallShift = Mutex<Int64>(0)

    /// The time that it shows.
    public var now: Timestamp {
        Timestamp(milliseconds: milliseconds.withLock { $0 } + wallShift.withLock { $0 })
    }

    /// Sets the clock of the wall forward or back, as an operator may. No time passes.
    public func setWall(bySeconds delta: Int64) { wallShift.withLock { $0 += delta * 1_000 } }

    /// Nanoseconds since it was made, for what measures durations.
    public var nanoseconds: UInt64 { UInt64(max(0, milliseconds.withLock { $0 } - start)) * 1_000_000 }

    /// Lets time pass. A negative number steps back, as a clock of the wall may.
    public func advance(milliseconds delta: Int64) { milliseconds.withLock { $0 += delta } }

    /// Lets whole seconds pass.
    public func advance(seconds delta: Int64) { advance(milliseconds: delta * 1000) }

    /// Shows another time.
    public func set(_ time: Timestamp) { milliseconds.withLock { $0 = time.milliseconds } }
}
