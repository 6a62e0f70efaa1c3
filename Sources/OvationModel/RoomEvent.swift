/// What happened in a live and is told to everybody in it.
public enum RoomEvent: Hashable, Sendable {
    /// A message was sent.
    case barrageSent(Barrage)
    /// A gift was charged.
    case giftReceived(GiftReceived)
    /// Likes came, told together.
    case likeReceived(LikeReceived)
    /// Somebody entered.
    case audienceJoined(AudienceJoined)
    /// Somebody left.
    case audienceLeft(AudienceLeft)
    /// The owner entered.
    case ownerJoined(OwnerJoined)
    /// The owner left.
    case ownerLeft(OwnerLeft)
    /// The counters, told together.
    case audienceCounted(AudienceCounted)
    /// Somebody may no longer write, or may again.
    case audienceMuted(AudienceMuted)
    /// Somebody was removed.
    case audienceKicked(AudienceKicked)
    /// Somebody was removed for a time, or let back.
    case audienceBanned(AudienceBanned)
    /// Somebody became an administrator of the live, or is one no longer.
    case audienceAppointed(AudienceAppointed)
    /// Settings changed.
    case roomUpdated(RoomUpdated)
    /// The live is over.
    case roomEnded(RoomEnded)
    /// All that a viewer who enters needs.
    case roomSnapshot(RoomSnapshot)
    /// Messages were left out for this connection.
    case roomSkipped(RoomSkipped)
    /// Combos of gifts are over.
    case comboEnded(ComboEnded)
    /// The first places of the live's board are others.
    case boardChanged(BoardChanged)
    /// Messages of a topic, for those who listen to it.
    case topicPublished(TopicPublished)

    /// Whom it removed from the live; nil for every other event.
    public var removedUser: UserID? {
        switch self {
        case .audienceKicked(let kicked): kicked.user.userID
        case .audienceBanned(let banned) where banned.banned: banned.user.userID
        default: nil
        }
    }
}

/// Which lane of the sacrifice order an event travels in. Higher values give way first.
public enum DeliveryClass: Int, Codable, Sendable, Comparable, CaseIterable {
    /// Gifts and control: never dropped.
    case essential = 0
    /// Barrage.
    case barrage = 1
    /// Join and left.
    case membership = 2
    /// Reactions and likes.
    case reaction = 3
    /// The audience count.
    case count = 4

    /// Essential before barrage before membership and so on.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A message that flies over the picture.
public struct Barrage: Hashable, Codable, Sendable {
    /// Text for people, or data of the app's own.
    public enum Kind: Hashable, Codable, Sendable {
        /// A text, with fields of the app's own.
        case text(String, extensionInfo: [String: String])
        /// Data of the app's own, named by a business id.
        case custom(businessID: String, data: String)
    }

    /// Who sent it.
    public var sender: UserInfo
    /// What it says.
    public var kind: Kind

    /// Makes a message.
    public init(sender: UserInfo, kind: Kind) {
        self.sender = sender
        self.kind = kind
    }

    private enum CodingKeys: String, CodingKey { case sender, text, extensionInfo, businessID, data }

    /// Decodes a text where there is a `businessID`, custom data, else a text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sender = try container.decode(UserInfo.self, forKey: .sender)
        if let businessID = try container.decodeIfPresent(String.self, forKey: .businessID) {
            kind = .custom(businessID: businessID, data: try container.decode(String.self, forKey: .data))
        } else {
            kind = .text(
                try container.decode(String.self, forKey: .text),
                extensionInfo: try container.decodeIfPresent([String: String].self, forKey: .extensionInfo) ?? [:])
        }
    }

    /// Encodes `text` and `extensionInfo`, or `businessID` and `data`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sender, forKey: .sender)
        switch kind {
        case .text(let text, let extensionInfo):
            try container.encode(text, forKey: .text)
            if !extensionInfo.isEmpty { try container.encode(extensionInfo, forKey: .extensionInfo) }
        case .custom(let businessID, let data):
            try container.encode(businessID, forKey: .businessID)
            try container.encode(data, forKey: .data)
        }
    }
}

