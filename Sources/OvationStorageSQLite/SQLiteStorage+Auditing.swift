import Foundation
import GRDB
import OvationModel
public import OvationRules
public import OvationStorage

extension SQLiteStorage {
    /// Audits the ledger; see ``OvationStorage/Storage/auditLedger()``.
    public func auditLedger() async throws -> LedgerAudit {
        try await read("the ledger") { try LedgerAuditor($0).audit() }
    }

    /// Continues an audit; see ``OvationStorage/Storage/audit(_:entriesMax:)``.
    public func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        try await read("the ledger") { db in
            var run = run
            if case .today = run.start, !run.hasCaughtUp {
                try run.loadBalances(db)
            } else {
                try run.readNextEntries(db, entriesMax: entriesMax)
            }
            return run
        }
    }

    /// Returns why gifts are halted; see ``OvationStorage/Storage/ledgerHalt()``.
    public func ledgerHalt() async throws -> LedgerHalt? {
        try await read("the state of the ledger") { try LedgerHalt.current($0) }
    }

    /// Audits the ledger of a file that another process may be writing to. It changes nothing.
    ///
    /// - Returns: The result of the audit, and the reason why gifts are halted; nil if they are not.
    /// - Throws: ``StorageError`` if the file cannot be read, or if its tables have another version.
    public static func verifyLedger(path: String) throws -> (audit: LedgerAudit, halt: LedgerHalt?) {
        var configuration = Configuration()
        configuration.label = "OvationStorageSQLite.verify"
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            guard FileManager.default.fileExists(atPath: path) else {
                throw StorageError("There is no database \"\(path)\". Name the data folder of the server.")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { db in
                guard try Schema.migrator.hasCompletedMigrations(db) else {
                    throw StorageError(
                        "The database has the tables of another version. Start the server of this version once.")
                }
                return (try LedgerAuditor(db).audit(), try LedgerHalt.current(db))
            }
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }
}

extension LedgerHalt {
    fileprivate static func current(_ db: Database) throws -> LedgerHalt? {
        let row: (problems: String?, at: Int64)? = try db.first(
            "SELECT problems, at FROM ledger_halt ORDER BY id DESC LIMIT 1"
        ) { ($0[0], $0[1]) }
        guard let row, let problems = row.problems else { return nil }
        return LedgerHalt(
            problems: try StoredJSON.value([String].self, problems, in: "ledger_halt.problems"),
            at: Timestamp(milliseconds: row.at))
    }
}

extension LedgerAuditRun {
    fileprivate mutating func loadBalances(_ db: Database) throws {
        try db.forEach("SELECT id, balance FROM account") { believe($0[0], balance: $0[1]) }
        skip(to: try db.first("SELECT MAX(number) FROM entry") { $0[0] as Int64? }.flatMap { $0 }.map { [$0] } ?? [])
    }

    fileprivate mutating func readNextEntries(_ db: Database, entriesMax: Int) throws {
        var count = 0
        try db.forEach(
            """
            SELECT number, account, entry.transfer, postings, amount
            FROM entry LEFT JOIN transfer ON transfer.id = entry.transfer
            WHERE number > ? ORDER BY number LIMIT ?
            """, lastEntry(ofLane: 0), entriesMax
        ) { row in
            count += 1
            read(entry: row[0], account: row[1], transfer: row[2], postings: row[3], amount: row[4])
        }
        // After a full page there may be more entries. Balances are compared after the last page.
        guard count < entriesMax else { return }
        if let touched {
            for account in touched {
                let found: (String, Int64)? = try db.first(
                    "SELECT name, balance FROM account WHERE id = ?", account
                ) { ($0[0], $0[1]) }
                compare(account, name: found?.0 ?? "number \(account), which is gone,", balance: found?.1 ?? 0)
            }
        } else {
            try db.forEach("SELECT id, name, balance FROM account") { compare($0[0], name: $0[1], balance: $0[2]) }
        }
        finishComparison()
    }
}

extension BatchWriter {
    /// Records that gifts are halted or resumed.
    func keep(_ halt: LedgerHalt?, by: UserID?, at: Timestamp) throws {
        try db.run(
            "INSERT INTO ledger_halt (at, problems, by) VALUES (?, ?, ?)", at.milliseconds,
            try halt.map { try StoredJSON.text($0.problems) }, by?.rawValue)
        view.isHalted = halt != nil
        knowsHalt = true
    }

    /// Finds out whether gifting is halted, once a batch.
    func learnHalt() throws {
        guard !knowsHalt else { return }
        view.isHalted = try LedgerHalt.current(db) != nil
        knowsHalt = true
    }
}
