public import OvationModel

/// Where a user sends bytes that the server counts and throws away, to learn what their uplink carries.
public struct UplinkTesting: Hashable, Codable, Sendable {
    /// The address: a path from the server's root, with a ticket.
    public var url: String
    /// When the ticket expires.
    public var expiresAt: Timestamp
    /// Bytes that a test may have, in as many requests as its client likes.
    public var bytesMax: Int

    /// Makes the answer.
    public init(url: String, expiresAt: Timestamp, bytesMax: Int) {
        self.url = url
        self.expiresAt = expiresAt
        self.bytesMax = bytesMax
    }
}
