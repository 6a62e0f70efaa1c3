public import OvationModel

// What clients ask of the audience of a live, and do about it.

/// Asks for a page of the viewers of a live.
public struct AudienceList: Hashable, Codable, Sendable {
    /// Where the page begins; nil or empty for the first page.
    public var cursor: String?
    /// The number of viewers, 1 to 200; nil means 100.
    public var count: Int?

    /// Makes a request for a page.
    public init(cursor: String? = nil, count: Int? = nil) {
        self.cursor = cursor
        self.count = count
    }
}

/// Removes a user, who may come back.
public struct AudienceKick: Hashable, Codable, Sendable {
    /// The user to remove.
    public var userID: UserID
    /// The reason, at most 200 bytes.
    public var reason: String?

    /// Makes a kick.
    public init(userID: UserID, reason: String? = nil) {
        self.userID = userID
        self.reason = reason
    }
}

/// Mutes or unmutes a user.
public struct AudienceMute: Hashable, Codable, Sendable {
    /// The user to mute.
    public var userID: UserID
    /// True to mute, false to unmute.
    public var muted: Bool
    /// The duration in seconds; nil or 0 for the rest of the live.
    public var seconds: Int64?
    /// The reason, at most 200 bytes.
    public var reason: String?

    /// Makes a mute.
    public init(userID: UserID, muted: Bool, seconds: Int64? = nil, reason: String? = nil) {
        self.userID = userID
        self.muted = muted
        self.seconds = seconds
        self.reason = reason
    }
}

/// Removes a user, who may not come back, or lifts a ban.
public struct AudienceBan: Hashable, Codable, Sendable {
    /// The user to ban.
    public var userID: UserID
    /// True to ban, false to unban; nil means true.
    public var banned: Bool?
    /// The duration in seconds; nil or 0 for the rest of the live.
    public var seconds: Int64?
    /// The reason, at most 200 bytes.
    public var reason: String?

    /// Makes a ban.
    public init(userID: UserID, banned: Bool? = nil, seconds: Int64? = nil, reason: String? = nil) {
        self.userID = userID
        self.banned = banned
        self.seconds = seconds
        self.reason = reason
    }
}

/// Appoints or dismisses an administrator of a live.
public struct AudienceAdmin: Hashable, Codable, Sendable {
    /// The user to appoint.
    public var userID: UserID
    /// True to appoint, false to dismiss.
    public var isAdmin: Bool

    /// Makes an appointment.
    public init(userID: UserID, isAdmin: Bool) {
        self.userID = userID
        self.isAdmin = isAdmin
    }
}

/// Asks for a page of the moderation log of a live.
public struct AudienceLog: Hashable, Codable, Sendable {
    /// Where the page begins; nil or empty for the newest lines.
    public var cursor: String?
    /// The number of lines, 1 to 100; nil means 50.
    public var count: Int?

    /// Makes a request for a page.
    public init(cursor: String? = nil, count: Int? = nil) {
        self.cursor = cursor
        self.count = count
    }
}
