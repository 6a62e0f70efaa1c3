public import OvationModel

/// A start of a live that is on, and which process runs it.
public struct OpenStart: Hashable, Sendable {
    /// Which process runs a live.
    public enum Home: Hashable, Sendable {
        /// The process that asks. A storage in a file knows no other.
        case here
        /// The node with this slot.
        case node(Int64)
        /// None: its node has given it back, and none has taken it up.
        case nobody
    }

    /// The start.
    public var sessionID: LiveSessionID
    /// The owner of the live.
    public var owner: UserID
    /// Which process runs it.
    public var home: Home

    /// Makes one.
    public init(sessionID: LiveSessionID, owner: UserID, home: Home) {
        self.sessionID = sessionID
        self.owner = owner
        self.home = home
    }
}
