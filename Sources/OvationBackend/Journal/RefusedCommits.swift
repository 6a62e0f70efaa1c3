/// When the log has to say that the storage refused a transaction: at once for a new reason, then every ten seconds, of all since.
///
/// A storage that is away refuses some fifteen transactions a second, for one reason. It is a pure state machine: it does not log.
struct RefusedCommits: Sendable {
    /// What the log says.
    struct Report: Equatable, Sendable {
        /// How many transactions were refused since the last report.
        var count: Int
        /// How many writes they had.
        var writes: Int
    }

    /// How long it says nothing more about the same reason.
    static let quiet = Duration.seconds(10)

    private var pending = Report(count: 0, writes: 0)
    private var said: (reason: String, at: ContinuousClock.Instant)?

    /// Notes that a transaction was refused. Returns what the log has to say; nil for nothing.
    mutating func note(_ reason: String, writes: Int, at now: ContinuousClock.Instant) -> Report? {
        pending.count += 1
        pending.writes += writes
        if let said, said.reason == reason, now - said.at < Self.quiet { return nil }
        return report(reason, at: now)
    }

    /// Notes that a transaction was taken. Returns those of which nothing was said yet; nil if there are none.
    mutating func noteTaken() -> Report? {
        defer {
            said = nil
            pending = Report(count: 0, writes: 0)
        }
        return pending.count > 0 ? pending : nil
    }

    private mutating func report(_ reason: String, at now: ContinuousClock.Instant) -> Report {
        defer { pending = Report(count: 0, writes: 0) }
        said = (reason, now)
        return pending
    }
}
