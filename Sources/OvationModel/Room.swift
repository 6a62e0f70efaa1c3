/// How a viewer gets a seat.
public enum SeatMode: String, Codable, Sendable {
    /// The viewer takes a seat freely.
    case free
    /// The viewer asks for a seat.
    case apply
}

/// What the viewers of a live get: a picture, or voices alone.
public enum LiveKind: String, CaseIterable, Codable, Sendable {
    /// The layout is one for video.
    case video
    /// The layout is one for voices alone.
    case voice
}

/// The public description of a live.
public struct RoomInfo: Hashable, Codable, Sendable {
    /// The id of the live.
    public var liveID: LiveID
    /// The id of the current start.
    public var sessionID: LiveSessionID
    /// The title, at most 100 bytes; the live id if no title was given.
    public var liveName: String
    /// The announcement, at most 100 bytes.
    public var notice = ""
    /// True if only owner and administrators may send messages.
    public var isMessageDisable = false
    /// True if the live appears in the list.
    public var isPublicVisible = true
    /// True if the live has seats.
    public var isSeatEnabled = true
    /// True if the owner always has a seat.
    public var keepOwnerOnSeat = true
    /// The number of seats.
    public var maxSeatCount = 9
    /// How a viewer gets a seat.
    public var seatMode = SeatMode.apply
    /// The layout: 1 to 199 for voice, 200 to 999 for video.
    public var seatLayoutTemplateID = 600
    /// The URL of the cover, at most 200 bytes.
    public var coverURL = ""
    /// The URL of the background, at most 200 bytes.
    public var backgroundURL = ""
    /// At most three category numbers, defined by the app.
    public var categoryList: [Int] = []
    /// A number for the current activity, defined by the app.
    public var activityStatus = 0
    /// True if gifts may be sent.
    public var isGiftEnabled = true
    /// Fields defined by the app: at most 10 keys of 50 bytes, values of 2 KB, 16 KB in total.
    public var metaData: [String: String] = [:]
    /// The most members, owner included; nil for no limit.
    public var maxMemberCount: Int?
    /// True if `maxMemberCount` does not apply; nil means false.
    public var isUnlimitedRoomEnabled: Bool?
    /// How many seconds a viewer must wait between two messages, 1 to 120; nil without slow mode.
    public var slowModeSeconds: Int?
    /// A text defined by the app, at most 500 bytes; nil for none.
    public var customInfo: String?
    /// True if likes may be sent; nil means true.
    public var isLikeEnabled: Bool?
    /// A popularity defined by the app; nil means 0. Only the app can set it.
    public var popularity: Int?
    /// How many seconds the live goes on without its owner; nil for the server's default. Only the app can set it.
    public var ownerAbsenceSeconds: Int?
    /// How many seconds the live goes on while it is empty; nil for no limit. Only the app can set it.
    public var emptySeconds: Int?
    /// The user who created the live.
    public var liveOwner: UserInfo
    /// When the live was created.
    public var createTime: Timestamp
    /// The number of entries. A user who enters again counts again.
    public var totalViewerCount = 0
    /// The picture; nil if there was none since the server started. It is not stored.
    public var media: RoomMedia?

    /// The kind of live that its layout makes it.
    public var kind: LiveKind { Self.isVoice(templateID: seatLayoutTemplateID) ? .voice : .video }

    /// Whether a layout is one for voices.
    public static func isVoice(templateID: Int) -> Bool { (1...199).contains(templateID) }

    /// Makes a live with the default settings.
    public init(liveID: LiveID, sessionID: LiveSessionID, owner: UserInfo, createTime: Timestamp) {
        self.liveID = liveID
        self.sessionID = sessionID
        liveName = liveID.rawValue
        liveOwner = owner
        self.createTime = createTime
    }
}

/// The settings of a live. Fields that are nil do not change anything.
public struct RoomSettings: Hashable, Codable, Sendable {
    /// See ``RoomInfo/liveName``.
    public var liveName: String?
    /// See ``RoomInfo/notice``.
    public var notice: String?
    /// See ``RoomInfo/isMessageDisable``.
    public var isMessageDisable: Bool?
    /// See ``RoomInfo/isPublicVisible``.
    public var isPublicVisible: Bool?
    /// See ``RoomInfo/isSeatEnabled``. It can be set only at creation.
    public var isSeatEnabled: Bool?
    /// See ``RoomInfo/keepOwnerOnSeat``. It can be set only at creation.
    public var keepOwnerOnSeat: Bool?
    /// See ``RoomInfo/maxSeatCount``. It can be set only at creation.
    public var maxSeatCount: Int?
    /// See ``RoomInfo/seatMode``.
    public var seatMode: SeatMode?
    /// See ``RoomInfo/seatLayoutTemplateID``.
    public var seatLayoutTemplateID: Int?
    /// See ``RoomInfo/coverURL``.
    public var coverURL: String?
    /// See ``RoomInfo/backgroundURL``.
    public var backgroundURL: String?
    /// See ``RoomInfo/categoryList``.
    public var categoryList: [Int]?
    /// See ``RoomInfo/activityStatus``.
    public var activityStatus: Int?
    /// See ``RoomInfo/isGiftEnabled``.
    public var isGiftEnabled: Bool?
    /// See ``RoomInfo/metaData``. A new value replaces all fields.
    public var metaData: [String: String]?
    /// See ``RoomInfo/maxMemberCount``; 0 removes the limit.
    public var maxMemberCount: Int?
    /// See ``RoomInfo/isUnlimitedRoomEnabled``.
    public var isUnlimitedRoomEnabled: Bool?
    /// See ``RoomInfo/slowModeSeconds``; 0 ends slow mode.
    public var slowModeSeconds: Int?
    /// See ``RoomInfo/customInfo``; an empty text removes it.
    public var customInfo: String?
    /// See ``RoomInfo/isLikeEnabled``.
    public var isLikeEnabled: Bool?
    /// See ``RoomInfo/popularity``.
    public var popularity: Int?
    /// See ``RoomInfo/ownerAbsenceSeconds``; 0 for the server's default.
    public var ownerAbsenceSeconds: Int?
    /// See ``RoomInfo/emptySeconds``; 0 for no limit.
    public var emptySeconds: Int?