/// A message of the past, as a snapshot lists it.
public struct BarrageRecord: Hashable, Codable, Sendable {
    /// Its place among the events of the room.
    public var seq: Int64
    /// When it was sent.
    public var at: Timestamp
    /// What it was.
    public var barrage: Barrage

    /// Makes a record.
    public init(seq: Int64, at: Timestamp, barrage: Barrage) {
        self.seq = seq
        self.at = at
        self.barrage = barrage
    }
}

/// A gift that was charged, or several of the same sender, kind and receivers that are told together.
public struct GiftReceived: Hashable, Codable, Sendable {
    /// One of the orders of an event that tells several.
    public struct Order: Hashable, Codable, Sendable {
        /// The order. Unique for its sender; what a client shows once.
        public var orderID: OrderID
        /// How many, 1 to 9,999.
        public var count: Int
        /// What they cost together.
        public var coins: Coins
        /// Its number among the stored events of the live.
        public var durable: Int64
        /// When it was ordered.
        public var at: Timestamp

        /// Makes an order.
        public init(orderID: OrderID, count: Int, coins: Coins, durable: Int64, at: Timestamp) {
            self.orderID = orderID
            self.count = count
            self.coins = coins
            self.durable = durable
            self.at = at
        }
    }

    /// The order. Unique for its sender; what a client shows once. With `orders`, the last of them.
    public var orderID: OrderID
    /// The gift as it was when it was charged, in its default language.
    public var gift: Gift
    /// How many, 1 to 9,999. With `orders`, those of all of them.
    public var count: Int
    /// What all of them cost together.
    public var coins: Coins
    /// Who sent them.
    public var sender: UserInfo
    /// Who received them.
    public var to: [UserInfo]
    /// True where the app's own billing did not answer in time and the server shows such gifts all the same; else missing.
    public var isUnconfirmed: Bool?
    /// The sender's level as a sender of gifts, after this one; nil where it is not known, as in what is replayed.
    public var gifterLevel: Int?
    /// What they add up to with those before; nil where combos are off, and in what is replayed from storage.
    public var combo: GiftCombo?
    /// The orders, where there is more than one, or one whose number is not that of the event.
    public var orders: [Order]?

    /// Makes a gift event.
    public init(
        orderID: OrderID, gift: Gift, count: Int, coins: Coins, sender: UserInfo, to: [UserInfo],
        isUnconfirmed: Bool? = nil, gifterLevel: Int? = nil, combo: GiftCombo? = nil, orders: [Order]? = nil
    ) {
        self.orderID = orderID
        self.gift = gift
        self.count = count
        self.coins = coins
        self.sender = sender
        self.to = to
        self.isUnconfirmed = isUnconfirmed
        self.gifterLevel = gifterLevel
        self.combo = combo
        self.orders = orders
    }
}

/// The likes of one tick.
public struct LikeReceived: Hashable, Codable, Sendable {
    /// One sender's share.
    public struct Share: Hashable, Codable, Sendable {
        /// Who.
        public var user: UserInfo
        /// How many.
        public var count: Int

        /// Makes a share.
        public init(user: UserInfo, count: Int) {
            self.user = user
            self.count = count
        }
    }

    /// All likes of the live so far.
    public var total: Int
    /// The new ones. May be more than the senders' shares together, of whom only five are named.
    public var added: Int
    /// The five who sent most, most first.
    public var senders: [Share]

    /// Makes a like event.
    public init(total: Int, added: Int, senders: [Share]) {
        self.total = total
        self.added = added
        self.senders = senders
    }
}

/// The counters of a live, told at most once a tick.
public struct AudienceCounted: Hashable, Codable, Sendable {
    /// How many viewers there are now.
    public var count: Int
    /// What the live has had so far.
    public var statistics: RoomStatistics

    /// Makes the event.
    public init(count: Int, statistics: RoomStatistics) {
        self.count = count
        self.statistics = statistics
    }
}

/// Somebody may no longer write, or may again.
public struct AudienceMuted: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// Whether they are muted now.
    public var muted: Bool
    /// Until when; nil for the rest of the live.
    public var until: Timestamp?
    /// Who did it; nil for the server's administrators.
    public var by: UserID?
    /// Why, in words; nil where nothing was said.
    public var reason: String?

    /// Makes the event.
    public init(user: UserInfo, muted: Bool, until: Timestamp?, by: UserID?, reason: String? = nil) {
        self.user = user
        self.muted = muted
        self.until = until
        self.by = by
        self.reason = reason
    }
}

