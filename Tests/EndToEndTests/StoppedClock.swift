import OvationModel
import OvationTestKit

@testable import OvationSupport

/// A clock for the server under test. Its time passes only when the test advances it.
///
/// It starts at the machine's time, because UserSigs and event loops use that time.
struct StoppedClock: Sendable {
    private let clock = ManualClock(ServerClock.system.wall())

    /// The server's view of the clock. Waiting still takes real time, because event loops know no other.
    var server: ServerClock {
        ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })
    }

    /// The current time of this clock.
    var now: Timestamp { clock.now }

    /// Advances the clock.
    func advance(seconds: Int64) { clock.advance(seconds: seconds) }

    /// Advances the clock by milliseconds.
    func advance(milliseconds: Int64) { clock.advance(milliseconds: milliseconds) }
}
