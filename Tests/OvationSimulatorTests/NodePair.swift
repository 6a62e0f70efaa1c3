import Logging
import NIOCore
import NIOEmbedded
import OvationBroker
import OvationModel
import OvationRules
import OvationSimulator
import OvationStorage
import OvationSupport
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode

/// Two nodes that serve one database, with a broker between them.
final class NodePair: Sendable {
    /// An answer that may come from any thread.
    final class Answer<Value: Sendable>: Sendable {
        private let state = Mutex<Value?>(nil)

        var value: Value? { state.withLock { $0 } }

        func set(_ value: Value) { state.withLock { $0 = value } }
    }

    let clock = ManualClock(Samples.time)
    let loop = NIOAsyncTestingEventLoop()
    let database: MemoryDatabase
    let broker = MemoryBrokerServer()
    let nodes: [HostedNode]
    let seats: [NodeSeat]

    init() throws {
        let (clock, loop, broker) = (clock, loop, broker)
        let database = MemoryDatabase { clock.now.milliseconds }
        let storages = try ["one", "two"].map { try database.join($0) }
        let catalogue = GiftCatalogue(items: [.init(gift: Samples.cake, createdAt: Samples.time)])
        self.database = database
        seats = storages.compactMap(\.seat)
        nodes = zip(storages, seats).map { storage, seat in
            let place = ClusterPlace(
                broker.connect(), cluster: ClusterName(unchecked: "tests"),
                node: NodeRun(slot: UInt16(seat.slot), incarnation: seat.incarnation),
                secret: "the secret of a cluster, long enough")
            return HostedNode(
                configuration: NodeConfiguration(sdkAppID: 1, secret: "secret"), storage: storage,
                catalogue: catalogue, eventLoops: [loop],
                clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), ids: .system,
                cluster: place, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
    }

    /// Lets time pass, in which both nodes renew their leases.
    func pass(seconds: Int) async {
        for _ in 0..<seconds {
            clock.advance(seconds: 1)
            for seat in seats { _ = database.renew(seat) }
            await loop.advanceTime(by: .seconds(1))
        }
    }

    /// Waits for what other threads do at this moment. No time passes.
    func until(_ what: String, _ holds: @Sendable () async throws -> Bool) async throws {
        try await Patience.until(what) {
            await loop.run()
            return try await holds()
        }
    }

    /// Waits for an answer. No time passes.
    func answer<Value: Sendable>(
        _ what: String, _ ask: (@escaping @Sendable (Value) -> Void) -> Void
    ) async throws -> Value {
        let answer = Answer<Value>()
        ask { answer.set($0) }
        try await until(what) { answer.value != nil }
        return try #require(answer.value)
    }

    /// Begins the live at the first node.
    func begin(_ live: LiveID) async throws {
        let created: Result<Void, Rejection> = try await answer("a live") { done in
            nodes[0].createRoom(live, settings: RoomSettings(), owner: Samples.host, done)
        }
        try created.get()
    }

    /// Gives a cake in the live at the first node.
    func give(in live: LiveID) async throws {
        let credited: Result<StorageOutcome, Rejection> = try await answer("coins") { done in
            nodes[0].credit(Samples.alice.userID, Samples.coins(500), reference: "c", done)
        }
        _ = try credited.get()
        let order = GiftSend(orderID: Samples.id("o"), giftID: Samples.cake.giftID)
        let charged: Result<GiftCharged, Rejection> = try await answer("a gift") { done in
            nodes[0].send(order, in: live, for: Samples.alice, done)
        }
        _ = try charged.get()
    }

    /// The coins of the first sender of the day, as a node shows them.
    func dayCoins(at node: Int) -> Int64? {
        let page = nodes[node].node.services.boards.page(.senders, .day, count: 1, at: clock.now)
        return page.rows.first?.coins.amount
    }

    /// Runs both nodes, and does something with them.
    static func run(_ body: @escaping @Sendable (NodePair) async throws -> Void) async throws {
        let pair = try NodePair()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in pair.nodes { group.addTask { await node.run() } }
            for node in pair.nodes { try await node.start() }
            await pair.loop.run()
            try await body(pair)
            group.cancelAll()
        }
        for node in pair.nodes { node.end() }
        await pair.loop.shutdownGracefully()
    }
}
