import Foundation
import OvationModel

extension LiveInfo {
    /// Makes a live from the server's.
    ///
    /// - Parameter resolve: Makes a whole address of a path of the server. Where the host set no cover, there is one from the running
    ///   picture, at such a path.
    init(_ room: RoomInfo, resolve: (String) -> String) {
        self.init(room)
        if coverURL.isEmpty, let cover = room.media?.cover { coverURL = resolve(cover) }
    }

    /// Makes a live from the server's, with the cover that the host set.
    init(_ room: RoomInfo) {
        self.init()
        setSeats(templateID: UInt(clamping: room.seatLayoutTemplateID), seatCount: room.maxSeatCount)
        liveID = room.liveID.rawValue
        liveName = room.liveName
        notice = room.notice
        isMessageDisable = room.isMessageDisable
        isPublicVisible = room.isPublicVisible
        isSeatEnabled = room.isSeatEnabled
        keepOwnerOnSeat = room.keepOwnerOnSeat
        seatMode = TakeSeatMode(room.seatMode)
        coverURL = room.coverURL
        backgroundURL = room.backgroundURL
        categoryList = room.categoryList.map { NSNumber(value: $0) }
        activityStatus = room.activityStatus
        liveOwner = LiveUserInfo(room.liveOwner)
        createTime = Int(clamping: room.createTime.milliseconds)
        totalViewerCount = room.totalViewerCount
        isGiftEnabled = room.isGiftEnabled
        metaData = room.metaData
    }

    /// Sets the layout by its number. If no template has this number, the template stays as it is.
    mutating func setSeats(templateID: UInt, seatCount: Int) {
        if let template = SeatLayoutTemplate(templateID: templateID, seatCount: seatCount) { seatTemplate = template }
        seatLayoutTemplateID = templateID
        maxSeatCount = seatCount
    }

    /// Applies every field that a change has set.
    mutating func apply(_ changes: RoomSettings) {
        if let name = changes.liveName { liveName = name.isEmpty ? liveID : name }
        notice = changes.notice ?? notice
        isMessageDisable = changes.isMessageDisable ?? isMessageDisable
        isPublicVisible = changes.isPublicVisible ?? isPublicVisible
        isSeatEnabled = changes.isSeatEnabled ?? isSeatEnabled
        keepOwnerOnSeat = changes.keepOwnerOnSeat ?? keepOwnerOnSeat
        seatMode = changes.seatMode.map(TakeSeatMode.init) ?? seatMode
        if changes.seatLayoutTemplateID != nil || changes.maxSeatCount != nil {
            let templateID = changes.seatLayoutTemplateID.map { UInt(clamping: $0) } ?? seatLayoutTemplateID
            setSeats(templateID: templateID, seatCount: changes.maxSeatCount ?? maxSeatCount)
        }
        coverURL = changes.coverURL ?? coverURL
        backgroundURL = changes.backgroundURL ?? backgroundURL
        categoryList = changes.categoryList?.map { NSNumber(value: $0) } ?? categoryList
        activityStatus = changes.activityStatus ?? activityStatus
        isGiftEnabled = changes.isGiftEnabled ?? isGiftEnabled
        metaData = changes.metaData ?? metaData
    }

    /// All settings that an owner chooses at creation.
    var settings: RoomSettings {
        var settings = settings(of: [
            .notice, .isMessageDisable, .isPublicVisible, .seatMode, .coverURL, .backgroundURL, .categoryList,
            .activityStatus,
            .seatLayoutTemplateID,
        ])
        // An empty name would set the live's id as the name. Without the field, an earlier name of the same live stays.
        settings.liveName = liveName.isEmpty ? nil : liveName
        settings.isSeatEnabled = isSeatEnabled
        settings.keepOwnerOnSeat = keepOwnerOnSeat
        settings.maxSeatCount = seatTemplate == .videoDynamicGrid9Seats ? maxSeatCount : seatTemplate.seatCount
        settings.isGiftEnabled = isGiftEnabled
        settings.metaData = metaData
        return settings
    }

    /// Returns the fields that the flags name.
    func settings(of flags: ModifyFlag) -> RoomSettings {
        var settings = RoomSettings()
        if flags.contains(.liveName) { settings.liveName = liveName }
        if flags.contains(.notice) { settings.notice = notice }
        if flags.contains(.isMessageDisable) { settings.isMessageDisable = isMessageDisable }
        if flags.contains(.isPublicVisible) { settings.isPublicVisible = isPublicVisible }
        if flags.contains(.seatMode) { settings.seatMode = seatMode.room }
        if flags.contains(.coverURL) { settings.coverURL = coverURL }
        if flags.contains(.backgroundURL) { settings.backgroundURL = backgroundURL }
        if flags.contains(.categoryList) { settings.categoryList = categoryList.map(\.intValue) }
        if flags.contains(.activityStatus) { settings.activityStatus = activityStatus }
        if flags.contains(.seatLayoutTemplateID) { settings.seatLayoutTemplateID = Int(clamping: seatLayoutTemplateID) }
        return settings
    }
}

extension TakeSeatMode {
    init(_ mode: SeatMode) {
        switch mode {
        case .free: self = .free
        case .apply: self = .apply
        }
    }

    var room: SeatMode {
        switch self {
        case .free: .free
        case .apply: .apply
        }
    }
}
