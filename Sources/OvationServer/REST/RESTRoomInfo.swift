import OvationModel
import OvationWire

/// A live as the REST API tells it.
struct RESTRoomInfo: Codable, Sendable {
    let roomID: LiveID
    let roomName: String
    let roomType: String
    let owner: UserID
    let createTime: Int64
    let isSeatEnabled: Bool
    let takeSeatMode: String
    let maxSeatCount: Int
    let keepOwnerOnSeat: Bool
    let seatLayoutTemplateID: Int
    let seatTemplate: String?
    let maxMemberCount: Int
    let isUnlimitedRoomEnabled: Bool
    let isMessageDisabled: Bool
    let isGiftEnabled: Bool
    let isPublicVisible: Bool
    let coverURL: String
    let backgroundURL: String
    let notice: String
    let category: [Int]
    let activityStatus: Int
    let viewCount: Int
    let memberCount: Int
    let onlineCount: Int

    /// Every live is of this type.
    static let liveType = "Live"

    init(_ listing: RoomListing) {
        let info = listing.info
        roomID = info.liveID
        roomName = info.liveName
        roomType = Self.liveType
        owner = info.liveOwner.userID
        createTime = info.createTime.seconds
        isSeatEnabled = info.isSeatEnabled
        takeSeatMode = RESTSeatMode(info.seatMode).rawValue
        maxSeatCount = info.maxSeatCount
        keepOwnerOnSeat = info.keepOwnerOnSeat
        seatLayoutTemplateID = info.seatLayoutTemplateID
        seatTemplate = RESTSeatTemplate(layoutID: info.seatLayoutTemplateID)?.rawValue
        maxMemberCount = info.maxMemberCount ?? 0
        isUnlimitedRoomEnabled = info.isUnlimitedRoomEnabled ?? false
        isMessageDisabled = info.isMessageDisable
        isGiftEnabled = info.isGiftEnabled
        isPublicVisible = info.isPublicVisible
        coverURL = info.coverURL
        backgroundURL = info.backgroundURL
        notice = info.notice
        category = info.categoryList
        activityStatus = info.activityStatus
        viewCount = info.totalViewerCount
        memberCount = listing.audienceCount
        onlineCount = listing.audienceCount
    }

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case roomName = "RoomName"
        case roomType = "RoomType"
        case owner = "Owner_Account"
        case createTime = "CreateTime"
        case isSeatEnabled = "IsSeatEnabled"
        case takeSeatMode = "TakeSeatMode"
        case maxSeatCount = "MaxSeatCount"
        case keepOwnerOnSeat = "KeepOwnerOnSeat"
        case seatLayoutTemplateID = "SeatLayoutTemplateId"
        case seatTemplate = "SeatTemplate"
        case maxMemberCount = "MaxMemberCount"
        case isUnlimitedRoomEnabled = "IsUnlimitedRoomEnabled"
        case isMessageDisabled = "IsMessageDisabled"
        case isGiftEnabled = "IsGiftEnabled"
        case isPublicVisible = "IsPublicVisible"
        case coverURL = "CoverURL"
        case backgroundURL = "BackgroundURL"
        case notice = "Notice"
        case category = "Category"
        case activityStatus = "ActivityStatus"
        case viewCount = "ViewCount"
        case memberCount = "MemberCount"
        case onlineCount = "OnlineCount"
    }
}

/// A live in the list.
struct RESTRoomEntry: Codable, Sendable {
    let roomID: LiveID
    let roomName: String
    let owner: UserID
    let ownerName: String
    let ownerAvatarURL: String
    let coverURL: String
    let category: [Int]
    let createTime: Int64
    let activityStatus: Int
    let viewCount: Int
    let memberCount: Int
    let onlineCount: Int

    init(_ listing: RoomListing) {
        let info = listing.info
        roomID = info.liveID
        roomName = info.liveName
        owner = info.liveOwner.userID
        ownerName = info.liveOwner.userName
        ownerAvatarURL = info.liveOwner.avatarURL
        coverURL = info.coverURL
        category = info.categoryList
        createTime = info.createTime.seconds
        activityStatus = info.activityStatus
        viewCount = info.totalViewerCount
        memberCount = listing.audienceCount
        onlineCount = listing.audienceCount
    }

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case roomName = "RoomName"
        case owner = "Owner_Account"
        case ownerName = "OwnerName"
        case ownerAvatarURL = "OwnerAvatarUrl"
        case coverURL = "CoverURL"
        case category = "Category"
        case createTime = "CreateTime"
        case activityStatus = "ActivityStatus"
        case viewCount = "ViewCount"
        case memberCount = "MemberCount"
        case onlineCount = "OnlineCount"
    }
}

/// How a viewer comes to a seat, in the words of the REST API.
enum RESTSeatMode: String, RESTChoice {
    case free = "FreeToTake"
    case apply = "ApplyToTake"

    init(_ mode: SeatMode) { self = mode == .free ? .free : .apply }

    var mode: SeatMode { self == .free ? .free : .apply }
}

/// The layouts that have a name.
enum RESTSeatTemplate: String, RESTChoice {
    case videoDynamicGrid = "VideoDynamicGrid9Seats"
    case videoDynamicFloat = "VideoDynamicFloat7Seats"
    case videoFixedGrid = "VideoFixedGrid9Seats"
    case videoFixedFloat = "VideoFixedFloat7Seats"
    case videoLandscape = "VideoLandscape4Seats"
    case audioSalon = "AudioSalon"
    case karaoke = "Karaoke"

    init?(layoutID: Int) {
        guard let template = Self.allCases.first(where: { $0.layoutID == layoutID }) else { return nil }
        self = template
    }

    /// The number of the layout.
    var layoutID: Int {
        switch self {
        case .videoDynamicGrid: 600
        case .videoDynamicFloat: 601
        case .videoFixedGrid: 800
        case .videoFixedFloat: 801
        case .videoLandscape: 200
        case .audioSalon: 70
        case .karaoke: 50
        }
    }

    /// How many seats it has; nil for any number.
    var seatCount: Int? {
        switch self {
        case .videoDynamicGrid, .videoFixedGrid: 9
        case .videoDynamicFloat, .videoFixedFloat: 7
        case .videoLandscape: 4
        case .audioSalon, .karaoke: nil
        }
    }
}
