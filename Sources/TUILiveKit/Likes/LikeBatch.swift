/// Gathers the taps of a user, so that a few calls a minute carry any number of likes.
///
/// A tap is sent at once where the last sending is long enough ago, else with all others when nobody has tapped for that long.
/// What was sent is taken off only when the server has taken it, so that no like is lost.
///
/// Times are milliseconds of any clock that never goes back.
struct LikeBatch: Equatable, Sendable {
    /// How much lies between two sendings at least, in milliseconds.
    let intervalMilliseconds: Int64
    /// How many likes one call takes.
    let sendMax: UInt
    /// How many likes wait at most; more taps are not counted.
    let pendingMax: UInt
    /// Likes that the server has not taken yet.
    private(set) var pending: UInt = 0
    /// When the rest is to be sent; nil where there is none, or where a call is under way.
    private(set) var deadline: Int64?
    private var sentAt: Int64?
    private var underWay: UInt = 0

    init(intervalMilliseconds: Int64 = 6_000, sendMax: UInt = 1_000, pendingMax: UInt = 10_000) {
        self.intervalMilliseconds = intervalMilliseconds
        self.sendMax = max(1, sendMax)
        self.pendingMax = max(1, pendingMax)
    }

    /// Counts a tap. Answers how many likes are to be sent now; nil for none.
    mutating func tap(at now: Int64) -> UInt? {
        pending = min(pendingMax, pending + 1)
        guard underWay == 0 else { return nil }
        if sentAt.map({ now - $0 >= intervalMilliseconds }) ?? true { return send(at: now) }
        deadline = now + intervalMilliseconds
        return nil
    }

    /// Looks whether the rest is due. Answers how many likes are to be sent now; nil for none.
    mutating func tick(at now: Int64) -> UInt? {
        guard underWay == 0, pending > 0, let deadline, now >= deadline else { return nil }
        return send(at: now)
    }

    /// A call has its answer.
    mutating func finish(isTaken: Bool, at now: Int64) {
        if isTaken { pending -= min(pending, underWay) }
        underWay = 0
        deadline = pending > 0 ? now + intervalMilliseconds : nil
    }

    /// Sends what waits without waiting any longer: the user leaves. Answers how many; nil for none.
    mutating func flush(at now: Int64) -> UInt? { underWay == 0 && pending > 0 ? send(at: now) : nil }

    private mutating func send(at now: Int64) -> UInt {
        underWay = min(pending, sendMax)
        sentAt = now
        deadline = nil
        return underWay
    }
}
