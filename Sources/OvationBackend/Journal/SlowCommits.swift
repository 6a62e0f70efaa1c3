/// When the log has to say that the storage is slow: once a minute, of all transactions since it last said so.
///
/// A pure state machine: it neither measures nor logs.
struct SlowCommits: Sendable {
    /// What the log says.
    struct Report: Equatable, Sendable {
        /// How many transactions were slow since the last report.
        var count: Int
        /// How long the slowest of them took.
        var slowest: Duration
    }

    /// From when on a transaction is slow: what the alert `OvationStorageSlow` takes for it.
    static let slowMin = Duration.milliseconds(500)
    /// How long it says nothing after a report.
    static let quiet = Duration.seconds(60)

    private var pending = Report(count: 0, slowest: .zero)
    private var saidAt: ContinuousClock.Instant?

    /// Notes a transaction that has ended. Returns what the log has to say; nil for nothing.
    mutating func note(_ took: Duration, at now: ContinuousClock.Instant) -> Report? {
        guard took >= Self.slowMin else { return nil }
        pending.count += 1
        pending.slowest = max(pending.slowest, took)
        if let saidAt, now - saidAt < Self.quiet { return nil }
        defer { pending = Report(count: 0, slowest: .zero) }
        saidAt = now
        return pending
    }
}
