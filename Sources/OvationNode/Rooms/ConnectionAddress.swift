/// Where a connection is: an event loop of this node and its number there, which no other connection ever gets.
///
/// What lives elsewhere names a connection by it, and reaches it by way of its event loop. It may be closed meanwhile.
package struct ConnectionAddress: Hashable, Codable, Sendable {
    /// The place of the event loop among the node's.
    let loop: Int
    let number: Int
}
