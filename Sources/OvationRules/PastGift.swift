public import OvationModel

/// A gift that was charged before this process ran its live, as its event was stored.
public struct PastGift: Hashable, Sendable {
    /// What its event says.
    public var event: GiftReceived
    /// The number among the stored events of the start.
    public var durable: Int64
    /// When its order was let through.
    public var at: Timestamp

    /// Makes one.
    public init(event: GiftReceived, durable: Int64, at: Timestamp) {
        self.event = event
        self.durable = durable
        self.at = at
    }
}
