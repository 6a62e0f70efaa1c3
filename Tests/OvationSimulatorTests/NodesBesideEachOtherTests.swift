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

/// How long what a node keeps to itself may differ from what another node has done. Time stands still until a test lets it pass.
@Suite(.timeLimit(.minutes(5)))
struct NodesBesideEachOtherTests {
    private static let live: LiveID = Samples.id("live")

    /// An answer that may come from any thread.
    private final class Answer<Value: Sendable>: Sendable {
        private let state = Mutex<Value?>(nil)

        var value: Value? { state.withLock { $0 } }

        func set(_ value: Value) { state.withLock { $0 = value } }
    }

    /// Two nodes that serve one database, with a broker between them.
    private final class Pair: Sendable {
        let clock = ManualClock(Samples.time)
        let loop = NIOAsyncTestingEventLoop()
        let database: MemoryDatabase
        let broker = MemoryBrokerServer()
        let nodes: [HostedNode]
        private let seats: [NodeSeat]

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
    }

    private func run(_ body: @escaping @Sendable (Pair) async throws -> Void) async throws {
        let pair = try Pair()
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

    @Test func `a gift is on the boards of the node of its live at once, and on those of another after two seconds`()
        async throws
    {
        try await run { pair in
            try await pair.begin(Self.live)
            try await pair.give(in: Self.live)
            #expect(pair.dayCoins(at: 0) == 99)
            #expect(pair.dayCoins(at: 1) == nil)
            await pair.pass(seconds: 2)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
        }
    }

    @Test func `boards of which word was lost are read when the broker is back`() async throws {
        try await run { pair in
            try await pair.begin(Self.live)
            pair.broker.stop()
            try await pair.give(in: Self.live)
            await pair.pass(seconds: 2)
            #expect(pair.dayCoins(at: 1) == nil)
            pair.broker.start()
            await pair.pass(seconds: 1)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
        }
    }

    @Test func `coins that one node takes back are off the boards of all nodes at once`() async throws {
        try await run { pair in
            try await pair.begin(Self.live)
            try await pair.give(in: Self.live)
            await pair.pass(seconds: 2)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
            let refunded: Result<StorageOutcome, Rejection> = try await pair.answer("a refund") { done in
                pair.nodes[1].keep(.refund(Samples.refund("o", at: pair.clock.now)), done)
            }
            _ = try refunded.get()
            try await pair.until("the boards of both") { pair.dayCoins(at: 0) == nil && pair.dayCoins(at: 1) == nil }
        }
    }

    @Test func `a live is in the list of another node after five seconds`() async throws {
        try await run { pair in
            let other = pair.nodes[1].node.services.directory
            try await pair.begin(Self.live)
            #expect(other.listed(Self.live) == nil)
            await pair.pass(seconds: Int(Node.listSeconds))
            try await pair.until("the other node's list") { other.listed(Self.live) != nil }
        }
    }
}
