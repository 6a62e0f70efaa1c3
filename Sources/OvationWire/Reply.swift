public import OvationModel

/// The answer to a login.
public struct SessionOpened: Hashable, Codable, Sendable {
    /// The result for one room of a resumed session.
    public struct Room: Hashable, Codable, Sendable {
        /// The live.
        public var room: LiveID
        /// True if the user is in the live now. If not, `error` or a replayed event says why.
        public var joined: Bool
        /// True if all events since the client's position follow. Otherwise a `room.snapshot` follows. Stored events are replayed in either
        /// case.
        public var recovered: Bool
        /// The personal part, as in the answer to a join; nil if the user is not in the live.
        public var membership: RoomJoined?
        /// Why the user is not in the live.
        public var error: WireError?

        /// Makes the outcome of one room.
        public init(room: LiveID, joined: Bool, recovered: Bool, membership: RoomJoined? = nil, error: WireError? = nil)
        {
            self.room = room
            self.joined = joined
            self.recovered = recovered
            self.membership = membership
            self.error = error
        }
    }

    /// The session, for a later resume.
    public var session: SessionID
    /// True if the session was resumed, false if it is new.
    public var resumed: Bool
    /// The user who logged in.
    public var user: UserInfo
    /// The user's own description.
    public var profile: UserProfile
    /// The time on the server's clock.
    public var at: Timestamp
    /// The number of seconds of silence after which a client counts as gone.
    public var silenceSeconds: Int
    /// The rooms of a resumed session, in the order of the request.
    public var rooms: [Room]

    /// Makes the answer.
    public init(
        session: SessionID, resumed: Bool, user: UserInfo, profile: UserProfile, at: Timestamp, silenceSeconds: Int,
        rooms: [Room]
    ) {
        self.session = session
        self.resumed = resumed
        self.user = user
        self.profile = profile
        self.at = at
        self.silenceSeconds = silenceSeconds
        self.rooms = rooms
    }
}

/// The personal part of entering a live. The part that all viewers share follows as `room.snapshot`.
public struct RoomJoined: Hashable, Codable, Sendable {
    /// The live.
    public var liveID: LiveID
    /// The current start of the live.
    public var sessionID: LiveSessionID
    /// The user's role in the live.
    public var role: Role
    /// True if the user is muted.
    public var muted: Bool
    /// When the mute ends; nil for the rest of the live.
    public var mutedUntil: Timestamp?
    /// The moderator's reason; nil if none was given.
    public var mutedReason: String?
    /// True if this command created the live.
    public var created: Bool
    /// The epoch of the room's events.
    public var epoch: String
    /// The `seq` of the last event that the snapshot includes.
    public var seq: Int64
    /// The `durable` of the last stored event that the snapshot includes.
    public var durable: Int64

    /// Makes the answer.
    public init(
        liveID: LiveID, sessionID: LiveSessionID, role: Role, muted: Bool, mutedUntil: Timestamp?,
        mutedReason: String? = nil, created: Bool, epoch: String, seq: Int64, durable: Int64
    ) {
        self.liveID = liveID
        self.sessionID = sessionID
        self.role = role
        self.muted = muted
        self.mutedUntil = mutedUntil
        self.mutedReason = mutedReason
        self.created = created
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
    }
}

/// A page of the list of lives.
public struct RoomPage: Hashable, Codable, Sendable {
    /// The lives, ordered by their number of entries, the highest first.
    public var rooms: [RoomListing]
    /// Where the next page begins; empty on the last page.
    public var cursor: String
    /// On the first page, the caller's own lives, public or not, the newest first; nil if there are none.
    public var hosted: [RoomListing]?

    /// Makes a page.
    public init(rooms: [RoomListing], cursor: String, hosted: [RoomListing]? = nil) {
        self.rooms = rooms
        self.cursor = cursor
        self.hosted = hosted
    }
}

/// A page of the viewers of a live.
public struct AudiencePage: Hashable, Codable, Sendable {
    /// The viewers, in the order in which they entered. The owner is not among them.
    public var audience: [UserInfo]
    /// The number of viewers.
    public var count: Int
    /// The administrators.
    public var admins: [UserInfo]
    /// The muted users. Only owner and administrators get them; for others it is empty.
    public var muted: [UserInfo]
    /// Where the next page begins; empty on the last page.
    public var cursor: String

    /// Makes a page.
    public init(audience: [UserInfo], count: Int, admins: [UserInfo], muted: [UserInfo], cursor: String) {
        self.audience = audience
        self.count = count
        self.admins = admins
        self.muted = muted
        self.cursor = cursor
    }
}

/// A page of the moderation log of a live.
public struct ModerationPage: Hashable, Codable, Sendable {
    /// The lines, newest first.
    public var entries: [ModerationEntry]
    /// Where the next page begins; empty on the last page.
    public var cursor: String

