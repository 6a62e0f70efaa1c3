import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationSupport

/// Top-ups, which only a developer's server allows.
@Suite(.timeLimit(.minutes(5)))
struct TopUpTests {
    private static func topUp(_ coins: Int64, _ order: String = "t1") -> Wish<Wallet> {
        .topUp(Samples.coins(coins), order: order)
    }

    @Test func `a developer's server credits a top-up once for its id, and the user's other client hears of it`()
        async throws
    {
        try await TestServer.run { server in
            let robot = try await Robot.logIn("viewer", server)
            let other = try await Robot.logIn("viewer", server)
            #expect(try await robot.ask(Self.topUp(100)).balance == Samples.coins(10_100))
            #expect(try await other.hear(.wallet).balance == Samples.coins(10_100))
            #expect(try await robot.ask(Self.topUp(100)).balance == Samples.coins(10_100))
            #expect(try await robot.code(Self.topUp(99)) == 110_022)
            #expect(try await robot.ask(Self.topUp(1, "t2")).balance == Samples.coins(10_101))
        }
    }

    @Test(arguments: ["0", "1000001", "-1", "9007199254740993"])
    func `a top-up of zero, less or too many coins is refused`(coins: String) async throws {
        try await TestServer.run { server in
            let client = try await Robot.logIn("viewer", server).raw
            // The last number is too large for `Coins`, so the command is sent as text.
            try await client.send(#"{"id":5,"op":"wallet.topUp","data":{"coins":\#(coins),"orderID":"t1"}}"#)
            #expect(try await client.code(of: 5) == 100_002)
        }
    }

    @Test func `a server without --dev refuses top-ups`() async throws {
        try await TestServer.run(isDevelopment: false) { server in
            let userSig = UserSigMaker.make(
                userID: Samples.id("viewer"), sdkAppID: 1_400_000_001, secret: TestServer.secret,
                issuedAt: ServerClock.system.wall())
            let robot = try await Robot.connect(server)
            try await robot.ask(.open("viewer", userSig: userSig))
            #expect(try await robot.code(Self.topUp(100)) == 110_028)
            #expect(try await robot.ask(.wallet).balance == Samples.coins(10_000))
        }
    }
}
