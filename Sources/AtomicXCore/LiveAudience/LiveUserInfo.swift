import OvationClient
import OvationModel

/// The public profile of a user.
public struct LiveUserInfo: JSONCodable, Equatable, Sendable {
    /// The user's id.
    public var userID: String = ""
    /// The nickname; the user id if the user has set none.
    public var userName: String = ""
    /// The URL of the user's picture; empty if there is none.
    public var avatarURL: String = ""

    /// Makes an empty profile.
    public init() {}

    init(_ user: UserInfo) {
        userID = user.userID.rawValue
        userName = user.userName
        avatarURL = user.avatarURL
    }
}

extension LiveUserInfo: AudienceMember {}

/// The role of a user in a live, highest first.
public enum Role: Int, JSONCodable, Sendable {
    /// The user who created the live.
    case owner = 0
    /// A user that the owner appointed.
    case admin = 1
    /// Everybody else.
    case generalUser = 2
}
