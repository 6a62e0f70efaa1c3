public import OvationModel

/// Everything that is kept of one start of a live.
public struct RoomRecord: Hashable, Sendable {
    /// A time until which something holds; nil means for the rest of the live.
    public struct Until: Hashable, Codable, Sendable {
        /// Until when.
        public var time: Timestamp?
        /// Why, in words; may be empty.
        public var reason: String

        /// Makes a time.
        public init(_ time: Timestamp?, reason: String = "") {
            self.time = time
            self.reason = reason
        }

        /// Why; nil where no reason was given.
        public var givenReason: String? { reason.isEmpty ? nil : reason }
    }

    /// What the live is.
    public var info: RoomInfo
    /// Whether it ends by itself when its owner is gone.
    public var endsWithoutOwner: Bool
    /// Its administrators, in the order in which they were appointed.
    public var admins: [UserID]
    /// Who may not write.
    public var mutes: [UserID: Until]
    /// Who may not enter.
    public var bans: [UserID: Until]
    /// Viewers without a connection, in the order in which they were added.
    public var robots: [UserInfo]
    /// What it has had.
    public var statistics: RoomStatistics
    /// The number of its last stored event.
    public var durable: Int64
    /// When it ended; nil where it goes on.
    public var endedAt: Timestamp?
    /// The words that it looks for in what viewers write.
    public var words: [FilterWord]
    /// The topics that have kept messages.
    public var topics: [TopicName: TopicRecord]
    /// The seats that differ from those of a new live, in the order of their numbers. Their regions are not kept.
    public var seats: [Seat]
    /// The applications and invitations that wait for an answer, in the order in which they came.
    public var seatRequests: [SeatRequest]
    /// The messages that stay in sight, the latest last.
    public var pins: [PinnedBarrage]

    /// What it has to do with other lives.
    public var coHosts = CoHostRecord()

    /// Makes a record.
    public init(
        info: RoomInfo, endsWithoutOwner: Bool, admins: [UserID] = [], mutes: [UserID: Until] = [:],
        bans: [UserID: Until] = [:], robots: [UserInfo] = [], statistics: RoomStatistics = RoomStatistics(),
        durable: Int64 = 0, endedAt: Timestamp? = nil, words: [FilterWord] = [],
        topics: [TopicName: TopicRecord] = [:], seats: [Seat] = [], seatRequests: [SeatRequest] = [],
        pins: [PinnedBarrage] = []
    ) {
        self.info = info
        self.endsWithoutOwner = endsWithoutOwner
        self.admins = admins
        self.mutes = mutes
        self.bans = bans
        self.robots = robots
        self.statistics = statistics
        self.durable = durable
        self.endedAt = endedAt
        self.words = words
        self.topics = topics
        self.seats = seats
        self.seatRequests = seatRequests
        self.pins = pins
    }
}

/// A change of what is kept of a live.
public enum RoomChange: Hashable, Sendable {
    /// Settings and metadata are now these.
    case info(RoomInfo)
    /// A user is an administrator of the live, or is one no longer.
    case admin(UserID, Bool)
    /// A user may not write; `until` nil means for the rest of the live.
    case mute(UserID, until: Timestamp?, reason: String = "", by: UserID? = nil)
    /// A user may write again.
    case unmute(UserID)
    /// A user may not enter; `until` nil means for the rest of the live.
    case ban(UserID, until: Timestamp?, reason: String, by: UserID?)
    /// A user may enter again.
    case unban(UserID)
    /// A user is a robot of the live and looks like this, or is one no longer.
    case robot(UserInfo, Bool)
    /// The words that the live looks for are now these.
    case words([FilterWord])
    /// A seat is now this one. Its region is not kept.
    case seat(Seat)
    /// An application or an invitation waits for an answer; it replaces another one of its guest.
    case seatRequest(SeatRequest)
    /// The application or invitation of a guest has ended.
    case seatRequestEnded(UserID)
    /// What the live has to do with others is now this. The storage counts the coins of a battle in it; see
    /// ``CoHostRecord/count(after:coins:)``.
    case coHosts(CoHostRecord)
    /// The pinned messages are now these.
    case pins([PinnedBarrage])
    /// The moderation log has a line more.
    case log(ModerationRecord)
}
