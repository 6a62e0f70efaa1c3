public import OvationModel

/// What a login answers.
public struct SessionOpened: Hashable, Codable, Sendable {
    /// What became of one room of a resume.
    public struct Room: Hashable, Codable, Sendable {
        /// Which live.
        public var room: LiveID
        /// Whether the user is in it now. When not, `error` says why, or a replayed event does.
        public var joined: Bool
        /// Whether every event since the client's position follows. When not, a `room.snapshot` follows instead; stored
        /// events are replayed in either case.
        public var recovered: Bool
        /// The personal part, as on joining; nil where the user is not in it.
        public var membership: RoomJoined?
        /// Why the user is not in it.
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

    /// The session, to resume with.
    public var session: SessionID
    /// Whether it is the one that was to be resumed.
    public var resumed: Bool
    /// Who logged in.
    public var user: UserInfo
    /// What the user said of themselves.
    public var profile: UserProfile
    /// The server's clock.
    public var at: Timestamp
    /// After how many seconds the server takes a silent client for gone.
    public var silenceSeconds: Int
    /// The rooms of a resume, in the order in which they were asked for.
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

/// The personal part of entering a live. What all share follows as `room.snapshot`.
public struct RoomJoined: Hashable, Codable, Sendable {
    /// Which live.
    public var liveID: LiveID
    /// Which start of it.
    public var sessionID: LiveSessionID
    /// What the user is in it.
    public var role: Role
    /// Whether the user may not write.
    public var muted: Bool
    /// Until when; nil for the rest of the live.
    public var mutedUntil: Timestamp?
    /// Why, as the moderator said it; nil where they gave no reason.
    public var mutedReason: String?
    /// Whether the live was made by this command.
    public var created: Bool
    /// The epoch of the room's events.
    public var epoch: String
    /// The `seq` up to which the snapshot tells everything.
    public var seq: Int64
    /// The `durable` up to which it does.
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
    /// The lives, the ones with most entries first.
    public var rooms: [RoomListing]
    /// Where the next page begins; empty where there is none.
    public var cursor: String
    /// With the first page, the caller's own lives, public or not, the youngest first; nil where they have none.
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
    /// How many there are.
    public var count: Int
    /// The administrators.
    public var admins: [UserInfo]
    /// Who is muted; only for owner and administrators, else empty.
    public var muted: [UserInfo]
    /// Where the next page begins; empty where there is none.
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
    /// Where the next page begins; empty where there is none.
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

/// What became of a barrage.
public struct BarrageAccepted: Hashable, Codable, Sendable {
    /// Its place among the room's events; nil where it was dropped.
    public var seq: Int64?
    /// Why it was dropped; nil where it was delivered.
    public var dropped: DropReason?

    /// Makes the answer.
    public init(seq: Int64? = nil, dropped: DropReason? = nil) {
        self.seq = seq
        self.dropped = dropped
    }
}

/// The gift panel.
public struct GiftPanel: Hashable, Codable, Sendable {
    /// Its pages.
    public var categories: [GiftCategory]

    /// Makes the panel.
    public init(categories: [GiftCategory]) { self.categories = categories }
}

/// An order that was charged. The same order sent again gets the same bytes.
public struct GiftCharged: Hashable, Codable, Sendable {
    /// Which order.
    public var orderID: OrderID
    /// Which gift.
    public var giftID: GiftID
    /// How many each receiver got.
    public var count: Int
    /// What the order cost.
    public var coins: Coins
    /// What the sender had left after it.
    public var balance: Coins
    /// The number of its event among the stored ones of the live.
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

/// A board: who sent most, or who was given most.
public struct BoardPage: Hashable, Codable, Sendable {
    /// Whom it ranks.
    public var kind: BoardKind
    /// Which gifts it counts.
    public var period: BoardPeriod
    /// When its day or week is over and it begins anew; nil for the others.
    public var until: Timestamp?
    /// Its first places, best first.
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
    /// The coins in it.
    public var balance: Coins

    /// Makes the answer.
    public init(balance: Coins) { self.balance = balance }
}

/// An error in a reply.
public struct WireError: Hashable, Codable, Sendable {
    /// The number.
    public var code: ErrorCode
    /// The name of the number.
    public var name: String
    /// What happened, in a sentence.
    public var message: String
    /// Whether the same command may succeed later.
    public var temporary: Bool
    /// After how long it may; nil where nobody knows.
    public var retryAfterMilliseconds: Int64?
    /// Until when what somebody decided holds (a ban, a mute); nil where it has no end.
    public var until: Timestamp?
    /// Why they decided so, in their words; nil where they gave no reason.
    public var reason: String?

    /// Makes an error of a rejection.
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

    /// Decodes an error; everything but the number may be missing.
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

/// An answer without content.
public struct Empty: Hashable, Codable, Sendable {
    /// Makes nothing.
    public init() {}
}
