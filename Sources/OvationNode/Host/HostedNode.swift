package import Logging
package import NIOCore
import OvationBackend
package import OvationBroker
import OvationHTTP
package import OvationModel
import OvationObservability
import OvationPictures
package import OvationRules
package import OvationStorage
package import OvationSupport
import OvationWire
import ServiceLifecycle

/// One node without threads, sockets or clocks of its own, for a simulation that decides what happens when.
///
/// Everything behind a socket is the server's own: connections, sessions, rooms, journal and background work. The host
/// brings event loops, a storage, time, randomness, and channels on which WebSocket frames travel.
package final class HostedNode: Sendable {
    let node: Node

    /// Makes a node that runs on the host's event loops.
    ///
    /// - Parameters:
    ///   - backend: the app's backend; nil where it has none.
    ///   - commands: what it wants to be asked and told, by the names on the wire. Where it wants to be asked before gifts, its own
    ///     billing pays for them.
    ///   - right: what says whether another server may serve; nil if none can. The host has the node beat; see ``beat()``.
    ///   - cluster: the node's place among others; nil for one that serves alone.
    ///   - bug: planted inside of the node.
    ///   - recorder: keeps lists of what changes the node's rooms; nil where nobody repeats them.
    package init(
        configuration: NodeConfiguration, storage: any Storage, catalogue: GiftCatalogue, eventLoops: [any EventLoop],
        clock: ServerClock, ids: IDSource, backend: (any HostedBackend)? = nil, commands: [String] = [],
        right: ServingRight? = nil, cluster: ClusterPlace? = nil, bug: HostedBug? = nil, recorder: RoomRecorder? = nil,
        logger: Logger
    ) {
        node = Node(
            NodeParts(
                configuration: configuration, storage: storage, catalogue: catalogue, eventLoops: eventLoops,
                clock: clock, ids: ids, caller: backend.map { HostedCaller(backend: $0) } ?? NoBackend(),
                callbackSettings: CallbackSettings(hosted: backend == nil ? [] : commands),
                registry: PrometheusRegistry(), right: right, cluster: cluster, bug: bug, recorder: recorder,
                logger: logger))
    }

    /// The node of a server that runs by itself.
    package init(_ node: Node) { self.node = node }

    /// Takes up the lives that were open, and begins to look after sessions and silence.
    ///
    /// - Throws: where the storage cannot be read.
    package func start() async throws {
        if node.services.storage.versionUpdates != nil {
            await node.follow(try await node.services.storage.versions())
        }
        try await node.takeUp()
        try node.beginAnswering()
        _ = node.beginSweeping()
    }

    /// Writes what rooms have to keep and runs what event loops must not wait for, until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.node.services.background.run() }
            group.addTask { await self.node.services.journal.run() }
            group.addTask { await self.node.services.billing.run() }
            group.addTask { await self.node.services.delivery.run() }
            guard let updates = node.services.storage.versionUpdates else { return }
            group.addTask { for await versions in updates { await self.node.follow(versions) } }
        }
    }

    /// Notes that the process is not frozen, or asks whether it may still serve. The host has it called several times a second.
    package func beat() {
        guard let watch = node.freezeWatch else { return }
        node.services.background.submit { await watch.beat() }
    }

    /// Lets go of what holds on to the node, when nothing of it runs any more: a host has one node after the other.
    package func end() {
        node.services.directory.removeAll()
    }

    /// How many callbacks the node takes to wait for their delivery.
    package var callbacksWaiting: Int { node.services.callbacks.waiting }

    /// Which sessions are in which lives, as the hub has it and as the rooms that run here have it. A host asks when nothing is under way,
    /// and nothing else runs.
    package var placements: Placements {
        var placements = Placements()
        for (session, lives) in node.hub.roomsBySession {
            for live in lives { placements.inHubs[live, default: []].insert(session) }
        }
        for room in node.services.directory.rooms { placements.inRooms[room.liveID] = room.sessionsPresent }
        return placements
    }

    /// How many viewers each live has that runs here, as it is told.
    package var audienceCounts: [LiveID: Int] { node.services.directory.audienceCounts }

    /// What another process was asked about the lives that it runs, and has not answered yet, by numbers that are not used again.
    package func calls(at home: NodeRun) -> Set<Int> { node.homeLink?.link.calls.numbers(at: home) ?? [] }

    /// How many calls to other processes have no answer yet.
    package var callsCount: Int { node.homeLink?.link.calls.count ?? 0 }

    /// Has what waits for its delivery tried at once, as an administrator does who has set the backend right.
    package func hurryCallbacks() { node.services.journal.submit(.callbackChange(.hurried), on: nil, nil) }

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

    /// Keeps something, as a call of the app's backend does. The answer comes on the first event loop.
    package func keep(
        _ write: StorageWrite, _ done: @escaping @Sendable (Result<StorageOutcome, Rejection>) -> Void
    ) {
        node.services.journal.submit(write, on: node.shards[0].eventLoop, done)
    }

    /// Tells every session of a user what is in the wallet.
    package func walletChanged(of user: UserID, to balance: Coins) { node.services.walletChanged(user, balance) }

    /// Creates a live for its owner, as the app's backend does, or finds the owner's live of that id.
    package func createRoom(
        _ liveID: LiveID, settings: RoomSettings, owner: UserInfo,
        _ done: @escaping @Sendable (Result<Void, Rejection>) -> Void
    ) {
        node.createRoom(
            RoomCreate(liveID: liveID, settings: settings), owner: owner, by: .backend,
            on: node.shards[0].eventLoop
        ) { result in done(result.map { _ in }) }
    }

    /// Gives coins to a wallet, as the app's backend does. The answer comes on the first event loop.
    package func credit(
        _ user: UserID, _ coins: Coins, reference: String,
        _ done: @escaping @Sendable (Result<StorageOutcome, Rejection>) -> Void
    ) {
        let write = StorageWrite.credit(user, coins, reference: reference, at: node.services.clock.wall())
        node.services.journal.submit(write, on: node.shards[0].eventLoop, done)
    }
}

