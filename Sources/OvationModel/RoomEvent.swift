/// An event of a live that everybody in it receives.
public enum RoomEvent: Hashable, Sendable {
    /// A message was sent.
    case barrageSent(Barrage)
    /// A message was deleted.
    case barrageDeleted(BarrageDeleted)
    /// Other messages are pinned than before.
    case barragePinned(BarragePinned)
    /// A gift was charged.
    case giftReceived(GiftReceived)
    /// Likes arrived. They are gathered into one event.
    case likeReceived(LikeReceived)
    /// A viewer entered.
    case audienceJoined(AudienceJoined)
    /// A viewer left.
    case audienceLeft(AudienceLeft)
    /// The owner entered.
    case ownerJoined(OwnerJoined)
    /// The owner left.
    case ownerLeft(OwnerLeft)
    /// The counters changed. Changes are gathered into one event.
    case audienceCounted(AudienceCounted)
    /// A user was muted or unmuted.
    case audienceMuted(AudienceMuted)
    /// A user was removed.
    case audienceKicked(AudienceKicked)
    /// A user was banned or unbanned.
    case audienceBanned(AudienceBanned)
    /// A user became an administrator of the live, or is no longer one.
    case audienceAppointed(AudienceAppointed)
    /// Settings changed.
    case roomUpdated(RoomUpdated)
    /// The live is over.
    case roomEnded(RoomEnded)
    /// Everything that an entering viewer needs.
    case roomSnapshot(RoomSnapshot)
    /// Messages were skipped for this connection.
    case roomSkipped(RoomSkipped)
    /// Combos of gifts ended.
    case comboEnded(ComboEnded)
    /// The top rows of the live's board changed.
    case boardChanged(BoardChanged)
    /// Messages of a topic, for its subscribers.
    case topicPublished(TopicPublished)
    /// The picture began, stopped or was interrupted.
    case mediaChanged(MediaChanged)
    /// Seats changed.
    case seatChanged(SeatChanged)
    /// A viewer applied for a seat, or was invited to one. Only those are told who may answer, and the viewer.
    case seatRequested(SeatRequest)
    /// An application or an invitation ended. The same users are told.
    case seatRequestEnded(SeatRequestEnded)
    /// The lives that the live is joined with changed.
    case coHostChanged(CoHostChanged)
    /// A live asks another one for a link. Only the owners of both are told.
    case coHostRequested(CoHostRequest)
    /// A request for a link ended. The same users are told.
    case coHostRequestEnded(CoHostRequestEnded)
    /// A battle began, a host left it, or it ended.
    case battleChanged(BattleChanged)
    /// The scores of a battle changed.
    case battleScored(BattleScored)
    /// A host asks another one for a battle. Only who is asked is told.
    case battleRequested(BattleRequested)
    /// A request for a battle ended. The owners of both lives are told.
    case battleRequestEnded(BattleRequestEnded)
    /// A user in a seat sent something to the user, who is in a seat too. Nobody else is told.
    case seatSignalled(SeatSignalled)

    /// The message that the event deletes; nil for all other events.
    public var deletedMessage: BarrageDeleted? { if case .barrageDeleted(let deleted) = self { deleted } else { nil } }

    /// The user whom the event removes from the live; nil for all other events.
    public var removedUser: UserID? {
        switch self {
        case .audienceKicked(let kicked): kicked.user.userID
        case .audienceBanned(let banned) where banned.banned: banned.user.userID
        default: nil
        }
    }
}

/// The priority of an event when bandwidth is short. Higher values are dropped first.
public enum DeliveryClass: Int, Codable, Sendable, Comparable, CaseIterable {
    /// Gifts and control messages, which are never dropped.
    case essential = 0
    /// Barrage.
    case barrage = 1
    /// Joins and leaves.
    case membership = 2
    /// Reactions and likes.
    case reaction = 3
    /// The audience count.
    case count = 4

    /// Sorts essential before barrage, barrage before membership, and so on.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A message that floats over the picture.
public struct Barrage: Hashable, Codable, Sendable {
    /// A text for people, or data for the app.
    public enum Kind: Hashable, Codable, Sendable {
        /// A text, with fields defined by the app.
        case text(String, extensionInfo: [String: String])
        /// Data defined by the app, with a business id that names its kind.
        case custom(businessID: String, data: String)
    }

    /// The sender.
    public var sender: UserInfo
    /// The content.
    public var kind: Kind

    /// Makes a message.
    public init(sender: UserInfo, kind: Kind) {
        self.sender = sender
        self.kind = kind
    }

    private enum CodingKeys: String, CodingKey { case sender, text, extensionInfo, businessID, data }

    /// Decodes custom data if there is a `businessID`, otherwise a text.
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

/// An earlier message, as a snapshot lists it.
public struct BarrageRecord: Hashable, Codable, Sendable {
    /// The position among the events of the room.
    public var seq: Int64
    /// When it was sent.
    public var at: Timestamp
    /// The message.
    public var barrage: Barrage

