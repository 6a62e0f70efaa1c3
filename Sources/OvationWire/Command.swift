public import OvationModel

/// A command of a client to the server. Its ``Operation`` gives its name on the wire.
public enum Command: Hashable, Sendable {
    /// Log in, or resume a session.
    case sessionOpen(SessionOpen)
    /// Check that the server still answers.
    case sessionPing
    /// Create a live and enter it.
    case roomCreate(RoomCreate)
    /// Enter a live.
    case roomJoin
    /// Leave a live.
    case roomLeave
    /// End a live.
    case roomEnd
    /// Ask what the caller has earned by their own live.
    case roomEarnings(RoomEarnings)
    /// Change settings of a live.
    case roomUpdate(RoomSettings)
    /// Read, set or delete metadata of a live.
    case roomMetadata(RoomMetadata)
    /// Change the words that the live looks for, or get them.
    case roomWords(RoomWords)
    /// Ask for a page of the lives.
    case roomList(RoomList)
    /// Get the description of a live.
    case roomInfo
    /// Ask for a page of the viewers.
    case audienceList(AudienceList)
    /// Remove a user.
    case audienceKick(AudienceKick)
    /// Mute or unmute a user.
    case audienceMute(AudienceMute)
    /// Ban or unban a user.
    case audienceBan(AudienceBan)
    /// Appoint or dismiss an administrator of a live.
    case audienceAdmin(AudienceAdmin)
    /// Ask for a page of the moderation log.
    case audienceLog(AudienceLog)
    /// Change the caller's profile.
    case userUpdate(UserProfile)
    /// Send a message.
    case barrageSend(BarrageSend)
    /// Delete a message.
    case barrageDelete(BarrageDelete)
    /// Pin or unpin a message.
    case barragePin(BarragePin)
    /// Ask for the gift panel.
    case giftList(GiftList)
    /// Order gifts.
    case giftSend(GiftSend)
    /// Get the balance of the caller's wallet.
    case walletGet
    /// Create coins in the caller's wallet, on a development server.
    case walletTopUp(WalletTopUp)
    /// Like a live.
    case likeSend(LikeSend)
    /// Ask for a board.
    case boardList(BoardList)
    /// Publish a message to a topic.
    case pubsubPublish(PubSubPublish)
    /// Subscribe to a topic.
    case pubsubSubscribe(PubSubSubscribe)
    /// Unsubscribe from a topic.
    case pubsubUnsubscribe(PubSubUnsubscribe)
    /// Get stored messages of a topic.
    case pubsubMessages(PubSubMessages)
    /// Get the address to publish the picture of the caller's live to.
    case mediaPublish
    /// Get a ticket to upload a picture with, for a cover.
    case fileTicket
    /// Get a ticket to test the uplink with, before there is a live.
    case mediaTest
    /// Get the addresses and the key for an encoder, and what became of the last publishers of the caller's live.
    case mediaEncoder
    /// Get the seats, and the applications and invitations that wait.
    case seatList
    /// Take a seat, or apply for one.
    case seatTake(SeatTake)
    /// Leave the caller's seat.
    case seatLeave
    /// Move a user to another seat.
    case seatMove(SeatMove)
    /// Take a user off a seat.
    case seatKick(SeatKick)
    /// Lock or unlock a seat, its microphone and its camera.
    case seatLock(SeatLock)
    /// Let a user in a seat open microphone and camera, or not.
    case seatAllow(SeatAllow)
    /// Feature a user in a seat, or no longer.
    case seatFeature(SeatFeature)
    /// Say whether the caller's microphone and camera are open.
    case seatDevices(SeatDevices)
    /// Invite a member to a seat.
    case seatInvite(SeatInvite)
    /// Take back the caller's application, or an invitation.
    case seatCancel(SeatCancel)
    /// Answer an application or an invitation.
    case seatAnswer(SeatAnswer)
    /// Get the lives that the live is joined with, its battle, and the requests that wait.
    case coHostList
    /// Ask another live for a link.
    case coHostRequest(CoHostAsk)
    /// Take a request for a link back.
    case coHostCancel(CoHostCancel)
    /// Answer the request of another live.
    case coHostAnswer(CoHostAnswer)
    /// Leave the link.
    case coHostExit
    /// Mute the host of another live of the link for those in this live.
    case coHostMute(CoHostMute)
    /// Ask hosts of the link for a battle, or begin it at once.
    case battleRequest(BattleAsk)
    /// Take requests for a battle back.
    case battleCancel(BattleCancel)
    /// Answer the request for a battle.
    case battleAnswer(BattleAnswer)
    /// Leave the battle.
    case battleExit(BattleExit)
    /// Send something to another user in a seat.
    case seatSignal(SeatSignal)

    /// True if the command needs a live in the frame's `room`.
    public var needsRoom: Bool {
        switch self {
        case .sessionOpen, .sessionPing, .roomCreate, .roomList, .userUpdate, .giftList, .walletGet, .walletTopUp,
            .fileTicket, .mediaTest:
            false
        // A board belongs to a live unless the command names another period.
        case .boardList(let list): (list.period ?? .live) == .live
        default: true
        }
    }
}

