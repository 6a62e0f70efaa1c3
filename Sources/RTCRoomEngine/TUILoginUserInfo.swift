public import Foundation

/// Who is logged in.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILoginUserInfo: NSObject {
    /// Who; empty where nobody is logged in.
    open var userId = ""
    /// The nickname, or the user id where the user set none.
    open var userName = ""
    /// Where the picture is; empty where there is none.
    open var avatarUrl = ""
}
