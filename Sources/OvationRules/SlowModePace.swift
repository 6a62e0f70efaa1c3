import OvationModel

/// When the viewers of a live in slow mode wrote last.
///
/// Bounded by who wrote within the longest interval. When the number has doubled, viewers who may write again are forgotten.
struct SlowModePace: Equatable, Sendable {
    private var wroteAt: [UserID: Timestamp] = [:]
    private var countMax = 64

    /// Refuses a message that comes too early, with the time that is left.
    func check(_ user: UserID, seconds: Int?, at now: Timestamp) throws(Rejection) {
        guard let seconds, let wrote = wroteAt[user], !now.isSetBack(from: wrote) else { return }
        let left = wrote.adding(seconds: Int64(seconds)).milliseconds(since: now)
        guard left > 0 else { return }
        throw Rejection(
            .slowMode, "The live is in slow mode: wait \((left + 999) / 1000) s before you write again.",
            retryAfterMilliseconds: left)
    }

    /// Notes that somebody wrote.
    mutating func note(_ user: UserID, seconds: Int?, at now: Timestamp) {
        guard let seconds else { return }
        if wroteAt[user] == nil, wroteAt.count >= countMax {
            wroteAt = wroteAt.filter {
                !now.isSetBack(from: $0.value) && now < $0.value.adding(seconds: Int64(seconds))
            }
            countMax = max(64, 2 * wroteAt.count)
        }
        wroteAt[user] = now
    }
}