    /// Makes a record.
    public init(seq: Int64, at: Timestamp, barrage: Barrage) {
        self.seq = seq
        self.at = at
        self.barrage = barrage
    }
}

/// A charged gift, or several gifts of the same sender, kind and receivers in one event.
public struct GiftReceived: Hashable, Codable, Sendable {
    /// One of the orders in an event that combines several.
    public struct Order: Hashable, Codable, Sendable {
        /// The order id, unique for its sender. A client shows each order once.
        public var orderID: OrderID
        /// The number of gifts, 1 to 9,999.
        public var count: Int
        /// The total cost.
        public var coins: Coins
        /// The number of the order among the stored events of the live.
        public var durable: Int64
        /// When the gift was ordered.
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

    /// The order id, unique for its sender. A client shows each order once. With `orders`, it is the last of them.
    public var orderID: OrderID
    /// The gift as it was when it was charged, in its default language.
    public var gift: Gift
    /// The number of gifts, 1 to 9,999. With `orders`, the sum over all orders.
    public var count: Int
    /// The total cost.
    public var coins: Coins
    /// The sender.
    public var sender: UserInfo
    /// The receivers.
    public var to: [UserInfo]
    /// True if the app's own billing did not answer in time and the server shows such gifts anyway; otherwise missing.
    public var isUnconfirmed: Bool?
    /// The sender's level as a sender of gifts, after this gift; nil if it is unknown, as in replayed events.
    public var gifterLevel: Int?
    /// The combo that the gift belongs to; nil without combos, and in events that are replayed from storage.
    public var combo: GiftCombo?
    /// The orders, if there are several, or if the single order has another number than the event.
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
    /// The likes of one sender.
    public struct Share: Hashable, Codable, Sendable {
        /// The sender.
        public var user: UserInfo
        /// The number of likes.
        public var count: Int

        /// Makes a share.
        public init(user: UserInfo, count: Int) {
            self.user = user
            self.count = count
        }
    }

    /// All likes of the live so far.
    public var total: Int
    /// The new likes. They can be more than the sum of `senders`, which lists only five.
    public var added: Int
    /// The five users who sent most likes, the highest first.
    public var senders: [Share]

    /// Makes a like event.
    public init(total: Int, added: Int, senders: [Share]) {
        self.total = total
        self.added = added
        self.senders = senders
    }
}

/// The counters of a live, at most once a tick.
public struct AudienceCounted: Hashable, Codable, Sendable {
    /// The number of viewers now.
    public var count: Int
    /// The statistics of the live so far.
    public var statistics: RoomStatistics

    /// Makes the event.
    public init(count: Int, statistics: RoomStatistics) {
        self.count = count
        self.statistics = statistics
    }
}

/// A user was muted or unmuted.
public struct AudienceMuted: Hashable, Codable, Sendable {
    /// The user.
    public var user: UserInfo
    /// True if the user is muted now.
    public var muted: Bool
    /// When the mute ends; nil for the rest of the live.
    public var until: Timestamp?
    /// The moderator; nil for the server's administrators.
    public var by: UserID?
    /// The reason in words; nil if none was given.
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

/// A user was removed and may come back.
public struct AudienceKicked: Hashable, Codable, Sendable {
    /// The user.
    public var user: UserInfo
    /// The moderator; nil for the server's administrators.
    public var by: UserID?
    /// The reason in words; may be empty.
    public var reason: String
    /// The number of viewers now.
    public var count: Int

    /// Makes the event.
    public init(user: UserInfo, by: UserID?, reason: String, count: Int) {
        self.user = user
        self.by = by
        self.reason = reason
        self.count = count
    }
}

/// A user was removed and may not come back until the ban ends, or the ban was lifted.
public struct AudienceBanned: Hashable, Codable, Sendable {
    /// The user.
    public var user: UserInfo
    /// True if the user is banned now.
    public var banned: Bool
    /// When the ban ends; nil for the rest of the live.
    public var until: Timestamp?
    /// The moderator; nil for the server's administrators.
    public var by: UserID?
    /// The reason in words; may be empty.
    public var reason: String
    /// The number of viewers now.
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

/// A user became an administrator of the live, or is no longer one.
public struct AudienceAppointed: Hashable, Codable, Sendable {
    /// The user.
    public var user: UserInfo
    /// True if the user is an administrator now.
    public var isAdmin: Bool
    /// The user who changed it; nil for the server's administrators.
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
    /// The user who changed them; nil for the server's administrators.
    public var by: UserID?

    /// Makes the event.
    public init(changes: RoomSettings, by: UserID?) {
        self.changes = changes
        self.by = by
    }
}

/// The live is over.
public struct RoomEnded: Hashable, Codable, Sendable {
    /// The reason why a live ended.
    public enum Reason: String, Codable, Sendable {
        /// The owner ended it.
        case endedByHost
        /// An administrator of the app or the server itself ended it.
        case endedByServer
    }

    /// The reason.
    public var reason: Reason
    /// The reason in words; may be empty.
    public var message: String
    /// The statistics of the live.
    public var statistics: RoomStatistics

    /// Makes the event.
    public init(reason: Reason, message: String, statistics: RoomStatistics) {
        self.reason = reason
        self.message = message
        self.statistics = statistics
    }
}
