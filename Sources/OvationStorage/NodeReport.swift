/// What a node of a cluster says of itself in the storage, for who looks after the cluster. Nothing is decided by it.
///
/// It is kept as JSON, so that a node of another version may say more or less.
public struct NodeReport: Codable, Hashable, Sendable {
    /// What keeps the node from being ready, as at `/health/ready`.
    public var missing: [String]
    /// The slots of nodes that serve by the storage and that this node does not hear over the broker.
    public var unheard: [Int64]

    /// Makes a report.
    public init(missing: [String] = [], unheard: [Int64] = []) {
        self.missing = missing
        self.unheard = unheard
    }
}
