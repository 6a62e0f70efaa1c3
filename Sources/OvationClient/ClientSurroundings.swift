package import NIOCore

/// The defaults for clients of a server that runs in this process: its network, its clock, its journal.
///
/// `OvationTesting` registers its servers here, so that an app under test needs only the URL.
package struct ClientSurroundings: Sendable {
    /// The transport that carries the frames.
    package var transport: any Transport
    /// The clock.
    package var clock: any ClientClock
    /// The journal that keeps gift orders.
    package var orderJournal: any OrderJournal
    /// The event loops to run on.
    package var eventLoopGroup: any EventLoopGroup
    /// The observer that learns whether clients wait for answers; nil for none.
    package var watch: (any ClientWatch)?

    /// Makes surroundings from their parts.
    package init(
        transport: any Transport, clock: any ClientClock, orderJournal: any OrderJournal,
        eventLoopGroup: any EventLoopGroup, watch: (any ClientWatch)? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.orderJournal = orderJournal
        self.eventLoopGroup = eventLoopGroup
        self.watch = watch
    }

    private static let registered = Locked<[TransportEndpoint: ClientSurroundings]>([:])

    /// Registers the surroundings for clients of a server. Nil removes them, so that clients use the machine's own. Only clients made later
    /// are affected.
    package static func register(_ surroundings: ClientSurroundings?, for serverURL: String) {
        guard let endpoint = TransportEndpoint(serverURL: serverURL) else { return }
        registered.withLock { $0[endpoint] = surroundings }
    }

    /// The surroundings for clients of a server; nil if the server does not run in this process.
    static func of(_ serverURL: String) -> ClientSurroundings? {
        TransportEndpoint(serverURL: serverURL).flatMap { endpoint in registered.withLock { $0[endpoint] } }
    }
}

/// Learns whether clients wait for answers. A server in this process advances its clock while they do.
package protocol ClientWatch: Sendable {
    /// Called on the client's event loop when a client begins to wait for an answer, or no longer waits for any.
    func client(_ client: ObjectIdentifier, isWaiting: Bool)
}
