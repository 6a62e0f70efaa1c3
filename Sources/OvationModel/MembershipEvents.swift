/// Somebody entered.
public struct AudienceJoined: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// How many viewers there are now.
    public var count: Int
    /// How many entries there have been.
    public var totalViewers: Int

    /// Makes the event.
    public init(user: UserInfo, count: Int, totalViewers: Int) {
        self.user = user
        self.count = count
        self.totalViewers = totalViewers
    }
}

/// Somebody left, or was silent for too long.
public struct AudienceLeft: Hashable, Codable, Sendable {
    /// Who.
    public var user: UserInfo
    /// How many viewers there are now.
    public var count: Int

    /// Makes the event.
    public init(user: UserInfo, count: Int) {
        self.user = user
        self.count = count
    }
}

/// The owner entered while somebody was there.
public struct OwnerJoined: Hashable, Codable, Sendable {
    /// Who owns the live.
    public var user: UserInfo

    /// Makes the event.
    public init(user: UserInfo) { self.user = user }
}

/// The owner left, or was silent for too long. The live goes on.
public struct OwnerLeft: Hashable, Codable, Sendable {
    /// Who owns the live.
    public var user: UserInfo

    /// Makes the event.
    public init(user: UserInfo) { self.user = user }
}