/// Logs in, or resumes a session after a lost connection.
public struct SessionOpen: Hashable, Codable, Sendable {
    /// A client's position in a room when the connection was lost.
    public struct Position: Hashable, Codable, Sendable {
        /// The live.
        public var room: LiveID
        /// The epoch of the last event that the client saw.
        public var epoch: String
        /// The `seq` of the last event that the client saw.
        public var seq: Int64
        /// The `durable` of the last stored event that the client saw.
        public var durable: Int64
        /// The start of the live that the client was in; nil for the current one.
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

    /// The session that a client wants to resume.
    public struct Resume: Hashable, Codable, Sendable {
        /// The session of the lost connection.
        public var session: SessionID
        /// The client's position in each room.
        public var rooms: [Position]
        /// The number of this connection within the session, counted upwards. A network may deliver the frames of an abandoned connection
        /// after those of the next one. The lower number is then refused. Without it, the latest connection wins.
        public var attempt: Int64?

        /// Makes a request to resume.
        public init(session: SessionID, rooms: [Position], attempt: Int64? = nil) {
            self.session = session
            self.rooms = rooms
            self.attempt = attempt
        }
    }

    /// The app that the client belongs to.
    public var sdkAppID: Int
    /// The user who logs in.
    public var userID: UserID
    /// The UserSig, which the app's backend created.
    public var userSig: String
    /// The session to resume; nil for a new one.
    public var resume: Resume?

    /// Makes a login.
    public init(sdkAppID: Int, userID: UserID, userSig: String, resume: Resume? = nil) {
        self.sdkAppID = sdkAppID
        self.userID = userID
        self.userSig = userSig
        self.resume = resume
    }
}

/// Creates a live, or continues the caller's own live of that id, and enters it as its owner.
public struct RoomCreate: Hashable, Sendable, Codable {
    /// The id of the live.
    public var liveID: LiveID
    /// The settings of the live.
    public var settings: RoomSettings
    /// True for a meeting: it is not public, and if it exists already, the caller enters it, even if another user owns it. nil means false.
    public var isMeeting: Bool?

    /// Makes a request to create a live.
    public init(liveID: LiveID, settings: RoomSettings = RoomSettings(), isMeeting: Bool? = nil) {
        self.liveID = liveID
        self.settings = settings
        self.isMeeting = isMeeting
    }

    private enum CodingKeys: String, CodingKey { case liveID, isMeeting }

    /// Decodes the id and the settings from one flat object.
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
    /// Where the page begins; nil or empty for the first page.
    public var cursor: String?
    /// The number of lives, 1 to 50; nil means 20.
    public var count: Int?
    /// Words that have to stand in the title or in the host's name, at most 100 bytes; nil or empty for all lives.
    public var search: String?
    /// The category that the lives have to be in; nil for all.
    public var category: Int?
    /// The kind that the lives have to be of; nil for both.
    public var kind: LiveKind?

    /// Makes a request for a page.
    public init(
        cursor: String? = nil, count: Int? = nil, search: String? = nil, category: Int? = nil, kind: LiveKind? = nil
    ) {
        self.cursor = cursor
        self.count = count
        self.search = search
        self.category = category
        self.kind = kind
    }
}

/// Sends a message: either `text` or `businessID` with `data`.
public struct BarrageSend: Hashable, Codable, Sendable {
    /// The text.
    public var text: String?
    /// Fields defined by the app that travel with a text.
    public var extensionInfo: [String: String]?
    /// The kind of the custom data.
    public var businessID: String?
    /// The custom data.
    public var data: String?

    /// Makes a text message.
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
    /// The language; nil for the default texts.
    public var language: String?

    /// Makes a request for the panel.
    public init(language: String? = nil) { self.language = language }
}

/// Orders gifts. The server charges an order id at most once, however often it is sent.
public struct GiftSend: Hashable, Codable, Sendable {
    /// The order id. The client creates it and stores it before it sends the order.
    public var orderID: OrderID
    /// The gift.
    public var giftID: GiftID
    /// The number of gifts for each receiver, 1 to 9,999; nil means 1.
    public var count: Int?
    /// The receivers; nil or empty for the owner. Each receives `count` gifts.
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
    /// The number of likes, 1 to 1,000; nil means 1.
    public var count: Int?

    /// Makes a command.
    public init(count: Int? = nil) { self.count = count }
}

/// Asks for a board.
public struct BoardList: Hashable, Codable, Sendable {
    /// The users to rank; nil for senders. A live has no board of hosts.
    public var kind: BoardKind?
    /// The gifts to count; nil for those of the live.
    public var period: BoardPeriod?
    /// The number of rows, 1 to `limits.boardRowsMax`; nil means 20.
    public var count: Int?

    /// Makes a request for a board.
    public init(kind: BoardKind? = nil, period: BoardPeriod? = nil, count: Int? = nil) {
        self.kind = kind
        self.period = period
        self.count = count
    }
}
