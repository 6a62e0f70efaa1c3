import Foundation
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// `ovation ledger`, as an operator runs it.
@Suite(.timeLimit(.minutes(5)))
struct LedgerCommandTests {
    private struct Answer: Decodable {
        let balanced: Bool
        let entries: Int
        let orders: Int
        let problems: [String]
        let halted: Bool
    }

    /// Runs the command. Returns its exit status and both outputs as one text.
    private func ledger(_ arguments: String..., data: URL) async throws -> (status: Int32, output: String) {
        let done = try await CommandProcess.run(["ledger"] + arguments + ["--data", data.path])
        return (done.status, done.output + done.error)
    }

    @Test func `verify and resume report on the books, for people and for programs, beside a running server`()
        async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let none = try await ledger("verify", data: data)
        #expect(none.status == 2)
        #expect(none.output.contains("There is no database"))

        // This storage stays open, as a running server's does.
        let storage = try SQLiteStorage(path: data.appendingPathComponent("ovation.sqlite").path)
        _ = try await storage.commit([
            .createRoom(Samples.room()), .credit(Samples.alice, 100, "c"), .order(Samples.order("1", Samples.cake)),
        ])
        let good = try await ledger("verify", "--json", data: data)
        #expect(good.status == 0)
        let report = try JSONDecoder().decode(Answer.self, from: Data(good.output.utf8))
        #expect(report.balanced && report.problems == [] && !report.halted)
        #expect(report.entries == 5)
        #expect(report.orders == 1)
        #expect(try await ledger("verify", data: data).output.hasPrefix("The ledger balances: 4 accounts, 5 entries"))

        try storage.execute("UPDATE account SET balance = 2 WHERE name = 'user:alice'")
        _ = try await storage.commit([.halt(LedgerHalt(problems: ["bad"], at: Samples.time), by: nil, at: Samples.time)]
        )
        let bad = try await ledger("verify", data: data)
        #expect(bad.status == 1)
        #expect(bad.output.contains("The account user:alice has a balance of 2, its entries add up to 1."))
        #expect(try await ledger("resume", data: data).status == 1)
        #expect(try await storage.ledgerHalt() != nil, "a ledger that does not balance is not resumed")

        try storage.execute("UPDATE account SET balance = 1 WHERE name = 'user:alice'")
        let halted = try await ledger("verify", "--json", data: data)
        #expect(halted.status == 0)
        #expect(try JSONDecoder().decode(Answer.self, from: Data(halted.output.utf8)).halted)
        #expect(try await ledger("resume", data: data).status == 0)
        #expect(try await storage.ledgerHalt() == nil)
        try await storage.close()
    }
}
