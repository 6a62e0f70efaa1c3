import OvationModel
import OvationServer
import OvationTestKit

/// A clock for a server under test: what the server calls time passes when the test says so.
///
/// It begins at the machine's time, because UserSigs and event loops know no other.
struct StoppedClock: Sendable {
    private let clock = ManualClock(ServerClock.system.wall())

    /// The clock as the server takes it. What waits does so in real time: the loops of the machine have no other.
    var server: ServerClock {
        ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })
    }

    /// The time that it shows.
    var now: Timestamp { clock.now }

    /// Lets time pass.
    func advance(seconds: Int64) { clock.advance(seconds: seconds) }

    /// Lets less than seconds pass.
    func advance(milliseconds: Int64) { clock.advance(milliseconds: milliseconds) }
}
