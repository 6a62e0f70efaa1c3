public import OvationModel

/// A ticket with which one connection may publish the picture of a live.
public struct PublishTicket: Hashable, Sendable {
    /// The secret text.
    public var text: String
    /// The live to publish to.
    public var liveID: LiveID
    /// When it expires.
    public var expiresAt: Timestamp

    /// Makes a ticket.
    public init(text: String, liveID: LiveID, expiresAt: Timestamp) {
        self.text = text
        self.liveID = liveID
        self.expiresAt = expiresAt
    }
}
