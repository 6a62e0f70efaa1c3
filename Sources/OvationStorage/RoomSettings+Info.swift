package import OvationModel

extension RoomSettings {
    /// Collects all settings of a live.
    package init(of info: RoomInfo) {
        self.init()
        liveName = info.liveName
        notice = info.notice
        isMessageDisable = info.isMessageDisable
        isPublicVisible = info.isPublicVisible
        isSeatEnabled = info.isSeatEnabled
        keepOwnerOnSeat = info.keepOwnerOnSeat
        maxSeatCount = info.maxSeatCount
        seatMode = info.seatMode
        seatLayoutTemplateID = info.seatLayoutTemplateID
        coverURL = info.coverURL
        backgroundURL = info.backgroundURL
        categoryList = info.categoryList
        activityStatus = info.activityStatus
        isGiftEnabled = info.isGiftEnabled
        metaData = info.metaData
        maxMemberCount = info.maxMemberCount
        isUnlimitedRoomEnabled = info.isUnlimitedRoomEnabled
        slowModeSeconds = info.slowModeSeconds
        customInfo = info.customInfo
        isLikeEnabled = info.isLikeEnabled
        popularity = info.popularity
        ownerAbsenceSeconds = info.ownerAbsenceSeconds
        emptySeconds = info.emptySeconds
    }
}
