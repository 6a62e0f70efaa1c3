/// How a viewer comes to a seat.
public enum SeatMode: String, Codable, Sendable {
    /// Takes it.
    case free
    /// Asks for it.
    case apply
}

/// What a live is, as everybody sees it.
public struct RoomInfo: Hashable, Codable, Sendable {
    /// Which live.
    public var liveID: LiveID
    /// Which start of it.
    public var sessionID: LiveSessionID
    /// The title, at most 100 bytes; the live id where none was given.
    public var liveName: String
    /// The announcement, at most 100 bytes.
    public var notice = ""
    /// Whether messages are disabled for everybody but owner and administrators.
    public var isMessageDisable = false
    /// Whether the live is listed.
    public var isPublicVisible = true
    /// Whether the live has seats.
    public var isSeatEnabled = true
    /// Whether the owner always has a seat.
    public var keepOwnerOnSeat = true
    /// How many seats.
    public var maxSeatCount = 9
    /// How a viewer comes to a seat.
    public var seatMode = SeatMode.apply
    /// The layout: 1 to 199 voice, 200 to 999 video.
    public var seatLayoutTemplateID = 600
    /// Where the cover is, at most 200 bytes.
    public var coverURL = ""
    /// Where the background is, at most 200 bytes.
    public var backgroundURL = ""
    /// At most three numbers that the app gives meaning to.
    public var categoryList: [Int] = []
    /// The app's own number for what goes on.
    public var activityStatus = 0
    /// Whether gifts may be sent.
    public var isGiftEnabled = true
    /// The app's own fields: at most 10 keys of 50 bytes, values of 2 KB, 16 KB together.
    public var metaData: [String: String] = [:]
    /// How many may be in it, the owner counted; nil for no limit of its own.
    public var maxMemberCount: Int?
    /// Whether `maxMemberCount` does not hold; nil for no.
    public var isUnlimitedRoomEnabled: Bool?
    /// How many seconds a viewer waits between two messages, 1 to 120; nil where there is no slow mode.
    public var slowModeSeconds: Int?
    /// The app's own text, at most 500 bytes; nil for none.
    public var customInfo: String?
    /// Whether likes may be sent; nil for yes.
    public var isLikeEnabled: Bool?
    /// The app's own number for how much is going on; nil for 0. Only the app sets it.
    public var popularity: Int?
    /// How many seconds it goes on without its owner; nil for what holds on the server. Only the app sets it.
    public var ownerAbsenceSeconds: Int?
    /// How many seconds it goes on without anybody in it; nil for ever. Only the app sets it.
    public var emptySeconds: Int?
    /// Who created it.
    public var liveOwner: UserInfo
    /// When it was created.
    public var createTime: Timestamp
    /// How many entries it has had; the same user counts again on each.
    public var totalViewerCount = 0
    /// Its picture; nil where there never was one since its server was started. It is not kept.
    public var media: RoomMedia?

    /// Makes a live with the default settings.
    public init(liveID: LiveID, sessionID: LiveSessionID, owner: UserInfo, createTime: Timestamp) {
        self.liveID = liveID
        self.sessionID = sessionID
        liveName = liveID.rawValue
        liveOwner = owner
        self.createTime = createTime
    }
}

/// What may be set when a live is created or changed. A field that is nil is left as it is.
public struct RoomSettings: Hashable, Codable, Sendable {
    /// See ``RoomInfo/liveName``.
    public var liveName: String?
    /// See ``RoomInfo/notice``.
    public var notice: String?
    /// See ``RoomInfo/isMessageDisable``.
    public var isMessageDisable: Bool?
    /// See ``RoomInfo/isPublicVisible``.
    public var isPublicVisible: Bool?
    /// See ``RoomInfo/isSeatEnabled``; only at creation.
    public var isSeatEnabled: Bool?
    /// See ``RoomInfo/keepOwnerOnSeat``; only at creation.
    public var keepOwnerOnSeat: Bool?
    /// See ``RoomInfo/maxSeatCount``; only at creation.
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
    /// See ``RoomInfo/metaData``; replaces all of it.
    public var metaData: [String: String]?
    /// See ``RoomInfo/maxMemberCount``; 0 takes the limit away.
    public var maxMemberCount: Int?
    /// See ``RoomInfo/isUnlimitedRoomEnabled``.
    public var isUnlimitedRoomEnabled: Bool?
    /// See ``RoomInfo/slowModeSeconds``; 0 ends it.
    public var slowModeSeconds: Int?
    /// See ``RoomInfo/customInfo``; an empty text takes it away.
    public var customInfo: String?
    /// See ``RoomInfo/isLikeEnabled``.
    public var isLikeEnabled: Bool?
    /// See ``RoomInfo/popularity``.
    public var popularity: Int?
    /// See ``RoomInfo/ownerAbsenceSeconds``; 0 for what holds on the server.
    public var ownerAbsenceSeconds: Int?
    /// See ``RoomInfo/emptySeconds``; 0 for ever.
    public var emptySeconds: Int?

    /// Makes settings that change nothing.
    public init() {}

    /// Whether every field is nil.
    public var isEmpty: Bool { self == RoomSettings() }

    /// Whether something is set that is the app's alone to set: how a live is ranked, and when the server may end it.
    public var isForAppOnly: Bool { popularity != nil || ownerAbsenceSeconds != nil || emptySeconds != nil }
}

extension RoomInfo {
    /// The longest time that a live goes on without its owner or without anybody, in seconds: ten years.
    public static let absenceSecondsMax = 315_360_000

    /// Whether it goes on without its owner as long as a live can, so that they may leave it. A meeting does.
    public var outlivesOwner: Bool { ownerAbsenceSeconds == Self.absenceSecondsMax }

    /// Takes over every field that is set.
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

/// What a live has had, from its start on.
public struct RoomStatistics: Hashable, Codable, Sendable {
    /// Entries of viewers; the same user counts again on each.
    public var totalViewers = 0
    /// Gifts, each of a count as one.
    public var totalGiftsSent = 0
    /// What they cost.
    public var totalGiftCoins: Int64 = 0
    /// Different users who sent one.
    public var totalUniqueGiftSenders = 0
    /// Likes.
    public var totalLikesReceived = 0
    /// Barrage messages that were delivered.
    public var totalMessageSent = 0
    /// How long it has been live, in milliseconds.
    public var totalDuration: Int64 = 0

    /// Makes statistics of a live that has had nothing yet.
    public init() {}
}

/// A live in the list.
public struct RoomListing: Hashable, Codable, Sendable {
    /// What the live is.
    public var info: RoomInfo
    /// How many viewers are in it now, the owner not counted.
    public var audienceCount: Int

    /// Makes an entry of the list.
    public init(info: RoomInfo, audienceCount: Int) {
        self.info = info
        self.audienceCount = audienceCount
    }
}
