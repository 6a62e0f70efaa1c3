import OvationClient
import OvationModel

/// What everybody sees of a user.
public struct LiveUserInfo: JSONCodable, Equatable, Sendable {
    /// Who.
    public var userID: String = ""
    /// The nickname, or the user id where the user set none.
    public var userName: String = ""
    /// Where the picture is; empty where there is none.
    public var avatarURL: String = ""

    /// Makes nobody.
    public init() {}

    init(_ user: UserInfo) {
        userID = user.userID.rawValue
        userName = user.userName
        avatarURL = user.avatarURL
    }
}

extension LiveUserInfo: AudienceMember {}

/// What a user is in a live, best first.
public enum Role: Int, JSONCodable, Sendable {
    /// The user who created it.
    case owner = 0
    /// A user the owner appointed.
    case admin = 1
    /// Everybody else.
    case generalUser = 2
}
