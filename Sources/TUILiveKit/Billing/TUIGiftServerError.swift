/// The result of a request to a gift server.
public enum TUIGiftServerError: Int, Sendable {
    /// The request succeeded.
    case noError = 0
    /// The request failed, or its outcome is unknown.
    case operationFailed = -1
    /// The gift, the receiver or the count is invalid.
    case paramError = -2
    /// The user has too few coins.
    case balanceInsufficient = -3
}
