/// Collects a user's taps, so that a few calls a minute carry any number of likes.
///
/// A tap is sent at once if the last call was long enough ago. Otherwise it is sent together with others after the interval. Likes are
/// removed only when the server has accepted them, so none is lost.
///
/// Times are milliseconds of any monotonic clock.
struct LikeBatch: Equatable, Sendable {
    /// The shortest interval between two calls, in milliseconds.
    let intervalMilliseconds: Int64
    /// The most likes in one call.
    let sendMax: UInt
    /// The most waiting likes. Further taps are not counted.
    let pendingMax: UInt
    /// Likes that the server has not accepted yet.
    private(set) var pending: UInt = 0
    /// When to send the rest; nil if there is none, or while a call is in progress.
    private(set) var deadline: Int64?
    private var sentAt: Int64?
    private var underWay: UInt = 0

    init(intervalMilliseconds: Int64 = 6_000, sendMax: UInt = 1_000, pendingMax: UInt = 10_000) {
        self.intervalMilliseconds = intervalMilliseconds
        self.sendMax = max(1, sendMax)
        self.pendingMax = max(1, pendingMax)
    }

    /// Counts a tap. Returns how many likes to send now; nil for none.
    mutating func tap(at now: Int64) -> UInt? {
        pending = min(pendingMax, pending + 1)
        guard underWay == 0 else { return nil }
        if sentAt.map({ now - $0 >= intervalMilliseconds }) ?? true { return send(at: now) }
        deadline = now + intervalMilliseconds
        return nil
    }

    /// Checks the deadline. Returns how many likes to send now; nil for none.
    mutating func tick(at now: Int64) -> UInt? {
        guard underWay == 0, pending > 0, let deadline, now >= deadline else { return nil }
        return send(at: now)
    }

    /// Handles the answer to a call.
    mutating func finish(isTaken: Bool, at now: Int64) {
        if isTaken { pending -= min(pending, underWay) }
        underWay = 0
        deadline = pending > 0 ? now + intervalMilliseconds : nil
    }

    /// Sends all waiting likes now, because the user is leaving. Returns how many; nil for none.
    mutating func flush(at now: Int64) -> UInt? { underWay == 0 && pending > 0 ? send(at: now) : nil }

    private mutating func send(at now: Int64) -> UInt {
        underWay = min(pending, sendMax)
        sentAt = now
        deadline = nil
        return underWay
    }
}
