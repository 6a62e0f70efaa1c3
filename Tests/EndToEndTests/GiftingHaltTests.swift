import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// A server whose books are damaged while it runs.
@Suite(.timeLimit(.minutes(5)))
struct GiftingHaltTests {
    private static func gift(_ orderID: String, id: Int) -> String {
        #"{"id":\#(id),"op":"gift.send","room":"r1","data":{"orderID":"\#(orderID)","giftID":"rose"}}"#
    }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    /// Sends orders until one is answered as wanted.
    private static func order(over client: RawClient, until isWanted: ([String: Any]) -> Bool) async throws {
        var number = 1_000
        while true {
            number += 1
            try await client.send(gift("\(UUID().uuidString)", id: number))
            if isWanted(try await client.reply(to: number)) { return }
        }
    }

    @Test func `damage to the books halts gifting, loudly and across a restart, until they are set right`() async throws
    {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ovation.sqlite").path
        var limits = Limits()
        limits.ledgerAuditIntervalSeconds = 1
        let policy = LedgerPolicy(hostSharePercent: 50, newUserGrant: Samples.coins(1_000_000))
        let storage = try SQLiteStorage(path: path, policy: policy)

        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await RawClient.host(server)
            try await host.send(Self.gift("first", id: 3))
            let first = try await host.reply(to: 3)
            #expect(first["ok"] != nil)
            #expect(try await PlainHTTP.get("/health/ready", port: server.port).contains(#""degraded""#) == false)

            try storage.execute("UPDATE account SET balance = balance + 1 WHERE name = 'house'")
            try await Self.order(over: host) { Self.code($0) == 110_007 }

            let ready = try await PlainHTTP.get("/health/ready", port: server.port)
            #expect(ready.hasPrefix("HTTP/1.1 200"))
            #expect(ready.contains(#"{"degraded":["gifting"],"missing":[],"ready":true}"#))
            let metrics = try await PlainHTTP.get("/metrics", port: server.port)
            #expect(metrics.contains("\novation_gifting_halted 1"))
            #expect(metrics.contains(#"ovation_ledger_audits_total{outcome="unbalanced"} 1"#))
            // An order that was charged keeps its answer, and whatever costs nothing goes on.
            try await host.send(Self.gift("first", id: 3))
            let again = try await host.reply(to: 3)
            #expect(NSDictionary(dictionary: again).isEqual(to: first))
            try await host.send(#"{"id":4,"op":"barrage.send","room":"r1","data":{"text":"still here"}}"#)
            #expect(try await host.reply(to: 4)["ok"] != nil)
        }

        let audit = try SQLiteStorage.verifyLedger(path: path)
        #expect(!audit.audit.isBalanced)
        #expect(audit.halt?.problems.isEmpty == false)

        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await RawClient.host(server)
            try await host.send(Self.gift("second", id: 3))
            #expect(Self.code(try await host.reply(to: 3)) == 110_007, "a restart does not forget it")
            try storage.execute("UPDATE account SET balance = balance - 1 WHERE name = 'house'")
            #expect(try SQLiteStorage.verifyLedger(path: path).audit.isBalanced)
            // What `ovation ledger resume` writes beside the server.
            _ = try await storage.commit([.halt(nil, by: nil, at: Samples.time)])
            try await Self.order(over: host) { $0["ok"] != nil }
            #expect(try await PlainHTTP.get("/metrics", port: server.port).contains("\novation_gifting_halted 0"))
        }
        try await storage.close()
    }
}
