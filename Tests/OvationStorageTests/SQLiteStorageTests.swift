import Foundation
import GRDB
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// SQLite's own concerns: the file, its settings, its triggers and its errors.
@Suite struct SQLiteStorageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "ovation.db") throws -> SQLiteStorage {
        try SQLiteStorage(path: folder.file(name))
    }

    /// The operator's message about a failed action; empty if it succeeds.
    private func failure(_ action: () throws -> Void) -> String {
        do {
            try action()
            return ""
        } catch {
            return (error as? StorageError)?.description ?? "not a StorageError: \(error)"
        }
    }

    /// Stores a live, a wallet, an order, a credit and an event.
    private func fill(_ storage: SQLiteStorage) async throws {
        _ = try await storage.commit([
            .createRoom(Samples.room()), .credit(Samples.alice, 1_000, "c"), .order(Samples.order("1", Samples.cake)),
            .changeRoom(Samples.info().sessionID, [.admin(Samples.bob.userID, true)], [Samples.draft("x")]),
        ])
    }

    @Test func `lines of moderation logs that are too old are found by an index that has no newest line of a live`()
        async throws
    {
        _ = try open()
        let details = try await DatabaseQueue(path: folder.file()).read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(BatchWriter.oldLines)", arguments: [0, 1]).map {
                $0["detail"] as String
            }
        }
        #expect(
            details.count == 1 && details.allSatisfy { $0.contains("INDEX moderation_followed (at<?)") }, "\(details)")
    }

    // MARK: Durability

    @Test func `a file has a write-ahead log and is synchronised with every commit`() throws {
        let storage = try open()
        #expect(try storage.text("PRAGMA journal_mode") == "wal")
        #expect(try storage.text("PRAGMA synchronous") == "2", "2 is FULL")
        #expect(try storage.text("PRAGMA foreign_keys") == "1")
        #expect(try storage.text("PRAGMA recursive_triggers") == "1")
    }

    @Test func `committed data is there when the file is opened again without a close`() async throws {
        let first = try open()
        try await fill(first)
        // The process "crashes" at this moment, so the file and its log are copied as they are.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("crashed.db") + suffix)
        }
        let second = try open("crashed.db")
        #expect(try await second.openRooms() == first.openRooms())
        #expect(try await second.openRooms().first?.durable == 2)
        #expect(try await second.order(Samples.order("1").key)?.balance == Samples.coins(901))
        #expect(try await second.auditLedger() == first.auditLedger())
        let repeated = try await second.commit([.order(Samples.order("1", Samples.cake)), .order(Samples.order("2"))])
        guard case .order(.repeated, _) = repeated[0], case .order(.charged(let record, _), let counters) = repeated[1]
        else { return #expect(Bool(false), "\(repeated)") }
        #expect(record.durable == 3)
        #expect(counters.totalUniqueGiftSenders == 1)
    }

    @Test func `a log that was cut inside a commit loses that commit and no other`() async throws {
        let storage = try open()
        try await fill(storage)
        let kept = try Data(contentsOf: URL(fileURLWithPath: folder.file() + "-wal")).count
        _ = try await storage.commit([.order(Samples.order("2"))])
        var log = try Data(contentsOf: URL(fileURLWithPath: folder.file() + "-wal"))
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("cut.db"))
        log.removeLast((log.count - kept) / 2 + 1)
        try log.write(to: URL(fileURLWithPath: folder.file("cut.db") + "-wal"))
        let cut = try open("cut.db")
        #expect(try await cut.order(Samples.order("1").key) != nil)
        #expect(try await cut.order(Samples.order("2").key) == nil)
        #expect(try await cut.auditLedger().problems == [])
    }

    @Test func `a closed file is complete without its log, and opens again`() async throws {
        let first = try open()
        try await fill(first)
        try await first.close()
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("copy.db"))
        let second = try open("copy.db")
        #expect(try await second.auditLedger().orders == 1)
        #expect(try await second.balance(of: .user(Samples.alice.userID)) == Samples.coins(901))
    }

    @Test func `after the close every call fails with an error`() async throws {
        let storage = try open()
        try await storage.close()
        await #expect(throws: StorageError.self) { try await storage.commit([.credit(Samples.alice, 1, "c")]) }
        await #expect(throws: StorageError.self) { try await storage.openRooms() }
    }

    @Test func `a cancelled task still commits and closes`() async throws {
        let storage = try open()
        @Sendable func commitCancelled() async throws -> [StorageOutcome] {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(Task.isCancelled)
            let outcomes = try await storage.commit([.credit(Samples.alice, 7, "c")])
            try await storage.close()
            return outcomes
        }
        async let outcomes = commitCancelled()
        let kept = try await outcomes
        #expect(kept == [.credited(balance: Samples.coins(7), repeated: false)])
        #expect(try await open().balance(of: .user(Samples.alice.userID)) == Samples.coins(7))
    }

    @Test func `a page of entries starts at an entry of the account, and is empty for any other number`() async throws {
        let storage = try open()
        try await fill(storage)
        _ = try await storage.commit([
            .order(Samples.order("2")), .credit(Samples.bob, 1, "b"), .order(Samples.order("3")),
        ])
        let account = AccountID.user(Samples.alice.userID)
        let all = try await storage.entries(of: account, before: nil, limit: 100).map(\.number)
        #expect(all.count == 4)
        for before in Int64(-1)...20 {
            let page = try await storage.entries(of: account, before: before, limit: 100).map(\.number)
            #expect(page == (all.contains(before) ? all.filter { $0 < before } : []), "before \(before)")
        }
        #expect(try await storage.entries(of: account, before: nil, limit: 0).isEmpty)
        #expect(try await storage.entries(of: account, before: .max, limit: 1).isEmpty)
    }

    @Test func `each new visit removes up to two old ones until none are left`() async throws {
        let storage = try open()
        let (old, new) = (Samples.info("old").sessionID, Samples.info("new").sessionID)
        let users = (1...5).map { Visit(Samples.id("u\($0)"), since: 0) }
        let (never, later) = (Timestamp(milliseconds: 0), Samples.time.adding(seconds: 1))
        _ = try await storage.commit([
            .createRoom(Samples.room("old")), .createRoom(Samples.room("new")),
            .visits(old, users, forgettingBefore: never), .end(old),
        ])
        for (user, left) in [("a", "3"), ("b", "1"), ("c", "0"), ("d", "0")] {
            _ = try await storage.commit([.visits(new, [Visit(Samples.id(user), since: 0)], forgettingBefore: later)])
            #expect(
                try storage.text("SELECT COUNT(*) FROM room_visit JOIN room ON room.id = room WHERE live_id = 'old'")
                    == left)
        }
        #expect(try storage.text("SELECT COUNT(*) FROM visited_room") == "1")
        #expect(try storage.text("SELECT COUNT(*) FROM room_visit") == "4")
    }

    // MARK: Append-only tables

    @Test(arguments: ["transfer", "entry", "gift_order", "event"])
    func `rows of the ledger and of events cannot be changed, deleted or replaced`(_ table: String) async throws {
        let storage = try open()
        try await fill(storage)
        let column = ["transfer": "at", "entry": "amount", "gift_order": "coins", "event": "data"][table] ?? ""
        let intrusions = [
            "UPDATE \(table) SET \(column) = \(column)", "DELETE FROM \(table)",
            "INSERT OR REPLACE INTO \(table) SELECT * FROM \(table)",
            "INSERT INTO \(table) SELECT * FROM \(table) WHERE true ON CONFLICT DO UPDATE SET \(column) = \(column)",
        ]
        for intrusion in intrusions {
            let message = failure { try storage.execute(intrusion) }
            #expect(message.contains("only ever added"), "\(intrusion): \(message)")
        }
        #expect(try await storage.auditLedger().isBalanced)
    }

    @Test func `an account cannot be deleted or renamed, and a wallet cannot go below zero`() async throws {
        let storage = try open()
        try await fill(storage)
        #expect(failure { try storage.execute("DELETE FROM account") }.contains("never deleted"))
        #expect(
            failure { try storage.execute("UPDATE account SET name = 'user:eve' WHERE name = 'user:alice'") }.contains(
                "keeps its name"))
        #expect(
            failure { try storage.execute("UPDATE account SET balance = -1 WHERE name = 'user:alice'") }.contains(
                "CHECK"))
        #expect(
            failure { try storage.execute("UPDATE account SET balance = -1 WHERE name = 'house'") }.contains("CHECK"))
    }

    // MARK: Audit

    @Test(arguments: [
        ("UPDATE account SET balance = balance + 1 WHERE name = 'user:alice'", "balance of 902"),
        ("UPDATE room_counter SET gift_coins = 7", "counts 7 coins"),
        ("UPDATE room_counter SET host_coins = 7", "counts 7 coins that its host earned; its orders have 49"),
        ("UPDATE room_counter SET durable = 9", "it counts 9"),
        ("DROP TRIGGER entry_no_delete; DELETE FROM entry WHERE number = 4", "add up to"),
        ("DROP TRIGGER entry_no_update; UPDATE entry SET amount = amount + 1 WHERE number = 3", "add up to 1"),
        ("DROP TRIGGER entry_no_update; UPDATE entry SET previous = 2 WHERE number = 5", "follows 2"),
        ("UPDATE account SET last_entry = 1", "newest entry"),
        ("DROP TRIGGER event_no_delete; DELETE FROM event WHERE name = 'gift.received'", "has no event 1"),
        ("DROP TRIGGER gift_order_no_update; UPDATE gift_order SET coins = 5", "has no transfer of 5 coins"),
        ("DROP TRIGGER gift_order_no_delete; DELETE FROM gift_order", "belongs to no order"),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE account SET balance = -3 WHERE name = 'house'",
            "house is below zero: -3"
        ),
    ])
    func `an audit names an intruder's damage`(_ intrusion: String, _ finding: String) async throws {
        let storage = try open()
        try await fill(storage)
        #expect(try await storage.auditLedger() == LedgerAudit(accounts: 4, entries: 5, orders: 1, problems: []))
        try storage.execute(intrusion)
        let problems = try await storage.auditLedger().problems
        #expect(problems.contains { $0.contains(finding) }, "\(problems)")
    }

    @Test func `an audit with very many problems lists some and counts the rest`() async throws {
        let storage = try open()
        _ = try await storage.commit((1...100).map { .credit(Samples.user("user\($0)"), 5, "c\($0)") })
        try storage.execute("UPDATE account SET balance = balance + 1 WHERE name LIKE 'user:%'")
        let problems = try await storage.auditLedger().problems
        #expect(problems.count == 21)
        #expect(problems.last?.contains("80 more") == true)
    }

    // MARK: Errors

    @Test func `a full disk refuses the whole batch, and the storage works again when there is room`() async throws {
        let storage = try open()
        try await fill(storage)
        let before = try await storage.auditLedger()
        let pages = try #require(try storage.text("PRAGMA page_count"))
        try storage.execute("PRAGMA max_page_count = \(pages)")
        let big = Samples.draft("big", String(repeating: "x", count: 1_000_000))
        do {
            _ = try await storage.commit([
                .credit(Samples.bob, 5, "d"), .order(Samples.order("2")),
                .changeRoom(Samples.info().sessionID, [], [big]),
                .credit(Samples.bob, 5, "e"),
            ])
            Issue.record("the batch was stored on a full disk")
        } catch let error as StorageError {
            #expect(error.description.contains("disk is full"), "\(error)")
        }
        #expect(try await storage.auditLedger() == before)
        #expect(try await storage.balance(of: .user(Samples.bob.userID)) == nil)
        try storage.execute("PRAGMA max_page_count = 1073741823")
        let outcomes = try await storage.commit([
            .order(Samples.order("2")), .changeRoom(Samples.info().sessionID, [], [big]),
        ])
        guard case .order(.charged(let record, _), _) = outcomes[0] else { return #expect(Bool(false), "\(outcomes)") }
        #expect(record.durable == 3)
        #expect(outcomes[1] == .event(durable: 4))
    }

    @Test func `a file that another process writes to is reported as busy`() async throws {
        let first = try open()
        let second = try SQLiteStorage(path: folder.file(), policy: LedgerPolicy(), busyTimeoutSeconds: 0)
        try first.whileWriting {
            let message = failure { try second.execute("DELETE FROM gift") }
            #expect(message.contains("another process is writing"), "\(message)")
        }
        #expect(try await second.commit([.credit(Samples.alice, 1, "c")]).count == 1)
        #expect(try await first.balance(of: .user(Samples.alice.userID)) == Samples.coins(1))
    }

    @Test func `an impossible path is refused with what to do`() throws {
        #expect(
            failure { _ = try SQLiteStorage(path: folder.file("none/ovation.db")) }.contains(
                "does not exist. Create it"))
        #expect(failure { _ = try SQLiteStorage(path: folder.path) }.contains("it is a folder"))
        try Data().write(to: URL(fileURLWithPath: folder.file("plain")))
        #expect(failure { _ = try SQLiteStorage(path: folder.file("plain/ovation.db")) }.contains("is not a folder"))
    }

    @Test func `a file that is not a database is refused with what to do, and not changed`() throws {
        let garbage = Data(String(repeating: "not a database ", count: 1_000).utf8)
        try garbage.write(to: URL(fileURLWithPath: folder.file()))
        let message = failure { _ = try open() }
        #expect(message.contains("not an SQLite database") && message.contains("Move it away"), "\(message)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == garbage)
    }

    @Test func `another program's database is refused and not changed`() async throws {
        let storage = try open()
        try storage.execute("PRAGMA application_id = 7")
        try await storage.close()
        #expect(failure { _ = try open() }.contains("of another program"))
    }

    @Test func `a damaged file is reported as damaged`() async throws {
        let storage = try open()
        try await fill(storage)
        try await storage.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        for index in bytes.indices.dropFirst(4_096) { bytes[index] = 0xAA }
        try bytes.write(to: URL(fileURLWithPath: folder.file()))
        do {
            let damaged = try open()
            _ = try await damaged.auditLedger()
            Issue.record("a damaged file was read")
        } catch let error as StorageError {
            #expect(error.description.contains("damaged"), "\(error)")
        }
    }

    @Test func `an error message has no amount, name or text of a row`() async throws {
        let storage = try open()
        _ = try await storage.commit([.createRoom(Samples.room("secret-live"))])
        do {
            _ = try await storage.commit([.createRoom(Samples.room("secret-live"))])
            Issue.record("the same live session began twice")
        } catch let error as StorageError {
            #expect(!error.description.contains("secret"), "\(error)")
        }
    }

    // MARK: Migrations

    @Test func `an empty file gets every table, and opening it again changes nothing`() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.file()))
        let first = try open()
        let schema = try first.text("SELECT GROUP_CONCAT(sql, ';') FROM (SELECT sql FROM sqlite_master ORDER BY name)")
        let tables = ["user", "room", "gift", "account", "transfer", "entry", "gift_order", "event"]
        for table in tables {
            // A rebuilt table has its name in quotes.
            let isThere = ["\(table)", "\"\(table)\""].contains { schema?.contains("CREATE TABLE \($0) (") == true }
            #expect(isThere, "\(table)")
        }
        #expect(try first.text("PRAGMA application_id") == "\(0x4F56_4154)")
        try await first.close()
        let second = try open()
        #expect(
            try second.text("SELECT GROUP_CONCAT(sql, ';') FROM (SELECT sql FROM sqlite_master ORDER BY name)")
                == schema)
        #expect(try second.text("PRAGMA integrity_check") == "ok")
        #expect(try second.text("PRAGMA foreign_key_check") == nil)
    }

    @Test func `a file from before the ledger lost its foreign keys keeps every row and its triggers`() async throws {
        let new = try open("new.db")
        try await fill(new)
        _ = try await new.commit([.refund(Samples.refund("1"))])
        let expected = try await new.auditLedger()
        try await new.close()
        let old = try DatabaseQueue(path: folder.file("old.db"))
        try Schema.migrator.migrate(old, upTo: "boards")
        try await old.writeWithoutTransaction { [path = folder.file("new.db")] db in
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA foreign_keys = OFF")
            try db.execute(sql: "ATTACH ? AS new", arguments: [path])
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT GLOB 'grdb*'")
            for table in tables {
                // Later columns may be left out: they came with migrations.
                let columns = try db.columns(in: table).map(\.name).joined(separator: ", ")
                try db.execute(sql: "INSERT INTO main.\(table) SELECT \(columns) FROM new.\(table)")
            }
            #expect(
                try String.fetchOne(db, sql: "SELECT sql FROM main.sqlite_master WHERE name = 'entry'")?.contains(
                    "REFERENCES") == true)
        }
        try old.close()
        let storage = try open("old.db")
        #expect(try await storage.auditLedger() == expected)
        #expect(expected.orders == 1 && expected.problems.isEmpty)
        #expect(try storage.text("SELECT sql FROM sqlite_master WHERE name = 'entry'")?.contains("REFERENCES") == false)
        #expect(failure { try storage.execute("DELETE FROM entry") }.contains("only ever added"))
        #expect(failure { try storage.execute("UPDATE gift_order SET coins = 1") }.contains("only ever added"))
        #expect(try storage.text("PRAGMA foreign_key_check") == nil)
    }

    @Test func `a file of a newer version is refused with what to do`() async throws {
        let storage = try open()
        try storage.execute("INSERT INTO grdb_migrations VALUES ('v999 boards')")
        try await storage.close()
        let message = failure { _ = try open() }
        #expect(message.contains("newer version") && message.contains("v999 boards"), "\(message)")
    }
}
