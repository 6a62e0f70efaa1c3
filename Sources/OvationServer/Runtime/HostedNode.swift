package import Logging
package import NIOCore
package import OvationModel
import OvationRules
package import OvationStorage

/// One node without threads, sockets or clocks of its own, for a simulation that decides what happens when.
///
/// Everything behind a socket is the server's own: connections, sessions, rooms, journal and background work. The host
/// brings event loops, a storage, time, randomness, and channels on which WebSocket frames travel.
package final class HostedNode: Sendable {
    let node: Node

    /// Makes a node that runs on the host's event loops.
    package init(
        configuration: NodeConfiguration, storage: any Storage, catalogue: GiftCatalogue, eventLoops: [any EventLoop],
        clock: ServerClock, ids: IDSource, logger: Logger
    ) {
        let registry = PrometheusRegistry()
        let nobody = NoBackend()
        let callbacks = Callbacks(
            configuration.callbacks, settings: CallbackSettings(), counts: CallbackCounts(), caller: nobody,
            limits: configuration.limits, ids: ids, metrics: CallbackMetrics(factory: registry), logger: logger)
        node = Node(
            configuration: configuration, storage: storage, catalogue: catalogue, eventLoops: eventLoops, clock: clock,
            ids: ids, metrics: ServerMetrics(factory: registry, limits: configuration.limits), callbacks: callbacks,
            biller: nobody, logger: logger)
    }

    /// Takes up the lives that were open, and begins to look after sessions and silence.
    ///
    /// - Throws: where the storage cannot be read.
    package func start() async throws {
        try await node.restoreRooms()
        for shard in node.shards { shard.start() }
        _ = node.shards[0].eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [node] _ in
            node.expireSessions()
        }
    }

    /// Writes what rooms have to keep and runs what event loops must not wait for, until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.node.background.run() }
            group.addTask { await self.node.journal.run() }
        }
    }

    /// Opens a WebSocket on a channel of one of the node's event loops, which the caller must be on.
    ///
    /// - Throws: where the channel is closed already.
    package func open(on channel: any Channel) throws {
        guard let shard = node.shard(of: channel.eventLoop) else {
            preconditionFailure("every connection is on an event loop of this node")
        }
        // Said to be encrypted, because its bytes must go through the channel: there is no socket to write past it.
        try channel.pipeline.syncOperations.addHandler(
            WebSocketHandler(
                messageBytesMax: node.limits.frameBytesMax, isEncrypted: true, deflate: nil,
                delegate: Connection(node: node, shard: shard)))
    }

    /// Gives coins to a wallet, as the app's backend does. The answer comes on the first event loop.
    package func credit(
        _ user: UserID, _ coins: Coins, reference: String,
        _ done: @escaping @Sendable (Result<StorageOutcome, Rejection>) -> Void
    ) {
        let write = StorageWrite.credit(user, coins, reference: reference, at: node.clock.wall())
        node.journal.submit(write, on: node.shards[0].eventLoop, done)
    }
}

/// An app without a backend: gifts are paid from the embedded wallet and nobody is told anything.
private struct NoBackend: CallbackCaller, Biller {
    var policy: BillingPolicy? { nil }

    func ask(_ order: GiftOrder) async -> BillingAnswer { preconditionFailure("nobody asks without a policy") }

    func revoke(_ order: GiftOrder) async -> Bool { preconditionFailure("nothing was asked that could be revoked") }

    func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8] {
        preconditionFailure("nobody calls without a URL")
    }
}
