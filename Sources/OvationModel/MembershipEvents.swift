/// A viewer entered.
public struct AudienceJoined: Hashable, Codable, Sendable {
    /// The viewer who entered.
    public var user: UserInfo
    /// The number of viewers now.
    public var count: Int
    /// The number of entries so far.
    public var totalViewers: Int

    /// Makes the event.
    public init(user: UserInfo, count: Int, totalViewers: Int) {
        self.user = user
        self.count = count
        self.totalViewers = totalViewers
    }
}

/// A viewer left or was silent for too long.
public struct AudienceLeft: Hashable, Codable, Sendable {
    /// The viewer who left.
    public var user: UserInfo
    /// The number of viewers now.
    public var count: Int

    /// Makes the event.
    public init(user: UserInfo, count: Int) {
        self.user = user
        self.count = count
    }
}

/// The owner entered while the live had viewers.
public struct OwnerJoined: Hashable, Codable, Sendable {
    /// The owner.
    public var user: UserInfo

    /// Makes the event.
    public init(user: UserInfo) { self.user = user }
}

/// The owner left, or was silent for too long. The live goes on.
public struct OwnerLeft: Hashable, Codable, Sendable {
    /// The owner.
    public var user: UserInfo
    /// When the live ends by itself unless the owner is back; nil if it goes on without them.
    public var endsWithoutOwnerAt: Timestamp?

    /// Makes the event.
    public init(user: UserInfo, endsWithoutOwnerAt: Timestamp? = nil) {
        self.user = user
        self.endsWithoutOwnerAt = endsWithoutOwnerAt
    }
}
