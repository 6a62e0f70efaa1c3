import OvationMedia
import OvationModel
import OvationWire

/// A live in the answer to `get_room_info`.
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
    let isLikeEnabled: Bool
    let isPublicVisible: Bool
    let coverURL: String
    let backgroundURL: String
    let notice: String
    let category: [Int]
    let activityStatus: Int
    let viewCount: Int
    let memberCount: Int
    let onlineCount: Int
    let popularity: Int
    let customInfo: String
    let lifetimeAfterNoUsers: Int
    let lifetimeAfterOwnerLeave: Int
    let lifetimeAfterOwnerOffline: Int
    let isScreenSharingDisabled: Bool
    let isAudioDisabled: Bool
    let isVideoDisabled: Bool
    let media: RESTPicture

    /// Every live is of this type.
    static let liveType = "Live"

    /// - Parameter picture: nil for a live that never had a picture.
    init(_ listing: RoomListing, _ picture: PictureStatus?) {
        let info = listing.info
        media = RESTPicture(picture)
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
        isLikeEnabled = info.isLikeEnabled ?? true
        isPublicVisible = info.isPublicVisible
        coverURL = info.coverURL
        backgroundURL = info.backgroundURL
        notice = info.notice
        category = info.categoryList
        activityStatus = info.activityStatus
        viewCount = info.totalViewerCount
        memberCount = listing.audienceCount
        onlineCount = listing.audienceCount
        popularity = info.popularity ?? 0
        customInfo = info.customInfo ?? ""
        lifetimeAfterNoUsers = info.emptySeconds ?? 0
        lifetimeAfterOwnerOffline = info.ownerAbsenceSeconds ?? 0
        // This server has no settings for these.
        lifetimeAfterOwnerLeave = 0
        isScreenSharingDisabled = false
        isAudioDisabled = false
        isVideoDisabled = false
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
        case isLikeEnabled = "IsLikeEnabled"
        case isPublicVisible = "IsPublicVisible"
        case coverURL = "CoverURL"
        case backgroundURL = "BackgroundURL"
        case notice = "Notice"
        case category = "Category"
        case activityStatus = "ActivityStatus"
        case viewCount = "ViewCount"
        case memberCount = "MemberCount"
        case onlineCount = "OnlineCount"
        case popularity = "Popularity"
        case customInfo = "CustomInfo"
        case lifetimeAfterNoUsers = "LifetimeAfterNoUsers"
        case lifetimeAfterOwnerLeave = "LifetimeAfterOwnerLeave"
        case lifetimeAfterOwnerOffline = "LifetimeAfterOwnerOffline"
        case isScreenSharingDisabled = "IsScreenSharingDisabled"
        case isAudioDisabled = "IsAudioDisabled"
        case isVideoDisabled = "IsVideoDisabled"
        case media = "Media"
    }
}

/// A live in the answer to `get_room_list`.
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
    let popularity: Int
    let customInfo: String

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
        popularity = info.popularity ?? 0
        customInfo = info.customInfo ?? ""
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
        case popularity = "Popularity"
        case customInfo = "CustomInfo"
    }
}
