public import OvationModel

/// When a callback that was not delivered is tried again.
public enum CallbackRetry: Hashable, Sendable {
    /// It is tried again at this time.
    case again(Timestamp)
    /// It has been tried for long enough.
    case giveUp

    /// The waits after the first, the second, … attempt; later ones wait as long as the last of these.
    public static let waitSeconds: [Int64] = [5, 30, 120, 600, 3_600, 21_600]

    /// Decides after an attempt that failed.
    ///
    /// The last attempt is made when the time is up, so that a backend that was away for almost as long gets it all the same.
    /// - Parameters:
    ///   - attempts: how often it was tried, this one included.
    ///   - recordedAt: when it was recorded.
    ///   - giveUpSeconds: for how long it is tried.
    public static func decide(
        attempts: Int, recordedAt: Timestamp, giveUpSeconds: Int, at now: Timestamp
    ) -> CallbackRetry {
        let end = recordedAt.adding(seconds: Int64(giveUpSeconds))
        guard now < end else { return .giveUp }
        let wait = waitSeconds[min(max(attempts, 1), waitSeconds.count) - 1]
        return .again(min(now.adding(seconds: wait), end))
    }
}
