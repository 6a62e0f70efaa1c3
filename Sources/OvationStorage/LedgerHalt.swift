public import OvationModel

/// Why no gift is charged: an audit found that the ledger does not balance.
public struct LedgerHalt: Hashable, Sendable {
    /// What the audit found, a sentence each.
    public var problems: [String]
    /// When.
    public var at: Timestamp

    /// Makes a note.
    public init(problems: [String], at: Timestamp) {
        self.problems = problems
        self.at = at
    }
}