    /// Makes a page.
    public init(entries: [ModerationEntry], cursor: String) {
        self.entries = entries
        self.cursor = cursor
    }
}

/// Metadata of a live.
public struct MetadataPage: Hashable, Codable, Sendable {
    /// Values by key.
    public var metaData: [String: String]

    /// Makes the answer.
    public init(metaData: [String: String]) { self.metaData = metaData }
}

/// The result of sending a barrage.
public struct BarrageAccepted: Hashable, Codable, Sendable {
    /// The position among the room's events; nil if the barrage was dropped.
    public var seq: Int64?
    /// Why it was dropped; nil if it was delivered.
    public var dropped: DropReason?

    /// Makes the answer.
    public init(seq: Int64? = nil, dropped: DropReason? = nil) {
        self.seq = seq
        self.dropped = dropped
    }
}

/// The gift panel.
public struct GiftPanel: Hashable, Codable, Sendable {
    /// The categories, which are the tabs of the panel.
    public var categories: [GiftCategory]

    /// Makes the panel.
    public init(categories: [GiftCategory]) { self.categories = categories }
}

/// A charged order. Sending the same order again gives the same bytes.
public struct GiftCharged: Hashable, Codable, Sendable {
    /// The order.
    public var orderID: OrderID
    /// The gift.
    public var giftID: GiftID
    /// The number of gifts for each receiver.
    public var count: Int
    /// What the order cost.
    public var coins: Coins
    /// The sender's balance after the order.
    public var balance: Coins
    /// The number of the order's event among the stored events of the live.
    public var durable: Int64
    /// When it was charged.
    public var at: Timestamp

    /// Makes the answer.
    public init(
        orderID: OrderID, giftID: GiftID, count: Int, coins: Coins, balance: Coins, durable: Int64, at: Timestamp
    ) {
        self.orderID = orderID
        self.giftID = giftID
        self.count = count
        self.coins = coins
        self.balance = balance
        self.durable = durable
        self.at = at
    }
}

/// A board of the users who sent or received most.
public struct BoardPage: Hashable, Codable, Sendable {
    /// The users that it ranks.
    public var kind: BoardKind
    /// The gifts that it counts.
    public var period: BoardPeriod
    /// When its day or week ends and it starts again; nil for other periods.
    public var until: Timestamp?
    /// The top rows, highest first.
    public var rows: [BoardRow]

    /// Makes a page.
    public init(kind: BoardKind, period: BoardPeriod, until: Timestamp? = nil, rows: [BoardRow]) {
        self.kind = kind
        self.period = period
        self.until = until
        self.rows = rows
    }
}

/// The caller's wallet.
public struct Wallet: Hashable, Codable, Sendable {
    /// The balance.
    public var balance: Coins

    /// Makes the answer.
    public init(balance: Coins) { self.balance = balance }
}

/// An error in a reply.
public struct WireError: Hashable, Codable, Sendable {
    /// The error number.
    public var code: ErrorCode
    /// The name of the error number.
    public var name: String
    /// What happened, in a sentence.
    public var message: String
    /// True if the same command may succeed later.
    public var temporary: Bool
    /// When it may succeed, in milliseconds from now; nil if that is unknown.
    public var retryAfterMilliseconds: Int64?
    /// When the ban or mute behind the error ends; nil if it has no end.
    public var until: Timestamp?
    /// The moderator's reason; nil if none was given.
    public var reason: String?

    /// Makes an error from a rejection.
    public init(_ rejection: Rejection) {
        code = rejection.code
        name = rejection.code.name
        message = rejection.message
        temporary = rejection.code.isTemporary
        retryAfterMilliseconds = rejection.retryAfterMilliseconds
        until = rejection.until
        reason = rejection.reason
    }

    private enum CodingKeys: String, CodingKey {
        case code, name, message, temporary, retryAfterMilliseconds, until, reason
    }

    /// Decodes an error. Everything except the number is optional.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(ErrorCode.self, forKey: .code)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? code.name
        message = try container.decodeIfPresent(String.self, forKey: .message) ?? code.defaultMessage
        temporary = try container.decodeIfPresent(Bool.self, forKey: .temporary) ?? code.isTemporary
        retryAfterMilliseconds = try container.decodeIfPresent(Int64.self, forKey: .retryAfterMilliseconds)
        until = try container.decodeIfPresent(Timestamp.self, forKey: .until)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
    }

    /// The error as a rejection.
    public var rejection: Rejection {
        Rejection(code, message, retryAfterMilliseconds: retryAfterMilliseconds, until: until, reason: reason)
    }
}

/// An empty answer.
public struct Empty: Hashable, Codable, Sendable {
    /// Makes an empty answer.
    public init() {}
}
