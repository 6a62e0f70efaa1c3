package import NIOCore

/// What the clients of a server have that runs in this process, where they name nothing else: its network, its time, its journal.
///
/// `OvationTesting` registers its servers here, so that an app under test needs nothing but the URL.
package struct ClientSurroundings: Sendable {
    /// What carries the frames.
    package var transport: any Transport
    /// The time to live by.
    package var clock: any ClientClock
    /// Where orders of gifts are kept.
    package var orderJournal: any OrderJournal
    /// What to run on.
    package var eventLoopGroup: any EventLoopGroup
    /// Who wants to know whether clients wait for answers; nil for nobody.
    package var watch: (any ClientWatch)?

    /// Makes surroundings of their parts.
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

    /// Says what clients of a server have, or, with nil, that they have what the machine has. Affects clients made later.
    package static func register(_ surroundings: ClientSurroundings?, for serverURL: String) {
        guard let endpoint = TransportEndpoint(serverURL: serverURL) else { return }
        registered.withLock { $0[endpoint] = surroundings }
    }

    /// What clients of a server have; nil where it is none of this process.
    static func of(_ serverURL: String) -> ClientSurroundings? {
        TransportEndpoint(serverURL: serverURL).flatMap { endpoint in registered.withLock { $0[endpoint] } }
    }
}

/// Who wants to know whether clients wait for answers: a server in this process whose time passes while they do.
package protocol ClientWatch: Sendable {
    /// A client waits for an answer from now on, or for none any more. Called on the client's event loop.
    func client(_ client: ObjectIdentifier, isWaiting: Bool)
}
