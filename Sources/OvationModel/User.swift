/// What everybody sees of a user.
public struct UserInfo: Hashable, Codable, Sendable {
    /// Who.
    public var userID: UserID
    /// The nickname, or the user id where the user set none.
    public var userName: String
    /// Where the picture is; empty where there is none.
    public var avatarURL: String

    /// Makes what is seen of a user; without a name it is the id.
    public init(userID: UserID, userName: String? = nil, avatarURL: String = "") {
        self.userID = userID
        self.userName = userName.flatMap { $0.isEmpty ? nil : $0 } ?? userID.rawValue
        self.avatarURL = avatarURL
    }
}

/// What a user says of themselves. A field that is nil was never set; in a change it is left as it is.
public struct UserProfile: Hashable, Codable, Sendable {
    /// The name that others see, at most 100 bytes.
    public var nickname: String?
    /// Where the picture is, at most 500 bytes.
    public var avatarURL: String?
    /// A line about the user, at most 500 bytes.
    public var selfSignature: String?
    /// 0 unknown, 1 male, 2 female.
    public var gender: Int?
    /// The app's own number for a user's level.
    public var level: Int?
    /// The app's own number for a user's role.
    public var role: Int?
    /// The birthday as a number, for instance 20000131.
    public var birthday: Int?
    /// Who may add the user as a friend: 0 anybody, 1 after confirmation, 2 nobody.
    public var allowType: Int?
    /// The app's own fields: base64 of their bytes by name. At most 16 of at most 500 bytes.
    public var customInfo: [String: String]?

    /// Makes a profile.
    public init(nickname: String? = nil, avatarURL: String? = nil) {
        self.nickname = nickname
        self.avatarURL = avatarURL
    }

    /// The profile with every field that `change` has set.
    public func merging(_ change: UserProfile) -> UserProfile {
        var merged = self
        merged.nickname = change.nickname ?? nickname
        merged.avatarURL = change.avatarURL ?? avatarURL
        merged.selfSignature = change.selfSignature ?? selfSignature
        merged.gender = change.gender ?? gender
        merged.level = change.level ?? level
        merged.role = change.role ?? role
        merged.birthday = change.birthday ?? birthday
        merged.allowType = change.allowType ?? allowType
        merged.customInfo = change.customInfo ?? customInfo
        return merged
    }

    /// What others see of the user with this profile.
    public func info(of userID: UserID) -> UserInfo {
        UserInfo(userID: userID, userName: nickname, avatarURL: avatarURL ?? "")
    }
}

/// What a user is in a live, best first.
public enum Role: Int, Codable, Sendable, Comparable {
    /// The user who created it.
    case owner = 0
    /// A user the owner appointed, at most five.
    case admin = 1
    /// Everybody else.
    case viewer = 2

    /// A smaller raw value ranks higher.
    public func outranks(_ other: Role) -> Bool { rawValue < other.rawValue }

    /// Owner before admin before viewer.
    public static func < (lhs: Role, rhs: Role) -> Bool { lhs.rawValue < rhs.rawValue }
}
