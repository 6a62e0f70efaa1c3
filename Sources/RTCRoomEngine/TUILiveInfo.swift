public import Foundation

/// What a live is: what its owner chose, and what the server says of it.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveInfo: NSObject {
    /// Which live: 1 to 48 bytes of printable ASCII, case-sensitive.
    open var roomId = ""
    /// The title, at most 100 bytes; the live id where none was given.
    open var name = ""
    /// The announcement, at most 100 bytes.
    open var notice = ""
    /// Whether messages are disabled for everybody but owner and administrators.
    open var isMessageDisableForAllUser = false
    /// Whether the live is listed.
    open var isPublicVisible = true
    /// Whether the live has seats. Only at creation.
    open var isSeatEnabled = true
    /// Whether the owner always has a seat. Only at creation.
    open var keepOwnerOnSeat = true
    /// How many seats. Only at creation.
    open var maxSeatCount = 0
    /// How a viewer comes to a seat.
    open var seatMode = TUISeatMode.applyToTake
    /// The number of the layout: 1 to 199 voice, 200 to 999 video.
    open var seatLayoutTemplateId: UInt = 600
    /// Where the cover is, at most 200 bytes.
    open var coverUrl = ""
    /// Where the background is, at most 200 bytes.
    open var backgroundUrl = ""
    /// At most three numbers that the app gives meaning to.
    open var categoryList: [NSNumber] = []
    /// The app's own number for what goes on.
    open var activityStatus = 0
    /// How many entries it has had; the same user counts again on each.
    open var viewCount = 0
    /// Who created it; told by the server.
    public package(set) var ownerId = ""
    /// The owner's nickname; told by the server.
    public package(set) var ownerName = ""
    /// Where the owner's picture is; told by the server.
    public package(set) var ownerAvatarUrl = ""
    /// When it was created, in milliseconds since 1970; told by the server.
    public package(set) var createTime: UInt = 0

    /// The same, as older calls tell it. A new object each time.
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

/// What of a ``TUILiveInfo`` changes. The bits are those of `LiveInfo.ModifyFlag` of AtomicXCore.
public struct TUILiveModifyFlag: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of bits.
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
