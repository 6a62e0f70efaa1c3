/// Whether the user's live is connected with others.
public enum CoHostStatus: Int, JSONCodable, Sendable {
    /// The live is connected.
    case connected = 0
    /// The live stands alone.
    case disconnected = 1
}
