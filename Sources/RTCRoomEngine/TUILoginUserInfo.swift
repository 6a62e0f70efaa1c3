public import Foundation

/// The user who is logged in.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILoginUserInfo: NSObject {
    /// The user id; empty if nobody is logged in.
    open var userId = ""
    /// The nickname; the user id if the user has set none.
    open var userName = ""
    /// The URL of the user's picture; empty if there is none.
    open var avatarUrl = ""
}
