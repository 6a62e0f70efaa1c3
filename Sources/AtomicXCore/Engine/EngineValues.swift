import OvationModel
import RTCRoomEngine

extension TUILiveInfo {
    /// Makes the engine's form of a live from that of the stores.
    convenience init(_ live: LiveInfo) {
        self.init()
        roomId = live.liveID
        name = live.liveName
        notice = live.notice
        isMessageDisableForAllUser = live.isMessageDisable
        isPublicVisible = live.isPublicVisible
        isSeatEnabled = live.isSeatEnabled
        keepOwnerOnSeat = live.keepOwnerOnSeat
        maxSeatCount = live.maxSeatCount
        seatMode = TUISeatMode(live.seatMode)
        seatLayoutTemplateId = live.seatLayoutTemplateID
        coverUrl = live.coverURL
        backgroundUrl = live.backgroundURL
        categoryList = live.categoryList
        activityStatus = live.activityStatus
        viewCount = live.totalViewerCount
        ownerId = live.liveOwner.userID
        ownerName = live.liveOwner.userName
        ownerAvatarUrl = live.liveOwner.avatarURL
        createTime = UInt(clamping: live.createTime)
    }
}

extension LiveInfo {
    /// Makes a live for the stores from the settings in the engine's form.
    init(_ live: TUILiveInfo) {
        self.init()
        setSeats(templateID: live.seatLayoutTemplateId, seatCount: live.maxSeatCount)
        liveID = live.roomId
        liveName = live.name
        notice = live.notice
        isMessageDisable = live.isMessageDisableForAllUser
        isPublicVisible = live.isPublicVisible
        isSeatEnabled = live.isSeatEnabled
        keepOwnerOnSeat = live.keepOwnerOnSeat
        seatMode = live.seatMode == .freeToTake ? .free : .apply
        coverURL = live.coverUrl
        backgroundURL = live.backgroundUrl
        categoryList = live.categoryList
        activityStatus = live.activityStatus
    }
}

extension TUISeatMode {
    init(_ mode: TakeSeatMode) {
        switch mode {
        case .free: self = .freeToTake
        case .apply: self = .applyToTake
        }
    }
}

extension TUILiveModifyFlag {
    /// Makes the set of fields that a change has set.
    init(_ changes: RoomSettings) {
        self.init()
        if changes.liveName != nil { insert(.name) }
        if changes.notice != nil { insert(.notice) }
        if changes.isMessageDisable != nil { insert(.disableMessage) }
        if changes.isPublicVisible != nil { insert(.publish) }
        if changes.seatMode != nil { insert(.takeSeatMode) }
        if changes.coverURL != nil { insert(.coverUrl) }
        if changes.backgroundURL != nil { insert(.backgroundUrl) }
        if changes.categoryList != nil { insert(.category) }
        if changes.activityStatus != nil { insert(.activityStatus) }
        if changes.seatLayoutTemplateID != nil { insert(.seatLayoutTemplateId) }
    }
}

extension TUILiveStatisticsModifyFlag {
    /// Makes the set of numbers that differ.
    init(from before: RoomStatistics, to now: RoomStatistics) {
        self.init()
        if before.totalViewers != now.totalViewers { insert(.totalViewers) }
        if before.totalGiftsSent != now.totalGiftsSent { insert(.totalGiftsSent) }
        if before.totalGiftCoins != now.totalGiftCoins { insert(.totalGiftCoins) }
        if before.totalUniqueGiftSenders != now.totalUniqueGiftSenders { insert(.totalUniqueGiftSenders) }
        if before.totalLikesReceived != now.totalLikesReceived { insert(.totalLikesReceived) }
        if before.totalMessageSent != now.totalMessageSent { insert(.totalMessageCount) }
    }
}

extension TUILiveStatisticsData {
    /// Makes statistics from the server's.
    convenience init(_ statistics: RoomStatistics) {
        self.init(
            totalViewers: statistics.totalViewers, totalGiftsSent: statistics.totalGiftsSent,
            totalGiftCoins: Int(clamping: statistics.totalGiftCoins),
            totalUniqueGiftSenders: statistics.totalUniqueGiftSenders,
            totalLikesReceived: statistics.totalLikesReceived, totalMessageCount: statistics.totalMessageSent,
            liveDuration: Int(clamping: statistics.totalDuration))
    }

    /// Makes statistics from those of a ``LiveSummaryStore``.
    convenience init(_ summary: LiveSummaryData) {
        self.init(
            totalViewers: Int(clamping: summary.totalViewers), totalGiftsSent: Int(clamping: summary.totalGiftsSent),
            totalGiftCoins: Int(clamping: summary.totalGiftCoins),
            totalUniqueGiftSenders: Int(clamping: summary.totalGiftUniqueSenders),
            totalLikesReceived: Int(clamping: summary.totalLikesReceived),
            totalMessageCount: Int(clamping: summary.totalMessageSent),
            liveDuration: Int(clamping: summary.totalDuration))
    }
}

extension TUIGiftInfo {
    convenience init(_ gift: Gift) {
        self.init()
        giftId = gift.giftID
        name = gift.name
        desc = gift.desc
        iconUrl = gift.iconURL
        resourceUrl = gift.resourceURL
        level = gift.level
        coins = gift.coins
        extensionInfo = gift.extensionInfo
    }
}

extension TUIRoomDismissedReason {
    init(_ reason: LiveEndedReason) {
        switch reason {
        case .endedByHost: self = .byOwner
        case .endedByServer: self = .byServer
        }
    }
}

extension TUIKickedOutOfRoomReason {
    init(_ reason: LiveKickedOutReason) {
        switch reason {
        case .byAdmin: self = .byAdmin
        case .byLoggedOnOtherDevice: self = .byLoggedOnOtherDevice
        case .byServer: self = .byServer
        case .forNetworkDisconnected: self = .forNetworkDisconnected
        case .forJoinRoomStatusInvalidDuringOffline: self = .forJoinRoomStatusInvalidDuringOffline
        case .forCountOfJoinedRoomsExceedLimit: self = .forCountOfJoinedRoomsExceedLimit
        }
    }
}
