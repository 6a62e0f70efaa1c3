import OvationModel
import OvationRules
import OvationStorage
import OvationWire
import Testing

/// What a live earned its owner: who is told, when, and of which start.
@Suite(.timeLimit(.minutes(5)))
struct EarningsTests {
    @Test func `an owner is told what the live earned, while it is on and after its end, and nobody else is`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let first = try #require(try await server.storage.lastRoom(LiveID(unchecked: "r1"))).info.sessionID
            #expect(try await host.ask(.earnings()) == EarnedCoins(sessionID: first, coins: .zero))
            _ = try await viewer.ask(.give("o1", "crown", count: 3))
            // Half of a rose is less than a coin.
            _ = try await viewer.ask(.give("o2"))
            #expect(try await host.ask(.earnings()) == EarnedCoins(sessionID: first, coins: Coins(150)))
            #expect(try await viewer.refusal(of: .earnings()).code == .ownerRequired)
            #expect(try await host.refusal(of: .earnings(), in: "nowhere").code == .roomNotFound)
            _ = try await host.ask(.end)
            // Another session of the owner, which was never in the live, is told as well.
            let again = try await Robot.logIn("host", server)
            #expect(try await again.ask(.earnings()) == EarnedCoins(sessionID: first, coins: Coins(150)))
            #expect(try await viewer.refusal(of: .earnings()).code == .ownerRequired)
            _ = try await again.ask(.create("r1"))
            let second = try await again.ask(.earnings())
            #expect(second.sessionID != first)
            #expect(second.coins == .zero)
            #expect(try await again.ask(.earnings(in: first)).coins == Coins(150))
            #expect(
                try await again.refusal(of: .earnings(in: LiveSessionID(unchecked: "never"))).code == .roomNotFound)
        }
    }
}
