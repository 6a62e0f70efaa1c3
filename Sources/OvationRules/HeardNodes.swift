/// Which nodes of a cluster are heard over the broker, of those that serve by the storage.
///
/// Each node tells something every few seconds. A node that is never heard has another broker, or another account of it.
package struct HeardNodes<Node: Hashable & Sendable>: Sendable {
    private let silenceMilliseconds: Int64
    /// When each was heard last; before that, when it was first known.
    private var since: [Node: Int64] = [:]

    /// - Parameter silenceMilliseconds: how long a node may be silent before it counts as not heard.
    package init(silenceMilliseconds: Int64) { self.silenceMilliseconds = silenceMilliseconds }

    /// A node was heard. Nodes that nobody has named by ``unheard(among:at:)`` are passed over, so that strangers take no room.
    package mutating func heard(_ node: Node, at now: Int64) {
        if since[node] != nil { since[node] = now }
    }

    /// Returns the nodes that are not heard, and forgets all others than these.
    ///
    /// - Parameter nodes: those that serve. Who is new among them has the time of a silence to be heard.
    package mutating func unheard(among nodes: [Node], at now: Int64) -> [Node] {
        var kept: [Node: Int64] = [:]
        for node in nodes { kept[node] = since[node] ?? now }
        since = kept
        return nodes.filter { now - (since[$0] ?? now) > silenceMilliseconds }
    }
}
