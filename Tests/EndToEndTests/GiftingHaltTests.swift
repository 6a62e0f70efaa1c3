import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationStorageSQLite

/// The books of a server are damaged while it runs.
@Suite(.timeLimit(.minutes(5)))
struct GiftingHaltTests {
    /// Sends orders until one gets this code.
    private static func order(over robot: Robot, until wanted: Int) async throws {
        while try await robot.code(.give(UUID().uuidString)) != wanted {}
    }

    @Test func `damaged books halt gifting, even after a restart, until the books are repaired`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ovation.sqlite").path
        var limits = Limits()
        limits.ledgerAuditIntervalSeconds = 1
        let policy = LedgerPolicy(hostSharePercent: 50, newUserGrant: Samples.coins(1_000_000))
        let storage = try SQLiteStorage(path: path, policy: policy)

        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await Robot.host(server)
            let first = try await host.ask(.give("first"))
            #expect(try await PlainHTTP.get("/health/ready", port: server.port).contains(#""degraded""#) == false)

            try storage.execute("UPDATE account SET balance = balance + 1 WHERE name = 'house'")
            try await Self.order(over: host, until: 110_007)

            let ready = try await PlainHTTP.get("/health/ready", port: server.port)
            #expect(ready.hasPrefix("HTTP/1.1 200"))
            #expect(ready.contains(#"{"degraded":["gifting"],"missing":[],"ready":true}"#))
            let metrics = try await PlainHTTP.get("/metrics", port: server.port)
            #expect(metrics.contains("\novation_gifting_halted 1"))
            #expect(metrics.contains(#"ovation_ledger_audits_total{outcome="unbalanced"} 1"#))
            // A charged order keeps its answer, and everything that costs nothing still works.
            #expect(try await host.ask(.give("first")) == first)
            try await host.ask(.say("still here"))
        }

        let audit = try SQLiteStorage.verifyLedger(path: path)
        #expect(!audit.audit.isBalanced)
        #expect(audit.halt?.problems.isEmpty == false)

        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await Robot.viewer(as: "host", server)
            #expect(try await host.code(.give("second")) == 110_007, "gifting is still halted after a restart")
            try storage.execute("UPDATE account SET balance = balance - 1 WHERE name = 'house'")
            #expect(try SQLiteStorage.verifyLedger(path: path).audit.isBalanced)
            // `ovation ledger resume` writes this beside the server.
            _ = try await storage.commit([.halt(nil, by: nil, at: Samples.time)])
            try await Self.order(over: host, until: 0)
            #expect(try await PlainHTTP.get("/metrics", port: server.port).contains("\novation_gifting_halted 0"))
        }
        try await storage.close()
    }
}
