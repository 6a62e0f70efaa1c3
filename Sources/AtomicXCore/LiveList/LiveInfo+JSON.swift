import Foundation

/// In JSON the seat mode is 0 (free) or 1 (apply), the categories are numbers, and the template is given by its number and `maxSeatCount`.
/// Missing keys get their defaults.
extension LiveInfo: JSONCodable {
    private enum CodingKeys: String, CodingKey {
        case liveID, liveName, notice, isMessageDisable, isPublicVisible, isSeatEnabled, keepOwnerOnSeat, maxSeatCount
        case seatMode, seatLayoutTemplateID, coverURL, backgroundURL, categoryList, activityStatus, liveOwner,
            createTime
        case totalViewerCount, isGiftEnabled, metaData
    }

    /// Decodes a live. Missing keys get their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) throws -> Value {
            try container.decodeIfPresent(Value.self, forKey: key) ?? fallback
        }
        self.init()
        let seatCount = try read(.maxSeatCount, maxSeatCount)
        let templateID = try read(.seatLayoutTemplateID, seatLayoutTemplateID)
        setSeats(templateID: templateID, seatCount: seatCount)
        liveID = try read(.liveID, liveID)
        liveName = try read(.liveName, liveName)
        notice = try read(.notice, notice)
        isMessageDisable = try read(.isMessageDisable, isMessageDisable)
        isPublicVisible = try read(.isPublicVisible, isPublicVisible)
        isSeatEnabled = try read(.isSeatEnabled, isSeatEnabled)
        keepOwnerOnSeat = try read(.keepOwnerOnSeat, keepOwnerOnSeat)
        seatMode = try read(.seatMode, 1) == 0 ? .free : .apply
        coverURL = try read(.coverURL, coverURL)
        backgroundURL = try read(.backgroundURL, backgroundURL)
        categoryList = try read(.categoryList, [Int]()).map { NSNumber(value: $0) }
        activityStatus = try read(.activityStatus, activityStatus)
        liveOwner = try read(.liveOwner, liveOwner)
        createTime = try read(.createTime, createTime)
        totalViewerCount = try read(.totalViewerCount, totalViewerCount)
        isGiftEnabled = try read(.isGiftEnabled, isGiftEnabled)
        metaData = try read(.metaData, metaData)
    }

    /// Encodes every property.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(liveID, forKey: .liveID)
        try container.encode(liveName, forKey: .liveName)
        try container.encode(notice, forKey: .notice)
        try container.encode(isMessageDisable, forKey: .isMessageDisable)
        try container.encode(isPublicVisible, forKey: .isPublicVisible)
        try container.encode(isSeatEnabled, forKey: .isSeatEnabled)
        try container.encode(keepOwnerOnSeat, forKey: .keepOwnerOnSeat)
        try container.encode(maxSeatCount, forKey: .maxSeatCount)
        try container.encode(seatMode == .free ? 0 : 1, forKey: .seatMode)
        try container.encode(seatLayoutTemplateID, forKey: .seatLayoutTemplateID)
        try container.encode(coverURL, forKey: .coverURL)
        try container.encode(backgroundURL, forKey: .backgroundURL)
        try container.encode(categoryList.map(\.intValue), forKey: .categoryList)
        try container.encode(activityStatus, forKey: .activityStatus)
        try container.encode(liveOwner, forKey: .liveOwner)
        try container.encode(createTime, forKey: .createTime)
        try container.encode(totalViewerCount, forKey: .totalViewerCount)
        try container.encode(isGiftEnabled, forKey: .isGiftEnabled)
        try container.encode(metaData, forKey: .metaData)
    }
}
