public import OvationModel

/// What a live delivers a second, and who gives way when that is not enough.
///
/// All share one bucket. A message of a lower rank must leave more of it over. As the bucket empties, the audience count is
/// held back first, then likes, then join and left, and barrage only when nothing is left. Gifts and control always pass. They
/// take their token all the same, so that a storm of gifts makes room by holding back chat.
public struct RoomRate: Equatable, Sendable {
    private var bucket: TokenBucket
    /// Whether more waits to be delivered already than can be in time. Then only gifts and control pass.
    public var isOverloaded = false

    /// Makes the rate of a live.
    public init(limits: Limits, at now: Timestamp) {
        bucket = TokenBucket(perSecond: limits.roomMessagesPerSecond, burst: limits.roomMessagesBurst, at: now)
    }

    /// Whether an event of a class may be delivered now.
    public mutating func admit(_ lane: DeliveryClass, at now: Timestamp) -> Bool {
        switch lane {
        case .essential:
            bucket.spend(at: now)
            return true
        case _ where isOverloaded: return false
        case .barrage: return bucket.take(at: now)
        case .membership: return bucket.take(at: now, reserve: 0.25)
        case .reaction: return bucket.take(at: now, reserve: 0.5)
        case .count: return bucket.take(at: now, reserve: 0.75)
        }
    }
}
