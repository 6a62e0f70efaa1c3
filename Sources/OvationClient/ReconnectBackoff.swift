package import NIOCore

/// Decides how long to wait before the next attempt to connect.
///
/// The ceiling doubles with every failure, up to `max`. The wait is random between `min` and the ceiling, so that clients that lost the
/// same server at the same moment do not all come back at once.
package struct ReconnectBackoff: Equatable, Sendable {
    let min: TimeAmount
    let max: TimeAmount

    package init(min: TimeAmount, max: TimeAmount) {
        self.min = min
        self.max = Swift.max(min, max)
    }

    /// The longest wait before an attempt.
    ///
    /// - Parameter attempt: The number of the attempt, counted from 1.
    func ceiling(attempt: Int) -> TimeAmount {
        let doublings = Swift.min(Swift.max(attempt, 1), 32)
        let (nanoseconds, overflow) = min.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(doublings))
        return overflow ? max : Swift.min(.nanoseconds(nanoseconds), max)
    }

    /// The wait before an attempt.
    ///
    /// - Parameter attempt: The number of the attempt, counted from 1.
    package func delay(attempt: Int, using random: inout some RandomNumberGenerator) -> TimeAmount {
        .nanoseconds(Int64.random(in: min.nanoseconds...ceiling(attempt: attempt).nanoseconds, using: &random))
    }
}
