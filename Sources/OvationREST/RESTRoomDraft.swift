import OvationModel
import OvationRules

/// `RoomInfo` of a call that makes or changes a live. A field that is missing is left as it is.
struct RESTRoomDraft: Codable, Sendable {
    let roomID: LiveID
    var roomType: String?
    var owner: UserID?
    var roomName: String?
    var notice: String?
    var coverURL: String?
    var backgroundURL: String?
    var category: [Int]?
    var activityStatus: Int?
    var maxMemberCount: Int?
    var isUnlimitedRoomEnabled: Bool?
    var isMessageDisabled: Bool?
    var isGiftEnabled: Bool?
    var isLikeEnabled: Bool?
    var isPublicVisible: Bool?
    var isSeatEnabled: Bool?
    var keepOwnerOnSeat: Bool?
    var takeSeatMode: RESTSeatMode?
    var maxSeatCount: Int?
    var seatLayoutTemplateID: Int?
    var seatTemplate: RESTSeatTemplate?
    var customInfo: String?
    var popularity: Int?
    var lifetimeAfterNoUsers: Int?
    var lifetimeAfterOwnerLeave: Int?
    var lifetimeAfterOwnerOffline: Int?
    var isScreenSharingDisabled: Bool?
    var isAudioDisabled: Bool?
    var isVideoDisabled: Bool?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case roomType = "RoomType"
        case owner = "Owner_Account"
        case roomName = "RoomName"
        case notice = "Notice"
        case coverURL = "CoverURL"
        case backgroundURL = "BackgroundURL"
        case category = "Category"
        case activityStatus = "ActivityStatus"
        case maxMemberCount = "MaxMemberCount"
        case isUnlimitedRoomEnabled = "IsUnlimitedRoomEnabled"
        case isMessageDisabled = "IsMessageDisabled"
        case isGiftEnabled = "IsGiftEnabled"
        case isLikeEnabled = "IsLikeEnabled"
        case isPublicVisible = "IsPublicVisible"
        case isSeatEnabled = "IsSeatEnabled"
        case keepOwnerOnSeat = "KeepOwnerOnSeat"
        case takeSeatMode = "TakeSeatMode"
        case maxSeatCount = "MaxSeatCount"
        case seatLayoutTemplateID = "SeatLayoutTemplateId"
        case seatTemplate = "SeatTemplate"
        case customInfo = "CustomInfo"
        case popularity = "Popularity"
        case lifetimeAfterNoUsers = "LifetimeAfterNoUsers"
        case lifetimeAfterOwnerLeave = "LifetimeAfterOwnerLeave"
        case lifetimeAfterOwnerOffline = "LifetimeAfterOwnerOffline"
        case isScreenSharingDisabled = "IsScreenSharingDisabled"
        case isAudioDisabled = "IsAudioDisabled"
        case isVideoDisabled = "IsVideoDisabled"
    }

    /// Checks the fields against their limits and makes them settings of a live.
    func settings() throws(Rejection) -> RoomSettings {
        try RESTField.text("RoomName", roomName, bytesMax: FieldBounds.liveNameBytesMax)
        try RESTField.text("Notice", notice, bytesMax: FieldBounds.noticeBytesMax)
        try RESTField.text("CoverURL", coverURL, bytesMax: FieldBounds.pictureURLBytesMax)
        try RESTField.text("BackgroundURL", backgroundURL, bytesMax: FieldBounds.pictureURLBytesMax)
        try RESTField.text("CustomInfo", customInfo, bytesMax: FieldBounds.customInfoBytesMax)
        if let category, category.count > FieldBounds.categoriesMax { throw Rejection(.tooManyTags) }
        try RESTField.number("MaxMemberCount", maxMemberCount, in: 0...FieldBounds.membersMax)
        try RESTField.number("MaxSeatCount", maxSeatCount, in: 0...FieldBounds.seatsMax)
        try RESTField.number("SeatLayoutTemplateId", seatLayoutTemplateID, in: FieldBounds.seatLayoutIDs)
        try RESTField.number("Popularity", popularity, in: 0...FieldBounds.popularityMax)
        try RESTField.number("LifetimeAfterNoUsers", lifetimeAfterNoUsers, in: 0...RoomInfo.absenceSecondsMax)
        try RESTField.number(
            "LifetimeAfterOwnerOffline", lifetimeAfterOwnerOffline, in: 0...RoomInfo.absenceSecondsMax)
        try refuseWhatMeansNothing()
        var settings = RoomSettings()
        settings.liveName = roomName
        settings.notice = notice
        settings.coverURL = coverURL
        settings.backgroundURL = backgroundURL
        settings.categoryList = category
        settings.activityStatus = activityStatus
        settings.maxMemberCount = maxMemberCount
        settings.isUnlimitedRoomEnabled = isUnlimitedRoomEnabled
        settings.isMessageDisable = isMessageDisabled
        settings.isGiftEnabled = isGiftEnabled
        settings.isLikeEnabled = isLikeEnabled
        settings.isPublicVisible = isPublicVisible
        settings.isSeatEnabled = isSeatEnabled
        settings.keepOwnerOnSeat = keepOwnerOnSeat
        settings.seatMode = takeSeatMode?.mode
        settings.customInfo = customInfo
        settings.popularity = popularity
        settings.emptySeconds = lifetimeAfterNoUsers
        settings.ownerAbsenceSeconds = lifetimeAfterOwnerOffline
        // The name of a layout decides how many seats there are.
        settings.maxSeatCount = seatTemplate?.seatCount ?? maxSeatCount
        settings.seatLayoutTemplateID = seatTemplate?.layoutID ?? seatLayoutTemplateID
        return settings
    }

    /// Refuses settings that this server does not have. The one value that is true here passes, so that a `RoomInfo` that was read may be
    /// sent back whole.
    private func refuseWhatMeansNothing() throws(Rejection) {
        if let seconds = lifetimeAfterOwnerLeave, seconds != 0 {
            throw Rejection(
                .illegalParameter,
                "\"LifetimeAfterOwnerLeave\" is 0: \"LifetimeAfterOwnerOffline\" is for an owner who leaves too.")
        }
        let media = [
            ("IsScreenSharingDisabled", isScreenSharingDisabled), ("IsAudioDisabled", isAudioDisabled),
            ("IsVideoDisabled", isVideoDisabled),
        ]
        for (name, isDisabled) in media where isDisabled == true {
            throw Rejection(
                .illegalParameter,
                "\"\(name)\" is false: lives here have no seats for guests whose devices it could switch off.")
        }
    }
}