/// Which sessions are in which lives, as hubs and rooms have it. They may be of several nodes.
package struct Placements {
    var inHubs: [LiveID: Set<SessionID>] = [:]
    var inRooms: [LiveID: Set<SessionID>] = [:]

    /// Makes those of no node.
    package init() {}

    /// Adds those of another node.
    package mutating func add(_ other: Placements) {
        inHubs.merge(other.inHubs) { $0.union($1) }
        inRooms.merge(other.inRooms) { $0.union($1) }
    }

    /// The sessions that the rooms of lives have.
    package var sessionsByLive: [LiveID: Set<SessionID>] { inRooms }

    /// The lives that rooms run.
    package var lives: Set<LiveID> { Set(inRooms.keys) }

    /// Sessions that only a hub or only a room has in a live, a sentence each.
    package var differences: [String] {
        Set(inHubs.keys).union(inRooms.keys).sorted().flatMap { live in
            let (hub, room) = (inHubs[live] ?? [], inRooms[live] ?? [])
            return room.subtracting(hub).sorted().map { "the hub has forgotten that the session \($0) is in \(live)" }
                + hub.subtracting(room).sorted().map { "the session \($0) is not in \(live), and the hub has it there" }
        }
    }
}

// MARK: - Reconciliation

extension HostedNode {
    /// Goes through the orders whose outcome with the app's billing is not known, as an operator does.
    ///
    /// - Parameters:
    ///   - lookUp: whether the operator finds an order charged; nil to leave it for later.
    ///   - done: told whether the list could be read and everything that was found out is kept.
    package func reconcile(
        _ lookUp: @escaping @Sendable (BillingOrder) -> Bool?, _ done: @escaping @Sendable (Bool) -> Void
    ) {
        node.services.background.submit { [node] in
            do {
                var last: Int64 = 0
                while true {
                    let page = try await node.services.storage.billingOrders(
                        BillingQuery(states: BillingState.unresolved, after: last, limit: Self.listPageMax))
                    for order in page {
                        guard let isCharged = lookUp(order) else { continue }
                        _ = try await node.services.billing.resolve(
                            order.order.key, isCharged: isCharged, by: Self.operatorID, note: "looked up")
                    }
                    guard let end = page.last?.number else { break }
                    last = end
                }
                done(true)
            } catch {
                done(false)
            }
        }
    }

    private static let listPageMax = 20
    private static let operatorID = UserID(unchecked: "operator")
}

/// An app without a backend: gifts are paid from the embedded wallet and nobody is told anything.
private struct NoBackend: CallbackCaller {
    func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8] {
        preconditionFailure("nobody calls without a URL")
    }
}
