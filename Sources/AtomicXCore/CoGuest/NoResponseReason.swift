/// The reason why an application or an invitation for a seat got no answer.
public enum NoResponseReason: Int, JSONCodable, Sendable {
    /// Nobody answered in time.
    case timeout = 0
    /// The user has a seat already.
    case alreadySeated = 1
}
