import Foundation
import NIOCore
public import OvationModel

/// Where the server's time comes from. Handed in, so that tests can make it pass.
public struct ServerClock: Sendable {
    /// The time of day, for everything that people see and that is kept.
    public var wall: @Sendable () -> Timestamp
    /// A clock that never steps, in nanoseconds from an arbitrary start, for everything that waits.
    public var nanoseconds: @Sendable () -> UInt64

    /// Makes a clock of two functions.
    public init(wall: @escaping @Sendable () -> Timestamp, nanoseconds: @escaping @Sendable () -> UInt64) {
        self.wall = wall
        self.nanoseconds = nanoseconds
    }

    /// The clock of the machine.
    public static let system = ServerClock(
        wall: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
        nanoseconds: { NIODeadline.now().uptimeNanoseconds })

    /// The clock that never steps, in milliseconds. Comparable with itself only.
    package func monotonic() -> Timestamp { Timestamp(milliseconds: Int64(nanoseconds() / 1_000_000)) }
}
