public import OvationModel

/// What a client asks of the server. `op` on the wire is the name of the case with a dot, `room.join`.
public enum Command: Hashable, Sendable {
    /// Log in, or go on with a session.
    case sessionOpen(SessionOpen)
    /// Ask for a sign of life.
    case sessionPing
    /// Create a live and enter it.
    case roomCreate(RoomCreate)
    /// Enter a live.
    case roomJoin
    /// Leave a live.
    case roomLeave
    /// End a live.
    case roomEnd
    /// Change settings of a live.
    case roomUpdate(RoomSettings)
    /// Read, set or delete metadata of a live.
    case roomMetadata(RoomMetadata)
    /// Ask for a page of the lives.
    case roomList(RoomList)
    /// Ask what a live is.
    case roomInfo
    /// Ask for a page of the viewers.
    case audienceList(AudienceList)
    /// Remove somebody.
    case audienceKick(AudienceKick)
    /// Mute somebody, or let them write again.
    case audienceMute(AudienceMute)
    /// Ban somebody, or let them back.
    case audienceBan(AudienceBan)
    /// Appoint an administrator of a live, or take the office away.
    case audienceAdmin(AudienceAdmin)
    /// Ask for a page of the moderation log.
    case audienceLog(AudienceLog)
    /// Change what one says of oneself.
    case userUpdate(UserProfile)
    /// Send a message.
    case barrageSend(BarrageSend)
    /// Ask for the gift panel.
    case giftList(GiftList)
    /// Order gifts.
    case giftSend(GiftSend)
    /// Ask what is in one's wallet.
    case walletGet
    /// Have coins made for one's wallet, on a developer's server.
    case walletTopUp(WalletTopUp)
    /// Like a live.
    case likeSend(LikeSend)
    /// Ask for a board.
    case boardList(BoardList)
    /// Publish a message to a topic.
    case pubsubPublish(PubSubPublish)
    /// Listen to a topic.
    case pubsubSubscribe(PubSubSubscribe)
    /// Listen to a topic no more.
    case pubsubUnsubscribe(PubSubUnsubscribe)
    /// Ask for kept messages of a topic.
    case pubsubMessages(PubSubMessages)
    /// Ask where to publish the picture of one's live.
    case mediaPublish

    /// The name on the wire.
    public var op: String {
        switch self {
        case .sessionOpen: "session.open"
        case .sessionPing: "session.ping"
        case .roomCreate: "room.create"
        case .roomJoin: "room.join"
        case .roomLeave: "room.leave"
        case .roomEnd: "room.end"
        case .roomUpdate: "room.update"
        case .roomMetadata: "room.metadata"
        case .roomList: "room.list"
        case .roomInfo: "room.info"
        case .audienceList: "audience.list"
        case .audienceKick: "audience.kick"
        case .audienceMute: "audience.mute"
        case .audienceBan: "audience.ban"
        case .audienceAdmin: "audience.admin"
        case .audienceLog: "audience.log"
        case .userUpdate: "user.update"
        case .barrageSend: "barrage.send"
        case .giftList: "gift.list"
        case .giftSend: "gift.send"
        case .walletGet: "wallet.get"
        case .walletTopUp: "wallet.topUp"
        case .likeSend: "like.send"
        case .boardList: "board.list"
        case .pubsubPublish: "pubsub.publish"
        case .pubsubSubscribe: "pubsub.subscribe"
        case .pubsubUnsubscribe: "pubsub.unsubscribe"
        case .pubsubMessages: "pubsub.messages"
        case .mediaPublish: "media.publish"
        }
    }

    /// Whether the command names a live in the frame's `room`.
    public var needsRoom: Bool {
        switch self {
        case .sessionOpen, .sessionPing, .roomCreate, .roomList, .userUpdate, .giftList, .walletGet, .walletTopUp:
            false
        // A board is that of a live unless it says otherwise.
        case .boardList(let list): (list.period ?? .live) == .live
        default: true
        }
    }
}

/// Logs in, or goes on with a session after a lost connection.
public struct SessionOpen: Hashable, Codable, Sendable {
    /// Where a client was in a room when the connection was lost.
    public struct Position: Hashable, Codable, Sendable {
        /// Which live.
        public var room: LiveID
        /// The epoch of the last event that it saw.
        public var epoch: String
        /// The `seq` of the last event that it saw.
        public var seq: Int64
        /// The `durable` of the last stored event that it saw.
        public var durable: Int64
        /// Which start of the live it was in; without it, the current one.
        public var sessionID: LiveSessionID?

