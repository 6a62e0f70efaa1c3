package import OvationModel
public import OvationRules

/// An open start of a live that this process runs from now on.
public struct ClaimedRoom: Hashable, Sendable {
    /// What is kept of it.
    public var record: RoomRecord
    /// The number before the first of the events that this process tells; see ``SeqBase``.
    public var seqBase: Int64

    /// Makes one.
    public init(record: RoomRecord, seqBase: Int64) {
        self.record = record
        self.seqBase = seqBase
    }
}

/// Where the numbers of a live's events begin when a process begins to tell them.
///
/// The number is kept in the transaction by which the process claims the live, so that the `seq` of one live never repeats, whatever the
/// clocks say: not over several starts, restarts and take-overs. It stays below 2^53, which browsers need.
package enum SeqBase {
    /// More numbers than the events of a start of a live use up before the next claim.
    package static let gap: Int64 = 1 << 32

    /// Returns the number before the first event: Unix milliseconds × 1000, and above all that was told before.
    ///
    /// - Parameter earlier: The live's last base; nil if there is none.
    package static func next(at time: Timestamp, after earlier: Int64?) -> Int64 {
        max(time.milliseconds * 1_000, earlier.map { $0 + gap } ?? 0)
    }
}
