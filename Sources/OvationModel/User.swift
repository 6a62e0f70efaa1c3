/// The public profile of a user.
public struct UserInfo: Hashable, Codable, Sendable {
    /// The id of the user.
    public var userID: UserID
    /// The nickname; the user id if there is none.
    public var userName: String
    /// The URL of the avatar; empty if there is none.
    public var avatarURL: String

    /// Makes a public profile. Without a name, the user id is the name.
    public init(userID: UserID, userName: String? = nil, avatarURL: String = "") {
        self.userID = userID
        self.userName = userName.flatMap { $0.isEmpty ? nil : $0 } ?? userID.rawValue
        self.avatarURL = avatarURL
    }
}

/// A user's own description. Fields that are nil were never set. In a change, they stay as they are.
public struct UserProfile: Hashable, Codable, Sendable {
    /// The nickname, at most 100 bytes.
    public var nickname: String?
    /// The URL of the avatar, at most 500 bytes.
    public var avatarURL: String?
    /// A short description, at most 500 bytes.
    public var selfSignature: String?
    /// The gender: 0 unknown, 1 male, 2 female.
    public var gender: Int?
    /// A level, defined by the app.
    public var level: Int?
    /// A role, defined by the app.
    public var role: Int?
    /// The birthday as a number, such as 20000131.
    public var birthday: Int?
    /// Who may add the user as a friend: 0 anybody, 1 after confirmation, 2 nobody.
    public var allowType: Int?
    /// Fields defined by the app, by name: the base64 of their bytes. At most 16 of at most 500 bytes.
    public var customInfo: [String: String]?

    /// Makes a profile.
    public init(nickname: String? = nil, avatarURL: String? = nil) {
        self.nickname = nickname
        self.avatarURL = avatarURL
    }

    /// Returns the profile with the fields of a change applied.
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

    /// The public profile of the user.
    public func info(of userID: UserID) -> UserInfo {
        UserInfo(userID: userID, userName: nickname, avatarURL: avatarURL ?? "")
    }
}

/// The role of a user in a live, highest first.
public enum Role: Int, Codable, Sendable, Comparable {
    /// The user who created the live.
    case owner = 0
    /// A user whom the owner appointed, at most five.
    case admin = 1
    /// Everybody else.
    case viewer = 2

    /// Returns true if this role ranks higher. Smaller raw values rank higher.
    public func outranks(_ other: Role) -> Bool { rawValue < other.rawValue }

    /// Sorts owner before admin before viewer.
    public static func < (lhs: Role, rhs: Role) -> Bool { lhs.rawValue < rhs.rawValue }
}
