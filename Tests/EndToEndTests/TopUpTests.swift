import Foundation
import OvationTestKit
import Testing

@testable import OvationServer

/// Coins that a developer's server makes for its users.
@Suite(.timeLimit(.minutes(5)))
struct TopUpTests {
    private static func answer(_ data: String, _ client: RawClient, id: Int) async throws -> [String: Any] {
        try await client.send(#"{"id":\#(id),"op":"wallet.topUp","data":\#(data)}"#)
        return try await client.reply(to: id)
    }

    private static func balance(_ reply: [String: Any]) -> Int? { (reply["ok"] as? [String: Any])?["balance"] as? Int }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    @Test func `a developer's server makes coins once for an id, and the user's other client hears of it`() async throws
    {
        try await TestServer.run { server in
            let client = try await RESTStage.logIn("viewer", server)
            let other = try await RESTStage.logIn("viewer", server)
            let first = try await Self.answer(#"{"coins":100,"orderID":"t1"}"#, client, id: 5)
            #expect(Self.balance(first) == 10_100)
            let told = try await other.event("wallet.changed")
            #expect((told["data"] as? [String: Any])?["balance"] as? Int == 10_100)
            #expect(Self.balance(try await Self.answer(#"{"coins":100,"orderID":"t1"}"#, client, id: 6)) == 10_100)
            #expect(Self.code(try await Self.answer(#"{"coins":99,"orderID":"t1"}"#, client, id: 7)) == 110_022)
            #expect(Self.balance(try await Self.answer(#"{"coins":1,"orderID":"t2"}"#, client, id: 8)) == 10_101)
        }
    }

    @Test(arguments: ["0", "1000001", "-1", "9007199254740993"])
    func `nothing and too many coins are refused`(coins: String) async throws {
        try await TestServer.run { server in
            let client = try await RESTStage.logIn("viewer", server)
            let reply = try await Self.answer(#"{"coins":\#(coins),"orderID":"t1"}"#, client, id: 5)
            #expect(Self.code(reply) == 100_002)
        }
    }

    @Test func `a server without --dev makes no coins`() async throws {
        try await TestServer.run(isDevelopment: false) { server in
            let client = try await RawClient.open(port: server.port)
            let userSig = UserSigMaker.make(
                userID: Samples.id("viewer"), sdkAppID: 1_400_000_001, secret: TestServer.secret,
                issuedAt: ServerClock.system.wall())
            let login = #"{"sdkAppID":1400000001,"userID":"viewer","userSig":"\#(userSig)"}"#
            try await client.send(#"{"id":1,"op":"session.open","data":\#(login)}"#)
            #expect(try await client.reply(to: 1)["ok"] != nil)
            let reply = try await Self.answer(#"{"coins":100,"orderID":"t1"}"#, client, id: 5)
            #expect(Self.code(reply) == 110_028)
            try await client.send(#"{"id":6,"op":"wallet.get"}"#)
            #expect(Self.balance(try await client.reply(to: 6)) == 10_000)
        }
    }
}
