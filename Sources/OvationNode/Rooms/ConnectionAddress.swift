/// Which edge: the sockets of one process, or a part of them.
///
/// A live's home speaks to each edge by itself, and names it by its number.
package struct EdgeID: Hashable, Comparable, Codable, Sendable {
    /// The number of the edge among those of its cluster.
    let number: UInt16

    package static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// Where a connection is: an edge, one of its event loops, and its number there, which no other connection ever gets.
///
/// What lives elsewhere names a connection by it, and reaches it by way of its event loop. It may be closed meanwhile.
package struct ConnectionAddress: Hashable, Codable, Sendable {
    /// The edge that has its socket.
    let edge: EdgeID
    /// The place of the event loop among those of its process.
    let loop: Int
    let number: Int
}
