public import OvationModel
import OvationWire

/// A user's entry into a start of a live. It entitles the user to events that they missed.
public struct Visit: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The number of the last stored event before they entered. They are not entitled to it or to earlier ones.
    public var since: Int64

    /// Makes a visit.
    public init(_ user: UserID, since: Int64) {
        self.user = user
        self.since = since
    }
}

/// The stored visit of a user to a start of a live.
public struct PastVisit: Hashable, Sendable {
    /// See ``Visit/since``, for the first entry, or for the first entry after a removal.
    public var since: Int64
    /// The number of the event that removed the user afterwards; nil if there is none. The user is not entitled to later events.
    public var removedAt: Int64?

    /// Makes a stored visit.
    public init(since: Int64, removedAt: Int64? = nil) {
        self.since = since
        self.removedAt = removedAt
    }

    /// The names of the events that remove the affected user. An event that lifts a ban has no affected user.
    public static let removals = [RoomEventName.audienceKicked, .audienceBanned].map(\.rawValue)
}
