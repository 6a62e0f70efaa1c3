import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// What an erasure may change in SQLite, and what nobody may while one is under way.
@Suite struct SQLiteErasureTests {
    private static func storage() async throws -> SQLiteStorage {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await storage.commit([
            .createRoom(Samples.room()), .credit(Samples.alice, 9, "a"), .credit(Samples.bob, 9, "b"),
            .order(Samples.order("1")), .order(Samples.order("1", from: Samples.bob)),
            .changeRoom(
                Samples.id("live-1"), [],
                [
                    Samples.draft("x", about: Samples.alice.userID, #"{"user":{"userID":"alice"}}"#),
                    Samples.draft("x", about: Samples.bob.userID, #"{"user":{"userID":"bob"}}"#),
                ]), .end(Samples.id("live-1")),
        ])
        return storage
    }

    private static let changes = [
        "UPDATE event SET data = CAST('{}' AS BLOB) WHERE about = 'bob' AND name = 'x'",
        "UPDATE event SET at = 0 WHERE about = 'alice'",
        "UPDATE event SET name = 'y' WHERE about = 'alice'",
        "DELETE FROM event WHERE about = 'alice'",
        "UPDATE transfer SET reference = 'erased_1/9' WHERE reference = 'alice/1'",
        "UPDATE transfer SET reference = 'erased_1/1', at = 0 WHERE reference = 'alice/1'",
        "UPDATE transfer SET reference = 'erased_1/1' WHERE reference = 'bob/1'",
        "UPDATE entry SET amount = 0",
        "UPDATE gift_order SET receivers = 'erased_1'",
        "UPDATE gift_order SET coins = 0",
        "UPDATE account SET name = 'user:erased_1' WHERE name = 'user:bob'",
        "UPDATE account SET name = 'user:mallory' WHERE name = 'user:alice'",
    ]

    @Test(arguments: changes)
    func `an erasure opens nothing but the names of its user`(sql: String) async throws {
        let storage = try await Self.storage()
        #expect(throws: StorageError.self) { try storage.execute(sql) }
        try storage.execute("INSERT INTO erasure VALUES ('alice', 'erased_1', 0, 0, 0, 0)")
        #expect(throws: StorageError.self) { try storage.execute(sql) }
    }

    @Test(arguments: [
        "UPDATE event SET about = 'erased_1', data = CAST('{}' AS BLOB) WHERE about = 'alice' AND name = 'x'",
        "UPDATE transfer SET reference = 'erased_1/1' WHERE reference = 'alice/1'",
        "UPDATE account SET name = 'user:erased_1' WHERE name = 'user:alice'",
    ])
    func `a name changes while its user is being erased, and at no other time`(sql: String) async throws {
        let storage = try await Self.storage()
        #expect(throws: StorageError.self) { try storage.execute(sql) }
        try storage.execute("INSERT INTO erasure VALUES ('alice', 'erased_1', 0, 0, 0, 0)")
        try storage.execute(sql)
    }

    @Test func `a hundred thousand events are gone through in steps of bounded size`() async throws {
        let storage = try await Self.storage()
        try storage.execute(
            """
            WITH RECURSIVE line (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM line WHERE n < 100000)
            INSERT INTO event SELECT (7 << 32) + n, 'x', NULL, 0,
                CAST('{"by":"' || CASE n % 1000 WHEN 0 THEN 'alice' ELSE 'bob' END || '"}' AS BLOB) FROM line
            """)
        var steps = 0
        var progress = ErasureProgress(alias: Samples.id("erased_1"), changedCount: 0, isDone: false)
        while !progress.isDone {
            let step = UserErasure(
                user: Samples.alice.userID, alias: progress.alias, givesUpCoins: true, at: Samples.time, rowsMax: 5_000)
            guard case .erasure(.stepped(let stepped)) = try await storage.commit([.erase(step)])[0] else { break }
            progress = stepped
            steps += 1
        }
        #expect(progress.isDone && (20...40).contains(steps), "\(steps) steps")
        #expect(try storage.text("SELECT COUNT(*) FROM event WHERE instr(data, CAST('\"alice\"' AS BLOB)) > 0") == "0")
        #expect(
            try storage.text("SELECT COUNT(*) FROM event WHERE instr(data, CAST('\"erased_1\"' AS BLOB)) > 0") == "101")
    }
}
