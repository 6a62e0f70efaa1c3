public import OvationModel

/// Somebody who has entered a start of a live, which is why they may be told what they missed of it.
public struct Visit: Hashable, Sendable {
    /// Who.
    public var user: UserID
    /// The number of the last stored event that had been told when they entered: what came before is not theirs.
    public var since: Int64

    /// Makes a visit.
    public init(_ user: UserID, since: Int64) {
        self.user = user
        self.since = since
    }
}

/// What is kept of a user's visit to a start of a live.
public struct PastVisit: Hashable, Sendable {
    /// See ``Visit/since``: of the first time that they entered, or of the first time after they were removed.
    public var since: Int64
    /// The number of the event by which they were removed after that; nil where they were not. What came after it is not theirs.
    public var removedAt: Int64?

    /// Makes what is kept of a visit.
    public init(since: Int64, removedAt: Int64? = nil) {
        self.since = since
        self.removedAt = removedAt
    }

    /// The names of the events that remove the user whom they are about. To be let back in is about nobody.
    public static let removals = ["audience.kicked", "audience.banned"]
}
