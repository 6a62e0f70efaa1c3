public import Foundation

/// A live in the form that older calls of the engine use. ``TUILiveInfo`` has more fields.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIRoomInfo: NSObject {
    /// The id of the live.
    open var roomId = ""
    /// The id of the user who created the live. The server sets it.
    public package(set) var ownerId = ""
    /// The owner's nickname. The server sets it.
    public package(set) var ownerName = ""
    /// The URL of the owner's picture. The server sets it.
    public package(set) var ownerAvatarUrl = ""
    /// The title.
    open var name = ""
    /// Whether messages are disabled for everybody except the owner and administrators.
    open var isMessageDisableForAllUser = false
    /// Whether the live has seats.
    open var isSeatEnabled = false
    /// How a viewer gets a seat.
    open var seatMode = TUISeatMode.applyToTake
    /// The number of seats.
    open var maxSeatCount = 0
    /// Whether the owner always has a seat.
    open var keepOwnerOnSeat = false
    /// The time of creation, in milliseconds since 1970. The server sets it.
    public package(set) var createTime: UInt = 0
}
