public import OvationModel

/// What is done about a message that was sent.
public struct BarrageEdit: Hashable, Codable, Sendable {
    /// What is done.
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// The message is deleted. If it is pinned, it is pinned no longer.
        case delete
        /// The message stays in sight of everybody.
        case pin
        /// The message is pinned no longer.
        case unpin
    }

    /// What is done.
    public var action: Action
    /// The position of the message among the events of the room.
    public var seq: Int64
    /// Why, in words; may be empty.
    public var reason: String
    /// The message, as far as the room remembers it. Callers leave it out.
    public var message: BarrageRecord?

    /// Makes an edit.
    public init(_ action: Action, _ seq: Int64, reason: String = "", message: BarrageRecord? = nil) {
        self.action = action
        self.seq = seq
        self.reason = reason
        self.message = message
    }
}
