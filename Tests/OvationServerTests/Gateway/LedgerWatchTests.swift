import Logging
import NIOCore
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationStorageSQLite
@testable import OvationSupport

/// The continuous audit of a running server, and what it does about wrong books.
@Suite(.timeLimit(.minutes(5)))
struct LedgerWatchTests {
    /// A node with an audited ledger, on an event loop whose time passes at once.
    private struct World: Sendable {
        let node: Node
        let storage: FaultyStorage
        let database: SQLiteStorage
        let lines: AsyncStream<String>

        /// Waits for a log line that contains a text.
        func logged(_ text: String) async throws {
            for await line in lines where line.contains(text) { return }
            throw CancellationError()
        }

        func damage(by coins: Int) throws {
            try database.execute("UPDATE account SET balance = balance + (\(coins)) WHERE name = 'user:alice'")
        }
    }

    /// Passes log lines on to the test.
    private struct Listener: LogHandler {
        let line: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { line("\(event.message)") }
    }

    private func watching(_ body: @escaping @Sendable (World) async throws -> Void) async throws {
        let database = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await database.commit([.createRoom(Samples.room()), .credit(Samples.alice, 1_000, "c")])
        _ = try await database.commit((1...5).map { .order(Samples.order("\($0)")) })
        let storage = FaultyStorage(database)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let loop = NIOAsyncTestingEventLoop()
        var limits = Limits()
        limits.ledgerAuditIntervalSeconds = 60
        let node = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret", limits: limits), storage: storage,
            catalogue: GiftCatalogue(), eventLoops: [loop], clock: .system, ids: .system,
            logger: Logger(label: "test") { _ in Listener { continuation.yield($0) } })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await node.run() }
            group.addTask { try await LedgerWatch(services: node.node.services).run() }
            // A minute passes whenever every other task has had a turn.
            group.addTask {
                while !Task.isCancelled {
                    await loop.advanceTime(by: .seconds(60))
                    await Task.yield()
                }
            }
            try await body(World(node: node.node, storage: storage, database: database, lines: lines))
            group.cancelAll()
            while case .failure(let error)? = await group.nextResult() {
                guard error is CancellationError else { throw error }
            }
        }
        node.end()
        await loop.shutdownGracefully()
    }

    private static func isHalt(_ write: StorageWrite) -> Bool {
        if case .halt(_?, _, _) = write { true } else { false }
    }

    @Test func `damage halts gifting until an operator lifts the halt, and the next damage halts it again`()
        async throws
    {
        try await watching { world in
            #expect(world.node.services.halt.rejection == nil)
            for coins in [7, -3] {
                try world.damage(by: coins)
                try await world.logged("the ledger does not balance: gifting is halted")
                #expect(world.node.services.halt.rejection == Rejection(.giftingHalted))
                let halt = try #require(world.node.services.halt.current)
                #expect(halt.problems.contains { $0.hasPrefix("The account user:alice has a balance of") }, "\(halt)")
                while world.node.services.halt.standing?.isKept != true { await Task.yield() }
                #expect(try await world.storage.ledgerHalt()?.problems == halt.problems)
                // Repairing the books does not lift the halt.
                try world.damage(by: -coins)
                #expect(world.node.services.halt.current != nil)
                // `ovation ledger resume` does the same beside a server.
                _ = try await world.storage.commit([.halt(nil, by: nil, at: Samples.time)])
                try await world.logged("gifting goes on")
                #expect(world.node.services.halt.rejection == nil)
            }
        }
    }

    @Test func `a halt that cannot be stored applies all the same, and is stored at a later audit`() async throws {
        try await watching { world in
            world.storage.script(.failBefore, .failBefore)
            try world.damage(by: 1)
            for _ in 1...2 {
                try await world.logged("the halt of gifting could not be kept")
                #expect(world.node.services.halt.current != nil)
            }
            _ = await world.storage.kept { $0.contains(where: Self.isHalt) }
            while world.node.services.halt.standing?.isKept != true { await Task.yield() }
            #expect(try await world.database.ledgerHalt()?.problems == world.node.services.halt.current?.problems)
        }
    }

    @Test func `a ledger that cannot be read causes no halt, and is audited when it can be read again`() async throws {
        try await watching { world in
            world.storage.setDown(true)
            for _ in 1...3 { try await world.logged("the ledger could not be audited") }
            #expect(world.node.services.halt.current == nil)
            world.storage.setDown(false)
            try world.damage(by: 1)
            try await world.logged("gifting is halted")
        }
    }

    @Test func `an administrator can resume gifting only if the whole ledger balances`() async throws {
        try await watching { world in
            let audit = try await world.node.services.resumeGifting(by: nil)
            #expect(audit.isBalanced && audit.orders == 5, "the audit reports its result even without a halt")
            try world.damage(by: 1)
            try await world.logged("gifting is halted")
            while world.node.services.halt.standing?.isKept != true { await Task.yield() }
            let refusal = await #expect(throws: Rejection.self) { try await world.node.services.resumeGifting(by: nil) }
            #expect(refusal?.code == .ledgerUnbalanced)
            #expect(refusal?.message.contains("user:alice") == true, "\(refusal?.message ?? "")")
            #expect(world.node.services.halt.current != nil)
            try world.damage(by: -1)
            _ = try await world.node.services.resumeGifting(by: Samples.id("administrator"))
            #expect(world.node.services.halt.current == nil)
            #expect(try await world.storage.ledgerHalt() == nil)
        }
    }

    @Test func `an administrator lifts a halt that another server has kept and this one has not read`() async throws {
        try await watching { world in
            let halt = LedgerHalt(problems: ["It does not balance."], at: Samples.time)
            _ = try await world.database.commit([.halt(halt, by: nil, at: Samples.time)])
            #expect(world.node.services.halt.current == nil)
            _ = try await world.node.services.resumeGifting(by: Samples.id("administrator"))
            #expect(try await world.database.ledgerHalt() == nil)
            world.storage.setDown(true)
            let refusal = await #expect(throws: Rejection.self) { try await world.node.services.resumeGifting(by: nil) }
            #expect(refusal?.code == .storageUnavailable)
        }
    }

    @Test func `a halt survives a restart of the server`() async throws {
        try await watching { world in
            let halt = LedgerHalt(problems: ["It does not balance."], at: Samples.time)
            _ = try await world.database.commit([.halt(halt, by: nil, at: Samples.time)])
            try await world.node.services.restoreHalt()
            try await world.logged("gifting is halted since an audit found")
            #expect(world.node.services.halt.current == halt && world.node.services.halt.standing?.isKept == true)
        }
    }
}