    /// Makes settings that change nothing.
    public init() {}

    /// True if every field is nil.
    public var isEmpty: Bool { self == RoomSettings() }

    /// True if a field is set that only the app may set: its rank in the list, or when the server may end it.
    public var isForAppOnly: Bool { popularity != nil || ownerAbsenceSeconds != nil || emptySeconds != nil }
}

extension RoomInfo {
    /// The longest time that a live goes on without its owner or while it is empty, in seconds: ten years.
    public static let absenceSecondsMax = 315_360_000

    /// Applies every field that is set.
    public mutating func apply(_ settings: RoomSettings) {
        liveName = settings.liveName.flatMap { $0.isEmpty ? liveID.rawValue : $0 } ?? liveName
        notice = settings.notice ?? notice
        isMessageDisable = settings.isMessageDisable ?? isMessageDisable
        isPublicVisible = settings.isPublicVisible ?? isPublicVisible
        isSeatEnabled = settings.isSeatEnabled ?? isSeatEnabled
        keepOwnerOnSeat = settings.keepOwnerOnSeat ?? keepOwnerOnSeat
        maxSeatCount = settings.maxSeatCount ?? maxSeatCount
        seatMode = settings.seatMode ?? seatMode
        seatLayoutTemplateID = settings.seatLayoutTemplateID ?? seatLayoutTemplateID
        coverURL = settings.coverURL ?? coverURL
        backgroundURL = settings.backgroundURL ?? backgroundURL
        categoryList = settings.categoryList ?? categoryList
        activityStatus = settings.activityStatus ?? activityStatus
        isGiftEnabled = settings.isGiftEnabled ?? isGiftEnabled
        metaData = settings.metaData ?? metaData
        if let count = settings.maxMemberCount { maxMemberCount = count == 0 ? nil : count }
        if let isUnlimited = settings.isUnlimitedRoomEnabled { isUnlimitedRoomEnabled = isUnlimited ? true : nil }
        if let seconds = settings.slowModeSeconds { slowModeSeconds = seconds > 0 ? seconds : nil }
        if let text = settings.customInfo { customInfo = text.isEmpty ? nil : text }
        if let isEnabled = settings.isLikeEnabled { isLikeEnabled = isEnabled ? nil : false }
        if let number = settings.popularity { popularity = number == 0 ? nil : number }
        if let seconds = settings.ownerAbsenceSeconds { ownerAbsenceSeconds = seconds > 0 ? seconds : nil }
        if let seconds = settings.emptySeconds { emptySeconds = seconds > 0 ? seconds : nil }
    }
}

/// The statistics of a live since its start.
public struct RoomStatistics: Hashable, Codable, Sendable {
    /// Entries of viewers. A user who enters again counts again.
    public var totalViewers = 0
    /// Gift orders. An order of several gifts counts once.
    public var totalGiftsSent = 0
    /// The cost of all gifts.
    public var totalGiftCoins: Int64 = 0
    /// The number of different users who sent a gift.
    public var totalUniqueGiftSenders = 0
    /// The number of likes.
    public var totalLikesReceived = 0
    /// The number of delivered barrage messages.
    public var totalMessageSent = 0
    /// How long the live has been on, in milliseconds.
    public var totalDuration: Int64 = 0

    /// Makes empty statistics.
    public init() {}
}

/// A live in the list.
public struct RoomListing: Hashable, Codable, Sendable {
    /// The description of the live.
    public var info: RoomInfo
    /// The number of viewers now, without the owner.
    public var audienceCount: Int
    /// The last messages, oldest first, at most ``messagesMax``; nil if there are none, and always nil in the list of lives.
    public var messages: [BarrageRecord]?

    /// The largest number of messages that come with one live's description, so that a preview shows what is talked about.
    public static let messagesMax = 3

    /// Makes an entry of the list.
    public init(info: RoomInfo, audienceCount: Int, messages: [BarrageRecord]? = nil) {
        self.info = info
        self.audienceCount = audienceCount
        self.messages = messages
    }
}
