public import Foundation

/// Somebody in a live.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIUserInfo: NSObject {
    /// Who.
    open var userId = ""
    /// The nickname, or the user id where the user set none.
    open var userName = ""
    /// The name in this live. No server of Ovation has one, so it is empty.
    open var nameCard = ""
    /// Where the picture is; empty where there is none.
    open var avatarUrl = ""
    /// What the user is in the live.
    open var userRole = TUIRole.generalUser
    /// Whether the user is heard.
    open var hasAudioStream = false
    /// Whether the user is seen.
    open var hasVideoStream = false
    /// Whether the user shares a screen.
    open var hasScreenStream = false
    /// Whether the user may not write.
    open var isMessageDisabled = false
    /// Fields of the app's own for this user in this live. No server of Ovation has them, so it is nil.
    open var roomCustomInfo: [String: Data]?
}

/// What of a ``TUIUserInfo`` changed.
public struct TUIUserInfoModifyFlag: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// ``TUIUserInfo/userRole``.
    public static let userRole = TUIUserInfoModifyFlag(rawValue: 1 << 0)
    /// ``TUIUserInfo/nameCard``.
    public static let nameCard = TUIUserInfoModifyFlag(rawValue: 1 << 1)
}
