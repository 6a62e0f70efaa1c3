// What clients do about a message that was sent.

/// Deletes a message.
public struct BarrageDelete: Hashable, Codable, Sendable {
    /// The position of the message among the events of the live.
    public var seq: Int64
    /// The reason, at most 200 bytes.
    public var reason: String?

    /// Makes a deletion.
    public init(seq: Int64, reason: String? = nil) {
        self.seq = seq
        self.reason = reason
    }
}

/// Pins or unpins a message.
public struct BarragePin: Hashable, Codable, Sendable {
    /// The position of the message among the events of the live.
    public var seq: Int64
    /// True to pin, false to unpin; nil means true.
    public var isPinned: Bool?

    /// Makes a command.
    public init(seq: Int64, isPinned: Bool? = nil) {
        self.seq = seq
        self.isPinned = isPinned
    }
}
