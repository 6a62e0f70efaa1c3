/// What a server of gifts answers.
public enum TUIGiftServerError: Int, Sendable {
    /// It is done.
    case noError = 0
    /// It failed, or its outcome is not known.
    case operationFailed = -1
    /// There is no such gift, receiver or count.
    case paramError = -2
    /// The user has fewer coins than it costs.
    case balanceInsufficient = -3
}
