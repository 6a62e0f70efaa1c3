import Logging
import NIOPosix
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationSupport

/// What one server edits, another one reads.
@Suite(.timeLimit(.minutes(5)))
struct VersionWatchTests {
    /// Two nodes on one storage, with their journals running.
    private func run(_ body: (_ one: Node, _ other: Node, _ storage: FaultyStorage) async throws -> Void) async throws {
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()), seed: 1)
        func host() -> HostedNode {
            HostedNode(
                configuration: NodeConfiguration(sdkAppID: 1, secret: "secret"), storage: storage,
                catalogue: GiftCatalogue(), eventLoops: [MultiThreadedEventLoopGroup.singleton.any()], clock: .system,
                ids: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        let (one, other) = (host(), host())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await one.run() }
            group.addTask { await other.run() }
            try await body(one.node, other.node, storage)
            group.cancelAll()
        }
        one.end()
        other.end()
    }

    private func command(_ id: String, coins: Int64 = 1) -> CatalogueCommand {
        var change = GiftChange()
        change.name = id
        change.coins = Samples.coins(coins)
        return .addGift(Samples.id(id), change)
    }

    private func change(_ node: Node, _ edit: (inout CallbackSettings) -> Void) async throws {
        try await node.services.callbacks.change(
            through: node.services.journal, storage: node.services.storage, on: node.shards[0].eventLoop
        ) { settings throws(Rejection) in edit(&settings) }
    }

    @Test func `a catalogue that is edited at both servers loses no edit, and both sell the same`() async throws {
        try await run { one, other, storage async throws in
            for number in 0..<10 { _ = try await (number % 2 == 0 ? one : other).editCatalogue(command("g\(number)")) }
            for node in [one, other] { await node.follow(try await storage.versions()) }
            let kept = try await storage.catalogue()
            #expect(kept.items.count == 10)
            #expect(one.gifts.catalogue == kept)
            #expect(other.gifts.catalogue == kept)
            #expect(one.gifts.stored.version == 10)
        }
    }

    @Test func `words that are set at one server are looked for at the other`() async throws {
        try await run { one, other, storage async throws in
            try await one.setWords([FilterWord("bad")])
            #expect(other.services.words.words.isEmpty)
            await other.follow(try await storage.versions())
            #expect(other.services.words.words == [FilterWord("bad")])
            let changes = other.services.words.version
            await other.follow(try await storage.versions())
            #expect(other.services.words.version == changes, "what has not changed is not read again")
        }
    }

    @Test func `the callback that is set at one server is called by the other, and no change of it is lost`()
        async throws
    {
        try await run { one, other, storage async throws in
            try await change(one) { $0.url = "https://example.org/a" }
            #expect(other.services.callbacks.settings.url == nil)
            try await change(other) { $0.token = "t" }
            #expect(other.services.callbacks.settings.url == "https://example.org/a")
            await one.follow(try await storage.versions())
            #expect(one.services.callbacks.settings == other.services.callbacks.settings)
            #expect(try await CallbackSettings(keptIn: storage) == one.services.callbacks.settings)
        }
    }

    @Test func `a change of the callback that is not kept is not in force, and later ones are`() async throws {
        try await run { one, _, storage async throws in
            storage.refuse { if case .setting = $0 { true } else { false } }
            await #expect(throws: Rejection.self) { try await change(one) { $0.url = "https://example.org/lost" } }
            #expect(one.services.callbacks.settings.url == nil)
            storage.refuse { _ in false }
            try await change(one) { $0.url = "https://example.org/kept" }
            try await change(one) { $0.token = "t" }
            #expect(one.services.callbacks.settings.url == "https://example.org/kept")
            #expect(try await CallbackSettings(keptIn: storage).token == "t")
        }
    }

    @Test func `changes of the callback that come at once are all kept`() async throws {
        try await run { one, other, storage async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 {
                    group.addTask { try await change(one) { $0.commands.append("\(number)") } }
                }
                try await group.waitForAll()
            }
            let kept = try await CallbackSettings(keptIn: storage)
            #expect(Set(kept.commands).count == 10)
            #expect(one.services.callbacks.settings == kept)
            await other.follow(try await storage.versions())
            #expect(other.services.callbacks.settings == kept)
        }
    }

    @Test func `the price of an order is the one that its live's home knows`() async throws {
        try await run { one, other, storage async throws in
            _ = try await one.editCatalogue(command("rose", coins: 5))
            let store = RoomStore(
                Samples.info(), services: one.services,
                loop: RoomLoop(eventLoop: one.shards[0].eventLoop, index: 0))
            let wish = RoomCommand.gift(
                Samples.id("o"), giftID: Samples.id("rose"), gift: Samples.gift("rose", coins: 1), count: 2, to: [])
            guard case .gift(_, _, let gift, 2, []) = store.priced(wish) else {
                Issue.record("the order has become something else")
                return
            }
            #expect(gift?.coins == Samples.coins(5))
            #expect(other.gifts.gift(Samples.id("rose")) == nil)
        }
    }
}