        /// Makes a position.
        public init(room: LiveID, epoch: String, seq: Int64, durable: Int64, sessionID: LiveSessionID?) {
            self.room = room
            self.epoch = epoch
            self.seq = seq
            self.durable = durable
            self.sessionID = sessionID
        }
    }

    /// What a client wants to go on with.
    public struct Resume: Hashable, Codable, Sendable {
        /// The session of the lost connection.
        public var session: SessionID
        /// Where it was in each room.
        public var rooms: [Position]

        /// Makes a wish to resume.
        public init(session: SessionID, rooms: [Position]) {
            self.session = session
            self.rooms = rooms
        }
    }

    /// The app that the client belongs to.
    public var sdkAppID: Int
    /// Who logs in.
    public var userID: UserID
    /// The proof, made by the app's backend.
    public var userSig: String
    /// The session to go on with; nil for a fresh one.
    public var resume: Resume?

    /// Makes a login.
    public init(sdkAppID: Int, userID: UserID, userSig: String, resume: Resume? = nil) {
        self.sdkAppID = sdkAppID
        self.userID = userID
        self.userSig = userSig
        self.resume = resume
    }
}

/// Creates a live, or goes on with one's own live of that id, and enters it as its owner.
public struct RoomCreate: Hashable, Sendable, Codable {
    /// Which live.
    public var liveID: LiveID
    /// What it is like.
    public var settings: RoomSettings
    /// Whether it is a meeting: not public, and entered where there is a live of that id, whosever it is. nil means no.
    public var isMeeting: Bool?

    /// Makes a wish for a live.
    public init(liveID: LiveID, settings: RoomSettings = RoomSettings(), isMeeting: Bool? = nil) {
        self.liveID = liveID
        self.settings = settings
        self.isMeeting = isMeeting
    }

    private enum CodingKeys: String, CodingKey { case liveID, isMeeting }

    /// Decodes the id and the settings of one flat object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        liveID = try container.decode(LiveID.self, forKey: .liveID)
        isMeeting = try container.decodeIfPresent(Bool.self, forKey: .isMeeting)
        settings = try RoomSettings(from: decoder)
    }

    /// Encodes the id and the settings into one flat object.
    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(liveID, forKey: .liveID)
        try container.encodeIfPresent(isMeeting, forKey: .isMeeting)
    }
}

/// Reads, sets or deletes metadata of a live. Without `set` and `delete` it reads.
public struct RoomMetadata: Hashable, Codable, Sendable {
    /// Keys to set.
    public var set: [String: String]?
    /// Keys to delete.
    public var delete: [String]?
    /// Keys to read; nil or empty means all.
    public var keys: [String]?

    /// Makes a metadata command.
    public init(set: [String: String]? = nil, delete: [String]? = nil, keys: [String]? = nil) {
        self.set = set
        self.delete = delete
        self.keys = keys
    }
}

/// Asks for a page of the list of lives.
public struct RoomList: Hashable, Codable, Sendable {
    /// Where the page begins; nil or empty for the first.
    public var cursor: String?
    /// How many lives, 1 to 50; nil means 20.
    public var count: Int?

    /// Makes a wish for a page.
    public init(cursor: String? = nil, count: Int? = nil) {
        self.cursor = cursor
        self.count = count
    }
}

/// Asks for a page of the viewers of a live.
public struct AudienceList: Hashable, Codable, Sendable {
    /// Where the page begins; nil or empty for the first.
    public var cursor: String?
    /// How many viewers, 1 to 200; nil means 100.
    public var count: Int?

    /// Makes a wish for a page.
    public init(cursor: String? = nil, count: Int? = nil) {
        self.cursor = cursor
        self.count = count
    }
}

/// Removes somebody who may come back.
public struct AudienceKick: Hashable, Codable, Sendable {
    /// Who.
    public var userID: UserID
    /// Why, at most 200 bytes.
    public var reason: String?

    /// Makes a kick.
    public init(userID: UserID, reason: String? = nil) {
        self.userID = userID
        self.reason = reason
    }
}

