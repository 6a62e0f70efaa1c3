import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationStorageSQLite

/// The continuous audit of a real database file that an intruder changes.
@Suite struct LedgerRoundsTests {
    /// A way for an intruder with a shell to damage the books once the triggers are gone.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sql: String
        /// A part of the audit's finding.
        let says: String
    }

    static let damages = [
        Damage(
            testDescription: "coins given to a wallet",
            sql: "UPDATE account SET balance = 5000 WHERE name = 'user:alice'",
            says: "The account user:alice has a balance of 5000"),
        Damage(
            testDescription: "an old entry made larger",
            sql: "UPDATE entry SET amount = amount + 7 WHERE number = (SELECT MIN(number) + 1 FROM entry)",
            says: "add up to 7, not to 0"),
        Damage(
            testDescription: "a whole transfer removed",
            sql: """
                DELETE FROM gift_order WHERE order_id = '3';
                DELETE FROM entry WHERE transfer = (SELECT id FROM transfer WHERE reference = 'alice/3');
                DELETE FROM transfer WHERE reference = 'alice/3'
                """, says: "are missing"),
        Damage(
            testDescription: "coins moved between two wallets without a transfer",
            sql: """
                UPDATE account SET balance = balance - 1 WHERE name = 'user:alice';
                UPDATE account SET balance = balance + 1 WHERE name = 'host:host'
                """, says: "The account host:host has a balance of"),
    ]

    /// A storage with twenty orders of a cake for 99 coins.
    private func filled(_ folder: URL) async throws -> SQLiteStorage {
        let storage = try SQLiteStorage(path: folder.appendingPathComponent("ledger.db").path)
        _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 10_000, "c")])
        _ = try await storage.commit((1...20).map { .order(Samples.order("\($0)", Samples.cake)) })
        return storage
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func `a balanced ledger passes every lap of the audit, in steps of any size`() async throws {
        try await withFolder { folder in
            let storage = try await filled(folder)
            for entriesMax in [1, 2, 7, 61, 62, 63, 1_000] {
                var rounds = LedgerRounds(entriesMax: entriesMax)
                for step in 0..<70 {
                    #expect(try await rounds.step(over: storage) == [], "\(entriesMax) entries a step, step \(step)")
                }
                #expect(rounds.laps >= 1, "\(entriesMax) entries a step")
            }
            try await storage.close()
        }
    }

    @Test func `orders that arrive during a lap do not disturb it`() async throws {
        try await withFolder { folder in
            let storage = try await filled(folder)
            var rounds = LedgerRounds(entriesMax: 5)
            for number in 100..<140 {
                _ = try await storage.commit([
                    .order(Samples.order("\(number)")), .credit(Samples.bob, 1, "b\(number)"),
                ])
                #expect(try await rounds.step(over: storage) == [])
            }
            while rounds.laps < 2 { #expect(try await rounds.step(over: storage) == []) }
            try await storage.close()
        }
    }

    @Test(arguments: damages)
    func `damage to the file is found by a lap and by the full audit`(_ damage: Damage) async throws {
        try await withFolder { folder in
            let storage = try await filled(folder)
            try storage.dropLedgerTriggers()
            try storage.execute(damage.sql)
            var rounds = LedgerRounds(entriesMax: 10)
            var problems: [String] = []
            while rounds.laps == 0, problems.isEmpty { problems = try await rounds.step(over: storage) }
            // A complete lap reports everything; an incomplete one may have reported a part.
            while rounds.laps == 0 { problems = try await rounds.step(over: storage) }
            #expect(problems.contains { $0.contains(damage.says) }, "\(problems)")
            #expect(try await !storage.auditLedger().isBalanced)
            try await storage.close()
        }
    }

    @Test func `a wrong balance is found at the next order that uses it, however long the ledger is`() async throws {
        try await withFolder { folder in
            let storage = try await filled(folder)
            var rounds = LedgerRounds(entriesMax: 1)
            #expect(try await rounds.step(over: storage) == [])
            try storage.execute("UPDATE account SET balance = balance + 1 WHERE name = 'user:alice'")
            _ = try await storage.commit([.order(Samples.order("next"))])
            let problems = try await rounds.step(over: storage)
            #expect(rounds.laps == 0)
            #expect(problems.count == 1)
            #expect(problems.first?.hasPrefix("The account user:alice has a balance of") == true)
            try await storage.close()
        }
    }
}

extension SQLiteStorage {
    /// Drops the triggers that protect the ledger, as an intruder would first.
    func dropLedgerTriggers() throws {
        for table in ["transfer", "entry", "gift_order"] {
            for verb in ["update", "delete"] { try execute("DROP TRIGGER \(table)_no_\(verb)") }
        }
        try execute("PRAGMA foreign_keys = OFF")
    }
}
