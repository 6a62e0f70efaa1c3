import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

/// A storage that commits a batch and reports a failure.
@Suite(.timeLimit(.minutes(5)))
struct CommitReportedAsFailedTests {
    /// Runs a live with a host and a viewer. `body` can make the storage report a failure after each commit.
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

    @Test
    func `a gift that was stored despite a reported failure is shown, and sending its order again gets the answer`()
        async throws
    {
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
            // The next gift follows at once, so the first was not shown twice.
            try await viewer.ask(.give("o2"))
            #expect(try await host.hear(.gift).orderID == Samples.id("o2"))
        }
    }

    @Test func `a live whose end was stored despite a reported failure is over, and everybody hears of it`()
        async throws
    {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            try await host.ask(.end)
            _ = try await viewer.hear(.ended)
        }
    }

    @Test func `a kick that was stored despite a reported failure is in force, and the viewer hears of it`()
        async throws
    {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            #expect(try await host.refusal(of: .kick("viewer")).code == .storageUnavailable)
            #expect(try await viewer.hear(.kicked).user.userID == Samples.id("viewer"))
            #expect(try await viewer.refusal(of: .say("still here")).code == .notMember)
        }
    }

    @Test func `a live whose end could not be stored continues`() async throws {
        try await inLive { storage, host, viewer async throws in
            storage.set(FaultyStorage.Odds(failBefore: 1))
            #expect(try await host.refusal(of: .end).code == .storageUnavailable)
            storage.set(FaultyStorage.Odds())
            try await viewer.ask(.give("o1"))
        }
    }
}