/// Mutes somebody, or lets them write again.
public struct AudienceMute: Hashable, Codable, Sendable {
    /// Who.
    public var userID: UserID
    /// Whether they are to be muted.
    public var muted: Bool
    /// For how long; nil or 0 means the rest of the live.
    public var seconds: Int64?
    /// Why, at most 200 bytes.
    public var reason: String?

    /// Makes a mute.
    public init(userID: UserID, muted: Bool, seconds: Int64? = nil, reason: String? = nil) {
        self.userID = userID
        self.muted = muted
        self.seconds = seconds
        self.reason = reason
    }
}

/// Removes somebody who may not come back, or lets them back.
public struct AudienceBan: Hashable, Codable, Sendable {
    /// Who.
    public var userID: UserID
    /// Whether they are to be banned; nil means yes.
    public var banned: Bool?
    /// For how long; nil or 0 means the rest of the live.
    public var seconds: Int64?
    /// Why, at most 200 bytes.
    public var reason: String?

    /// Makes a ban.
    public init(userID: UserID, banned: Bool? = nil, seconds: Int64? = nil, reason: String? = nil) {
        self.userID = userID
        self.banned = banned
        self.seconds = seconds
        self.reason = reason
    }
}

/// Appoints an administrator of a live, or takes the office away.
public struct AudienceAdmin: Hashable, Codable, Sendable {
    /// Who.
    public var userID: UserID
    /// Whether they are to be one.
    public var isAdmin: Bool

    /// Makes an appointment.
    public init(userID: UserID, isAdmin: Bool) {
        self.userID = userID
        self.isAdmin = isAdmin
    }
}

/// Asks for a page of the moderation log of a live.
public struct AudienceLog: Hashable, Codable, Sendable {
    /// Where the page begins; nil or empty for the newest lines.
    public var cursor: String?
    /// How many lines, 1 to 100; nil means 50.
    public var count: Int?

    /// Makes a wish for a page.
    public init(cursor: String? = nil, count: Int? = nil) {
        self.cursor = cursor
        self.count = count
    }
}

/// Sends a message: either `text` or `businessID` with `data`.
public struct BarrageSend: Hashable, Codable, Sendable {
    /// The text.
    public var text: String?
    /// Fields of the app's own that travel with a text.
    public var extensionInfo: [String: String]?
    /// What kind of custom data it is.
    public var businessID: String?
    /// The custom data.
    public var data: String?

    /// Makes a text.
    public init(text: String, extensionInfo: [String: String]? = nil) {
        self.text = text
        self.extensionInfo = extensionInfo
    }

    /// Makes a custom message.
    public init(businessID: String, data: String) {
        self.businessID = businessID
        self.data = data
    }
}

/// Asks for the gift panel.
public struct GiftList: Hashable, Codable, Sendable {
    /// In which language; nil means the default texts.
    public var language: String?

    /// Makes a wish for the panel.
    public init(language: String? = nil) { self.language = language }
}

/// Orders gifts. The same order id is charged at most once, however often it is sent.
public struct GiftSend: Hashable, Codable, Sendable {
    /// Made by the client and kept before it is sent.
    public var orderID: OrderID
    /// Which gift.
    public var giftID: GiftID
    /// How many, 1 to 9,999; nil means 1.
    public var count: Int?
    /// Who receives them; nil or empty means the owner. Each receives `count`.
    public var to: [UserID]?

    /// Makes an order.
    public init(orderID: OrderID, giftID: GiftID, count: Int? = nil, to: [UserID]? = nil) {
        self.orderID = orderID
        self.giftID = giftID
        self.count = count
        self.to = to
    }
}

/// Likes the live.
public struct LikeSend: Hashable, Codable, Sendable {
    /// How many, 1 to 1,000; nil means 1.
    public var count: Int?

    /// Makes likes.
    public init(count: Int? = nil) { self.count = count }
}

/// Asks for a board.
public struct BoardList: Hashable, Codable, Sendable {
    /// Whom it ranks; nil means senders. A live has no board of hosts.
    public var kind: BoardKind?
    /// Which gifts it counts; nil means those of the live.
    public var period: BoardPeriod?
    /// How many places, 1 to `limits.boardRowsMax`; nil means 20.
    public var count: Int?

    /// Makes a wish for a board.
    public init(kind: BoardKind? = nil, period: BoardPeriod? = nil, count: Int? = nil) {
        self.kind = kind
        self.period = period
        self.count = count
    }
}
