public import OvationModel

/// Likes that are counted and told together.
///
/// Bounded: it remembers the shares of at most 64 senders until the next telling; likes of others count without a name.
public struct LikeTally: Equatable, Sendable {
    /// How many senders' shares are kept apart.
    static let sendersMax = 64
    /// How many of them an event names.
    static let namedMax = 5

    /// Likes that have not been told yet.
    public private(set) var pending = 0
    private var shares: [UserID: LikeReceived.Share] = [:]
    private var toldAt: Timestamp?

    /// Makes an empty tally.
    public init() {}

    /// Adds likes of one sender.
    public mutating func add(_ count: Int, from user: UserInfo) {
        pending += count
        if let share = shares[user.userID] {
            shares[user.userID] = LikeReceived.Share(user: user, count: share.count + count)
        } else if shares.count < Self.sendersMax {
            shares[user.userID] = LikeReceived.Share(user: user, count: count)
        }
    }

    /// When the pending likes may be told; nil where there are none.
    public func due(intervalMilliseconds: Int) -> Timestamp? {
        guard pending > 0 else { return nil }
        return toldAt?.adding(milliseconds: Int64(intervalMilliseconds)) ?? Timestamp(milliseconds: 0)
    }

    /// Keeps up with a clock that is set back.
    mutating func follow(_ now: Timestamp) {
        if let told = toldAt, now.isSetBack(from: told) { toldAt = now }
    }

    /// Takes the pending likes out as an event.
    public mutating func take(total: Int, at now: Timestamp) -> LikeReceived {
        // Ties go by user id, so that the same likes always make the same event.
        let top = shares.values.sorted { ($1.count, $0.user.userID) < ($0.count, $1.user.userID) }.prefix(Self.namedMax)
        let event = LikeReceived(total: total, added: pending, senders: Array(top))
        pending = 0
        shares.removeAll(keepingCapacity: true)
        toldAt = now
        return event
    }
}
