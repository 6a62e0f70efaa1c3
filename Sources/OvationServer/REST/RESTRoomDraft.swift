import OvationModel

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
    var isPublicVisible: Bool?
    var isSeatEnabled: Bool?
    var keepOwnerOnSeat: Bool?
    var takeSeatMode: RESTSeatMode?
    var maxSeatCount: Int?
    var seatLayoutTemplateID: Int?
    var seatTemplate: RESTSeatTemplate?

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
        case isPublicVisible = "IsPublicVisible"
        case isSeatEnabled = "IsSeatEnabled"
        case keepOwnerOnSeat = "KeepOwnerOnSeat"
        case takeSeatMode = "TakeSeatMode"
        case maxSeatCount = "MaxSeatCount"
        case seatLayoutTemplateID = "SeatLayoutTemplateId"
        case seatTemplate = "SeatTemplate"
    }

    /// What the fields say, within their limits.
    func settings() throws(Rejection) -> RoomSettings {
        try RESTField.text("RoomName", roomName, bytesMax: 100)
        try RESTField.text("Notice", notice, bytesMax: 100)
        try RESTField.text("CoverURL", coverURL, bytesMax: 200)
        try RESTField.text("BackgroundURL", backgroundURL, bytesMax: 200)
        if let category, category.count > 3 { throw Rejection(.tooManyTags) }
        try RESTField.number("MaxMemberCount", maxMemberCount, in: 0...Self.membersMax)
        try RESTField.number("MaxSeatCount", maxSeatCount, in: 0...100)
        try RESTField.number("SeatLayoutTemplateId", seatLayoutTemplateID, in: 1...999)
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
        settings.isPublicVisible = isPublicVisible
        settings.isSeatEnabled = isSeatEnabled
        settings.keepOwnerOnSeat = keepOwnerOnSeat
        settings.seatMode = takeSeatMode?.mode
        // A layout that has a name says how many seats there are.
        settings.maxSeatCount = seatTemplate?.seatCount ?? maxSeatCount
        settings.seatLayoutTemplateID = seatTemplate?.layoutID ?? seatLayoutTemplateID
        return settings
    }

    /// More than any server holds, and little enough to be told to every client.
    private static let membersMax = 1_000_000_000
}
