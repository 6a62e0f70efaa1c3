public import Foundation

/// A host in a battle.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIBattleUser: NSObject {
    /// The id of the host's live.
    open var roomId = ""
    /// The host's user id.
    open var userId = ""
    /// The host's nickname.
    open var userName = ""
    /// The URL of the host's picture.
    open var avatarUrl = ""
    /// The host's points.
    open var score: UInt = 0
}
