public import Foundation

/// A host in a battle.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIBattleUser: NSObject {
    /// The host's live.
    open var roomId = ""
    /// Who.
    open var userId = ""
    /// The nickname.
    open var userName = ""
    /// Where the picture is.
    open var avatarUrl = ""
    /// The points of the host.
    open var score: UInt = 0
}
