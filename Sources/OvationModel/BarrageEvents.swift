/// A message that stays in sight of everybody in the live.
public struct PinnedBarrage: Hashable, Codable, Sendable {
    /// The position among the events of the room.
    public var seq: Int64
    /// When it was sent.
    public var at: Timestamp
    /// The message.
    public var barrage: Barrage
    /// The user who pinned it; nil for the server's administrators.
    public var by: UserID?
    /// When it was pinned.
    public var pinnedAt: Timestamp

    /// Pins a message.
    public init(_ message: BarrageRecord, by: UserID?, at pinnedAt: Timestamp) {
        seq = message.seq
        at = message.at
        barrage = message.barrage
        self.by = by
        self.pinnedAt = pinnedAt
    }

    /// The message, as a snapshot lists it.
    public var record: BarrageRecord { BarrageRecord(seq: seq, at: at, barrage: barrage) }
}

/// A message was deleted. Clients that show it take it away.
public struct BarrageDeleted: Hashable, Codable, Sendable {
    /// The position of the message among the events of the room.
    public var seq: Int64
    /// The user who wrote it.
    public var sender: UserID
    /// The user who deleted it; nil for the server's administrators.
    public var by: UserID?
    /// The reason in words; nil if none was given.
    public var reason: String?

    /// Makes the event.
    public init(seq: Int64, sender: UserID, by: UserID?, reason: String? = nil) {
        self.seq = seq
        self.sender = sender
        self.by = by
        self.reason = reason
    }
}

/// Other messages are pinned than before.
public struct BarragePinned: Hashable, Codable, Sendable {
    /// All pinned messages, the latest last; empty if there are none any more.
    public var pinned: [PinnedBarrage]
    /// The user who changed it; nil for the server's administrators.
    public var by: UserID?

    /// Makes the event.
    public init(pinned: [PinnedBarrage], by: UserID?) {
        self.pinned = pinned
        self.by = by
    }
}

/// An earlier gift, as a snapshot lists it.
public struct GiftRecord: Hashable, Codable, Sendable {
    /// The number among the stored events of the live.
    public var durable: Int64
    /// When it was ordered.
    public var at: Timestamp
    /// The gift.
    public var gift: GiftReceived

    /// Makes a record.
    public init(durable: Int64, at: Timestamp, gift: GiftReceived) {
        self.durable = durable
        self.at = at
        self.gift = gift
    }
}
