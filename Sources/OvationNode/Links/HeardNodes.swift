import OvationBroker

/// Which other nodes are heard over the broker, and whether this one is apart from them.
///
/// Servers that were given different brokers, or different accounts of one, run on one database and reach nobody. Leases tell who lives,
/// and each node says over the broker that it does. Where the two differ the servers are in groups. All but the largest are apart, and of
/// equal ones all but the one with the lowest slot: so one group goes on to serve, whichever broker was meant.
///
/// Pure; the time is handed in, in milliseconds of a clock that never steps.
struct HeardNodes {
    /// How long a node counts as heard, and how long one must have been there before it is expected.
    static let patienceMilliseconds: Int64 = 10_000

    /// How long ago a node may have been heard to count as heard at this moment. Each says once a second that it is there.
    static let momentMilliseconds: Int64 = 3_000

    private let own: NodeRun
    private var heard: [NodeRun: Int64] = [:]
    /// Since when each node that lives is known to.
    private var living: [NodeRun: Int64] = [:]
    /// Since when messages go and come; nil while they do not.
    private var connectedAt: Int64?
    /// The nodes that live and are not heard.
    private(set) var unheard: [NodeRun] = []
    private(set) var isApart = false

    init(own: NodeRun) { self.own = own }

    /// A node has said that it is there.
    mutating func hear(_ node: NodeRun, at now: Int64) { heard[node] = now }

    /// Whether all of these nodes, but this one, are heard at this moment.
    func hears(_ nodes: [NodeRun], at now: Int64) -> Bool {
        nodes.allSatisfy { node in
            node == own || heard[node].map { now - $0 <= Self.momentMilliseconds } == true
        }
    }

    /// Looks who is not heard.
    ///
    /// - Parameters:
    ///   - nodes: the nodes whose leases are good; this one may be among them.
    ///   - isConnected: whether there is a connection to the broker.
    /// - Returns: whether that has changed ``isApart``.
    mutating func look(at nodes: [NodeRun], isConnected: Bool, at now: Int64) -> Bool {
        connectedAt = isConnected ? connectedAt ?? now : nil
        let others = nodes.filter { $0 != own }
        living = Dictionary(others.map { ($0, living[$0] ?? now) }) { first, _ in first }
        heard = heard.filter { now - $0.value < Self.patienceMilliseconds }
        let before = isApart
        guard let connectedAt, now - connectedAt >= Self.patienceMilliseconds else {
            // Without a connection nobody is heard, and that is told as such.
            (unheard, isApart) = ([], false)
            return before
        }
        let expected = others.filter { now - (living[$0] ?? now) >= Self.patienceMilliseconds }
        unheard = expected.filter { heard[$0] == nil }.sorted { $0.slot < $1.slot }
        let group = others.filter { heard[$0] != nil } + [own]
        if unheard.count == group.count {
            isApart = (unheard.map(\.slot).min() ?? .max) < (group.map(\.slot).min() ?? .max)
        } else {
            isApart = unheard.count > group.count
        }
        return isApart != before
    }
}