/// Somebody was removed and may come back.
public struct AudienceKicked: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// Who did it; nil for the server's administrators.
    public var by: UserID?
    /// Why, in words; may be empty.
    public var reason: String
    /// How many viewers there are now.
    public var count: Int

    /// Makes the event.
    public init(user: UserInfo, by: UserID?, reason: String, count: Int) {
        self.user = user
        self.by = by
        self.reason = reason
        self.count = count
    }
}

/// Somebody was removed and may not come back before a time, or was allowed back.
public struct AudienceBanned: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// Whether they are banned now.
    public var banned: Bool
    /// Until when; nil for the rest of the live.
    public var until: Timestamp?
    /// Who did it; nil for the server's administrators.
    public var by: UserID?
    /// Why, in words; may be empty.
    public var reason: String
    /// How many viewers there are now.
    public var count: Int

    /// Makes the event.
    public init(user: UserInfo, banned: Bool, until: Timestamp?, by: UserID?, reason: String, count: Int) {
        self.user = user
        self.banned = banned
        self.until = until
        self.by = by
        self.reason = reason
        self.count = count
    }
}

/// Somebody was made an administrator of the live, or is one no longer.
public struct AudienceAppointed: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// Whether they are an administrator now.
    public var isAdmin: Bool
    /// Who did it; nil for the server's administrators.
    public var by: UserID?

    /// Makes the event.
    public init(user: UserInfo, isAdmin: Bool, by: UserID?) {
        self.user = user
        self.isAdmin = isAdmin
        self.by = by
    }
}

/// Settings of the live changed.
public struct RoomUpdated: Hashable, Codable, Sendable {
    /// The fields that changed, with their new values.
    public var changes: RoomSettings
    /// Who did it; nil for the server's administrators.
    public var by: UserID?

    /// Makes the event.
    public init(changes: RoomSettings, by: UserID?) {
        self.changes = changes
        self.by = by
    }
}

/// The live is over.
public struct RoomEnded: Hashable, Codable, Sendable {
    /// Why a live ended.
    public enum Reason: String, Codable, Sendable {
        /// The owner ended it.
        case endedByHost
        /// An administrator of the app or the server itself did.
        case endedByServer
    }

    /// Why.
    public var reason: Reason
    /// Why, in words; may be empty.
    public var message: String
    /// What the live has had.
    public var statistics: RoomStatistics

    /// Makes the event.
    public init(reason: Reason, message: String, statistics: RoomStatistics) {
        self.reason = reason
        self.message = message
        self.statistics = statistics
    }
}

/// All that a viewer who enters needs to draw the live; the same bytes for all who entered in the tick.
public struct RoomSnapshot: Hashable, Codable, Sendable {
    /// What the live is.
    public var info: RoomInfo
    /// What it has had.
    public var statistics: RoomStatistics
    /// How many viewers there are.
    public var audienceCount: Int
    /// The first of them, at most `limits.audienceInSnapshot`.
    public var audience: [UserInfo]
    /// The administrators of the live.
    public var admins: [UserInfo]
    /// The last messages, oldest first, at most `limits.historyOnJoin`.
    public var history: [BarrageRecord]
    /// The three who sent most gifts, most first; nil where nobody sent any.
    public var topSenders: [BoardRow]?

    /// Makes a snapshot.
    public init(
        info: RoomInfo, statistics: RoomStatistics, audienceCount: Int, audience: [UserInfo], admins: [UserInfo],
        history: [BarrageRecord], topSenders: [BoardRow]? = nil
    ) {
        self.info = info
        self.statistics = statistics
        self.audienceCount = audienceCount
        self.audience = audience
        self.admins = admins
        self.history = history
        self.topSenders = topSenders
    }
}

/// Messages that this connection was too slow for.
public struct RoomSkipped: Hashable, Codable, Sendable {
    /// The first `seq` that was left out.
    public var from: Int64
    /// The last one.
    public var to: Int64

    /// Makes the event.
    public init(from: Int64, to: Int64) {
        self.from = from
        self.to = to
    }
}
