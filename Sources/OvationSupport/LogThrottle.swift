package import OvationModel
import OvationRules

/// Lets so many lines of a kind into the log, and counts those that it leaves out. Pure.
///
/// What strangers cause must not fill the disk.
package struct LogThrottle: Sendable {
    private var bucket: TokenBucket
    private var leftOut = 0

    /// Makes a throttle that has let nothing through yet.
    ///
    /// - Parameters:
    ///   - perSecond: lines a second; 0 means that there is no limit.
    ///   - burst: lines that may come at once.
    package init(perSecond: Int, burst: Int, at now: Timestamp) {
        bucket = TokenBucket(perSecond: perSecond, burst: burst, at: now)
    }

    /// Asks for a line.
    ///
    /// - Parameter now: a clock that never steps.
    /// - Returns: How many lines were left out since the last one; nil where this one is left out too.
    package mutating func admit(at now: Timestamp) -> Int? {
        guard bucket.take(at: now) else {
            leftOut += 1
            return nil
        }
        defer { leftOut = 0 }
        return leftOut
    }
}
