public import Foundation

/// What a live is, as the engine's older calls tell it. ``TUILiveInfo`` tells more.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIRoomInfo: NSObject {
    /// Which live.
    open var roomId = ""
    /// Who created it; told by the server.
    public package(set) var ownerId = ""
    /// The owner's nickname; told by the server.
    public package(set) var ownerName = ""
    /// Where the owner's picture is; told by the server.
    public package(set) var ownerAvatarUrl = ""
    /// The title.
    open var name = ""
    /// Whether messages are disabled for everybody but owner and administrators.
    open var isMessageDisableForAllUser = false
    /// Whether the live has seats.
    open var isSeatEnabled = false
    /// How a viewer comes to a seat.
    open var seatMode = TUISeatMode.applyToTake
    /// How many seats.
    open var maxSeatCount = 0
    /// Whether the owner always has a seat.
    open var keepOwnerOnSeat = false
    /// When it was created, in milliseconds since 1970; told by the server.
    public package(set) var createTime: UInt = 0
}
