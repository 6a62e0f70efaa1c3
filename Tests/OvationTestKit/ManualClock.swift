public import OvationModel
import Synchronization

/// A clock that stands still until a test advances it.
///
/// Pass it to the code under test: `ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })`.
public final class ManualClock: Sendable {
    private let milliseconds: Mutex<Int64>
    private let start: Int64

    /// Makes a clock that shows this time; by default 2024-11-21T02:40:00Z.
    public init(_ start: Timestamp = Timestamp(milliseconds: 1_732_156_800_000)) {
        self.start = start.milliseconds
        milliseconds = Mutex(start.milliseconds)
    }

    /// How far the wall clock was set, in milliseconds. Durations do not change with it.
    private let wallShift = Mutex<Int64>(0)

    /// The time on the wall clock.
    public var now: Timestamp {
        Timestamp(milliseconds: milliseconds.withLock { $0 } + wallShift.withLock { $0 })
    }

    /// Sets the wall clock forward or back, as an operator may. No time passes.
    public func setWall(bySeconds delta: Int64) { wallShift.withLock { $0 += delta * 1_000 } }

    /// Nanoseconds since the clock was made, for measuring durations.
    public var nanoseconds: UInt64 { UInt64(max(0, milliseconds.withLock { $0 } - start)) * 1_000_000 }

    /// Lets time pass. A negative number steps back, as a wall clock may.
    public func advance(milliseconds delta: Int64) { milliseconds.withLock { $0 += delta } }

    /// Lets time pass in whole seconds.
    public func advance(seconds delta: Int64) { advance(milliseconds: delta * 1000) }

    /// Makes the clock show this time.
    public func set(_ time: Timestamp) { milliseconds.withLock { $0 = time.milliseconds } }
}
