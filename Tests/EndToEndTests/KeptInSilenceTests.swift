import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

/// A storage that keeps a batch and says that it has not.
@Suite(.timeLimit(.minutes(5)))
struct KeptInSilenceTests {
    /// A live with a host and a viewer, over a storage whose every commit fails after it was kept once `body` says so.
    private func inLive(
        _ body:
            @escaping @Sendable (_ storage: FaultyStorage, _ host: Robot, _ viewer: Robot) async throws -> Void
    ) async throws {
        let policy = LedgerPolicy(hostSharePercent: 50, newUserGrant: Coins(10_000) ?? .zero)
        let storage = FaultyStorage(try SQLiteStorage(inMemory: policy))
        try await TestServer.run(storage: storage) { server in
            try await body(storage, try await Robot.host(server), try await Robot.viewer(server))
        }
    }

    @Test func `a gift that was kept in silence is shown, and its order answered when it comes again`() async throws {
        try await inLive { storage, host, viewer async throws in
            let order = Wish.give("o1", "crown")
            storage.set(FaultyStorage.Odds(failAfter: 1))
            #expect(try await viewer.refusal(of: order).code == .storageUnavailable)
            let shown = try await host.hear(.gift)
            #expect(shown.orderID == Samples.id("o1"))
            storage.set(FaultyStorage.Odds())
            let charged = try await viewer.ask(order)
            #expect(charged.balance == Samples.coins(9_900))
            #expect(charged.durable == shown.durable)
            // The next one follows at once: nothing was shown twice.
            try await viewer.ask(.give("o2"))
            #expect(try await host.hear(.gift).orderID == Samples.id("o2"))
        }
    }

    @Test func `a live whose end was kept in silence is over, and everybody hears of it`() async throws {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            try await host.ask(.end)
            _ = try await viewer.hear(.ended)
        }
    }

    @Test func `a viewer who was removed in silence hears of it and is out`() async throws {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            #expect(try await host.refusal(of: .kick("viewer")).code == .storageUnavailable)
            #expect(try await viewer.hear(.kicked).user.userID == Samples.id("viewer"))
            #expect(try await viewer.refusal(of: .say("still here")).code == .notMember)
        }
    }

    @Test func `a live whose end was refused goes on`() async throws {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failBefore: 1))
            #expect(try await host.refusal(of: .end).code == .storageUnavailable)
            storage.set(FaultyStorage.Odds())
            try await viewer.ask(.give("o1"))
        }
    }
}
