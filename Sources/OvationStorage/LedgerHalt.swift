public import OvationModel

/// The reason why gifts are halted: an audit found that the ledger does not balance.
public struct LedgerHalt: Hashable, Sendable {
    /// The audit's findings, one sentence each.
    public var problems: [String]
    /// When gifts were halted.
    public var at: Timestamp

    /// Makes a halt.
    public init(problems: [String], at: Timestamp) {
        self.problems = problems
        self.at = at
    }
}
