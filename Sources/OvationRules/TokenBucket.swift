public import OvationModel

/// A rate with a burst: tokens that fill up with time and are taken one by one.
///
/// Counts in thousandths of a token, so that a rate of 40 a second and a clock of milliseconds give no rounding errors.
public struct TokenBucket: Hashable, Sendable {
    /// Tokens that are added a second; 0 means that there is no limit.
    public let perSecond: Int
    /// Tokens that it holds at most.
    public let burst: Int
    /// More than any server delivers, and little enough that no sum overflows.
    private static let burstMax = 1_000_000_000_000
    private var thousandths: Int64
    private var filledAt: Timestamp

    /// Makes a full bucket.
    public init(perSecond: Int, burst: Int, at now: Timestamp) {
        self.perSecond = perSecond
        self.burst = min(max(burst, 1), Self.burstMax)
        thousandths = Int64(self.burst) * 1000
        filledAt = now
    }

    /// How full it is, from 0 to 1.
    public mutating func level(at now: Timestamp) -> Double {
        fill(at: now)
        return Double(thousandths) / Double(Int64(burst) * 1000)
    }

    /// Whether it holds all that it can.
    public func isFull(at now: Timestamp) -> Bool {
        var filled = self
        filled.fill(at: now)
        return filled.thousandths == Int64(burst) * 1000
    }

    /// Takes a token and says whether there was one, keeping back a share for others.
    ///
    /// - Parameter reserve: the part, from 0 to 1, of all but one of the tokens that must be left over. A full bucket,
    ///   however small, always gives one.
    public mutating func take(at now: Timestamp, reserve: Double = 0) -> Bool {
        guard perSecond > 0 else { return true }
        fill(at: now)
        let kept = Int64(reserve * Double(Int64(burst - 1) * 1000))
        guard thousandths - 1000 >= kept else { return false }
        thousandths -= 1000
        return true
    }

    /// Takes a token whether there is one or not; the bucket does not go below empty.
    public mutating func spend(at now: Timestamp) {
        guard perSecond > 0 else { return }
        fill(at: now)
        thousandths = max(0, thousandths - 1000)
    }

    private mutating func fill(at now: Timestamp) {
        let elapsed = now.milliseconds(since: filledAt)
        // A clock that steps back fills nothing and takes nothing away.
        guard elapsed > 0 else {
            if now.isSetBack(from: filledAt) { filledAt = now }
            return
        }
        filledAt = now
        let full = Int64(burst) * 1000
        let (gained, overflow) = elapsed.multipliedReportingOverflow(by: Int64(perSecond))
        thousandths = overflow ? full : min(full, thousandths + min(gained, full))
    }
}

extension Timestamp {
    /// Whether the clock was set back since it showed another time. Up to a second does not count: a command may come a
    /// little late, an order that was charged for instance with the time at which it was let through.
    func isSetBack(from other: Timestamp) -> Bool { milliseconds(since: other) < -1000 }
}
