public import Foundation

/// A live: the settings that its owner chose, and the values that the server sets.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveInfo: NSObject {
    /// The id of the live: 1 to 48 bytes of printable ASCII, case-sensitive.
    open var roomId = ""
    /// The title, at most 100 bytes; the live's id if no title was given.
    open var name = ""
    /// The announcement, at most 100 bytes.
    open var notice = ""
    /// Whether messages are disabled for everybody except the owner and administrators.
    open var isMessageDisableForAllUser = false
    /// Whether the live appears in the list of lives.
    open var isPublicVisible = true
    /// Whether the live has seats. It can be set at creation only.
    open var isSeatEnabled = true
    /// Whether the owner always has a seat. It can be set at creation only.
    open var keepOwnerOnSeat = true
    /// The number of seats. It can be set at creation only.
    open var maxSeatCount = 0
    /// How a viewer gets a seat.
    open var seatMode = TUISeatMode.applyToTake
    /// The layout number: 1 to 199 for voice, 200 to 999 for video.
    open var seatLayoutTemplateId: UInt = 600
    /// The URL of the cover, at most 200 bytes.
    open var coverUrl = ""
    /// The URL of the background, at most 200 bytes.
    open var backgroundUrl = ""
    /// At most three numbers whose meaning the app decides.
    open var categoryList: [NSNumber] = []
    /// The app's own number for the activity in the live.
    open var activityStatus = 0
    /// The number of entries. A user who enters again counts again.
    open var viewCount = 0
    /// The id of the user who created the live. The server sets it.
    public package(set) var ownerId = ""
    /// The owner's nickname. The server sets it.
    public package(set) var ownerName = ""
    /// The URL of the owner's picture. The server sets it.
    public package(set) var ownerAvatarUrl = ""
    /// The time of creation, in milliseconds since 1970. The server sets it.
    public package(set) var createTime: UInt = 0

    /// The same values in the form that older calls use. Each read makes a new object.
    open var roomInfo: TUIRoomInfo {
        let info = TUIRoomInfo()
        info.roomId = roomId
        info.ownerId = ownerId
        info.ownerName = ownerName
        info.ownerAvatarUrl = ownerAvatarUrl
        info.name = name
        info.isMessageDisableForAllUser = isMessageDisableForAllUser
        info.isSeatEnabled = isSeatEnabled
        info.seatMode = seatMode
        info.maxSeatCount = maxSeatCount
        info.keepOwnerOnSeat = keepOwnerOnSeat
        info.createTime = createTime
        return info
    }
}

/// The fields of a ``TUILiveInfo`` that change. The bits are those of `LiveInfo.ModifyFlag` of AtomicXCore.
public struct TUILiveModifyFlag: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// ``TUILiveInfo/name``.
    public static let name = TUILiveModifyFlag(rawValue: 1 << 0)
    /// ``TUILiveInfo/notice``.
    public static let notice = TUILiveModifyFlag(rawValue: 1 << 1)
    /// ``TUILiveInfo/isMessageDisableForAllUser``.
    public static let disableMessage = TUILiveModifyFlag(rawValue: 1 << 2)
    /// ``TUILiveInfo/isPublicVisible``.
    public static let publish = TUILiveModifyFlag(rawValue: 1 << 5)
    /// ``TUILiveInfo/seatMode``.
    public static let takeSeatMode = TUILiveModifyFlag(rawValue: 1 << 6)
    /// ``TUILiveInfo/coverUrl``.
    public static let coverUrl = TUILiveModifyFlag(rawValue: 1 << 7)
    /// ``TUILiveInfo/backgroundUrl``.
    public static let backgroundUrl = TUILiveModifyFlag(rawValue: 1 << 8)
    /// ``TUILiveInfo/categoryList``.
    public static let category = TUILiveModifyFlag(rawValue: 1 << 9)
    /// ``TUILiveInfo/activityStatus``.
    public static let activityStatus = TUILiveModifyFlag(rawValue: 1 << 10)
    /// ``TUILiveInfo/seatLayoutTemplateId``.
    public static let seatLayoutTemplateId = TUILiveModifyFlag(rawValue: 1 << 11)
}
