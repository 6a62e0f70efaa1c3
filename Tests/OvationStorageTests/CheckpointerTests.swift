import Foundation
import GRDB
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// The write-ahead log is written back to the database while commits continue, and then starts again.
struct CheckpointerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func logBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")[.size] as? Int ?? 0
    }

    /// A database with one table. Its log is written back after this many pages.
    private func open(pagesMin: Int, pagesMax: Int) throws -> (pool: DatabasePool, checkpointer: Checkpointer) {
        let pool = try DatabasePool(path: folder.file())
        try pool.write { try $0.execute(sql: "CREATE TABLE page (id INTEGER PRIMARY KEY, data BLOB NOT NULL)") }
        return (
            pool,
            try Checkpointer(
                path: folder.file(), configuration: Configuration(), of: pool, pagesMin: pagesMin, pagesMax: pagesMax)
        )
    }

    private func commit(_ pool: DatabasePool, _ checkpointer: Checkpointer) throws {
        try pool.writeWithoutTransaction { db in
            try db.inTransaction {
                try db.execute(sql: "INSERT INTO page (data) VALUES (zeroblob(3000))")
                return .commit
            }
            checkpointer.afterCommit(db)
        }
    }

    @Test func `the log stays bounded, however long commits continue`() throws {
        let (pool, checkpointer) = try open(pagesMin: 20, pagesMax: 100)
        for _ in 0..<2_000 {
            try commit(pool, checkpointer)
            // The commit that finds the log too long has itself added a page.
            #expect(try logBytes() <= 110 * 4_120)
        }
        pool.writeWithoutTransaction { checkpointer.close($0) }
        let rows = try pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM page") }
        #expect(rows == 2_000)
        let check = try pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(check == "ok")
    }

    @Test func `a reader that holds the log lets it grow, and the log starts again when the reader is gone`() throws {
        let (pool, checkpointer) = try open(pagesMin: 20, pagesMax: 2_000)
        let snapshot = try pool.makeSnapshot()
        for _ in 0..<300 { try commit(pool, checkpointer) }
        let grown = try logBytes()
        #expect(grown > 300 * 4_120)
        #expect(try snapshot.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM page") } == 0)
        try snapshot.close()
        // Each commit writes three pages. How far the log grows before it is checked depends on threads, up to its bound.
        for _ in 0..<2_000 { try commit(pool, checkpointer) }
        #expect(try logBytes() <= max(grown, 2_000 * 4_120) + 200 * 4_120)
        pool.writeWithoutTransaction { checkpointer.close($0) }
    }
}
