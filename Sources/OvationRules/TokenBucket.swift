public import OvationModel

/// A rate with a burst: tokens that fill up with time and are taken one by one.
///
/// Counts in parts of a token: as many as the interval of its rate has milliseconds. So a rate of 40 a second and a clock of
/// milliseconds give no rounding errors.
public struct TokenBucket: Hashable, Sendable {
    /// Tokens that are added in an interval; 0 means that there is no limit.
    private let rate: Int
    /// Parts of a token, and milliseconds of the interval.
    private let partsPerToken: Int64
    /// Tokens that it holds at most.
    private let burst: Int
    /// More than any server delivers, and little enough that no sum overflows.
    private static let burstMax = 1_000_000_000_000
    private var parts: Int64
    private var filledAt: Timestamp

    /// Makes a full bucket that gets so many tokens a second.
    public init(perSecond: Int, burst: Int, at now: Timestamp) {
        self.init(rate: perSecond, milliseconds: 1_000, burst: burst, at: now)
    }

    /// Makes a full bucket that gets so many tokens an hour.
    public init(perHour: Int, burst: Int, at now: Timestamp) {
        self.init(rate: perHour, milliseconds: 3_600_000, burst: burst, at: now)
    }

    private init(rate: Int, milliseconds: Int64, burst: Int, at now: Timestamp) {
        self.rate = max(rate, 0)
        partsPerToken = milliseconds
        self.burst = min(max(burst, 1), Self.burstMax)
        parts = Int64(self.burst) * milliseconds
        filledAt = now
    }

    private var full: Int64 { Int64(burst) * partsPerToken }

    /// Whether it bounds nothing.
    public var isUnlimited: Bool { rate == 0 }

    /// How full it is, from 0 to 1.
    public mutating func level(at now: Timestamp) -> Double {
        fill(at: now)
        return max(0, Double(parts) / Double(full))
    }

    /// Whether it holds all that it can.
    public func isFull(at now: Timestamp) -> Bool {
        var filled = self
        filled.fill(at: now)
        return filled.parts == full
    }

    /// Takes a token and says whether there was one, keeping back a share for others.
    ///
    /// - Parameter reserve: the part, from 0 to 1, of all but one of the tokens that must be left over. A full bucket,
    ///   however small, always gives one.
    public mutating func take(at now: Timestamp, reserve: Double = 0) -> Bool {
        guard !isUnlimited else { return true }
        fill(at: now)
        let kept = Int64(reserve * Double(Int64(burst - 1) * partsPerToken))
        guard parts - partsPerToken >= kept else { return false }
        parts -= partsPerToken
        return true
    }

    /// Takes several tokens, or none; says whether there were so many. A wish for more than the bucket ever holds takes all of
    /// it.
    public mutating func take(_ count: Int, at now: Timestamp) -> Bool {
        guard !isUnlimited, count > 0 else { return true }
        fill(at: now)
        let wanted = Int64(min(count, burst)) * partsPerToken
        guard parts >= wanted else { return false }
        parts -= wanted
        return true
    }

    /// Takes a token whether there is one or not; the bucket does not go below empty.
    public mutating func spend(at now: Timestamp) {
        guard !isUnlimited else { return }
        fill(at: now)
        parts = max(min(parts, 0), parts - partsPerToken)
    }

    /// Takes tokens that may not be there: what is missing is a debt, which has to fill up first.
    public mutating func charge(_ count: Int, at now: Timestamp) {
        guard !isUnlimited, count > 0 else { return }
        fill(at: now)
        parts = max(-Int64(Self.burstMax) * partsPerToken, parts - Int64(min(count, Self.burstMax)) * partsPerToken)
    }

    /// Gives tokens back; it never holds more than its burst.
    public mutating func giveBack(_ count: Int) {
        guard !isUnlimited, count > 0 else { return }
        parts = min(full, parts + Int64(min(count, Self.burstMax)) * partsPerToken)
    }

    /// Whether more was taken than there was.
    public mutating func isInDebt(at now: Timestamp) -> Bool {
        guard !isUnlimited else { return false }
        fill(at: now)
        return parts < 0
    }

    /// The milliseconds until there are `count` tokens if none are taken meanwhile; 0 when they are there.
    public func milliseconds(until count: Int, at now: Timestamp) -> Int64 {
        guard !isUnlimited else { return 0 }
        var filled = self
        filled.fill(at: now)
        let missing = Int64(min(max(count, 0), burst)) * partsPerToken - filled.parts
        return missing > 0 ? (missing - 1) / Int64(rate) + 1 : 0
    }

    private mutating func fill(at now: Timestamp) {
        let elapsed = now.milliseconds(since: filledAt)
        // A clock that steps back fills nothing and takes nothing away.
        guard elapsed > 0 else {
            if now.isSetBack(from: filledAt) { filledAt = now }
            return
        }
        filledAt = now
        let (gained, overflow) = elapsed.multipliedReportingOverflow(by: Int64(rate))
        let (sum, isBeyond) = parts.addingReportingOverflow(gained)
        parts = overflow || isBeyond ? full : min(full, sum)
    }
}

extension Timestamp {
    /// Whether the clock was set back since it showed another time. Up to a second does not count: a command may come a
    /// little late, an order that was charged for instance with the time at which it was let through.
    func isSetBack(from other: Timestamp) -> Bool { milliseconds(since: other) < -1000 }
}
