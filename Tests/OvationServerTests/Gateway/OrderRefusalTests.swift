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

/// Only the home of a live refuses an order for good.
@Suite(.timeLimit(.minutes(5)))
struct OrderRefusalTests {
    /// What a node refuses an order with that runs no live, on a storage with the live `live` and what a test adds; nil if it was charged.
    private func refusal(
        home: OpenStart.Home, after writes: [StorageWrite] = []
    ) async throws -> ErrorCode? {
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()), seed: 1)
        _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")] + writes)
        storage.setHomeOfLives(home)
        let host = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret"), storage: storage,
            catalogue: GiftCatalogue(), eventLoops: [MultiThreadedEventLoopGroup.singleton.any()], clock: .system,
            ids: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let _ = host.run()
        let wish = OrderWish(
            key: Samples.order("o").key, liveID: Samples.id("live"), giftID: Samples.rose.giftID, count: 1, to: [])
        let answer = await host.node.answer(to: wish, refused: Rejection(.roomNotFound))
        host.end()
        if case .failure(let rejection) = answer { return rejection.code }
        return nil
    }

    @Test func `an order of a live that nobody else runs is refused for good`() async throws {
        #expect(try await refusal(home: .here) == .roomNotFound)
        let ended = StorageWrite.end(Samples.info().sessionID)
        #expect(try await refusal(home: .node(2), after: [ended]) == .roomNotFound, "a live that has ended")
    }

    @Test(arguments: [OpenStart.Home.node(2), .nobody])
    func `an order of a live at another home is not refused for good here`(_ home: OpenStart.Home) async throws {
        let code = try #require(try await refusal(home: home))
        #expect(code == .outcomeUnknown)
        #expect(code.isTemporary, "the sender asks again")
    }

    @Test func `an order that another home has charged is answered as charged`() async throws {
        #expect(try await refusal(home: .node(2), after: [.order(Samples.order("o"))]) == nil)
    }

    @Test func `an order that another home's billing is being asked about is not refused here`() async throws {
        let begun = StorageWrite.billing(.begin(Samples.order("o"), due: Samples.time))
        #expect(try await refusal(home: .node(2), after: [begun]) == .outcomeUnknown)
        #expect(
            try await refusal(home: .here, after: [begun])?.isTemporary == false,
            "what this home left can only end cancelled")
    }
}
