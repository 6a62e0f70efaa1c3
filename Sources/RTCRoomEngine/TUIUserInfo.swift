public import Foundation

/// A user in a live.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIUserInfo: NSObject {
    /// The user's id.
    open var userId = ""
    /// The nickname; the user id if the user has set none.
    open var userName = ""
    /// The user's name in this live. It is always empty, because Ovation has no such names.
    open var nameCard = ""
    /// The URL of the user's picture; empty if there is none.
    open var avatarUrl = ""
    /// The user's role in the live.
    open var userRole = TUIRole.generalUser
    /// Whether the user sends sound.
    open var hasAudioStream = false
    /// Whether the user sends a picture.
    open var hasVideoStream = false
    /// Whether the user shares a screen.
    open var hasScreenStream = false
    /// Whether the user is muted.
    open var isMessageDisabled = false
    /// The app's own fields for this user in this live. It is always nil, because Ovation has no such fields.
    open var roomCustomInfo: [String: Data]?
}

/// The fields of a ``TUIUserInfo`` that changed.
public struct TUIUserInfoModifyFlag: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// ``TUIUserInfo/userRole``.
    public static let userRole = TUIUserInfoModifyFlag(rawValue: 1 << 0)
    /// ``TUIUserInfo/nameCard``.
    public static let nameCard = TUIUserInfoModifyFlag(rawValue: 1 << 1)
}
