import GRDB
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// Appending many rows in one statement gives the same rows as one by one.
struct RowAppenderTests {
    private static let table = RowAppender.Table("thing", ["id", "name", "data", "note"])

    private func make() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write {
            try $0.execute(
                sql:
                    "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL, data BLOB NOT NULL, note TEXT) STRICT"
            )
        }
        return queue
    }

    @Test(arguments: [0, 1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 85, 200])
    func `all added rows are in the table, in order, with their texts and bytes unchanged`(count: Int) throws {
        let queue = try make()
        try queue.write { db in
            let rows = RowAppender(db, Self.table)
            for number in 0..<count {
                let name = number.isMultiple(of: 7) ? "" : "name ü\(number)"
                let data = [UInt8](repeating: UInt8(number % 256), count: number % 5)
                rows.add(number, name, data, number.isMultiple(of: 3) ? nil : "note")
            }
            try rows.flush()
            try rows.flush()
            let found = try Row.fetchAll(db, sql: "SELECT * FROM thing ORDER BY id")
            #expect(found.count == count)
            for (number, row) in found.enumerated() {
                #expect(row["id"] == number)
                #expect(row["name"] == (number.isMultiple(of: 7) ? "" : "name ü\(number)"))
                let data: [UInt8] = try [UInt8](#require(row["data"] as DatabaseValue?).storage.bytes)
                #expect(data == [UInt8](repeating: UInt8(number % 256), count: number % 5))
                #expect((row["note"] as String?) == (number.isMultiple(of: 3) ? nil : "note"))
            }
        }
    }

    @Test func `a row that the table refuses throws the reason, and the transaction is rolled back`() throws {
        let queue = try make()
        let error = #expect(throws: DatabaseError.self) {
            try queue.write { db in
                let rows = RowAppender(db, Self.table)
                for number in [1, 2, 3, 2, 5] { rows.add(number, "n", [UInt8](), String?.none) }
                try rows.flush()
            }
        }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        #expect(error?.message?.contains("thing.id") == true)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM thing") } == 0)
    }

    @Test func `a direct statement binds, reads, and can be run again`() throws {
        let queue = try make()
        try queue.write { db in
            let insert = try DirectStatement(db, "INSERT INTO thing (id, name, data) VALUES (?, ?, x'')")
            for number in 1...3 { try insert.run(number, "n\(number)") }
            let select = try DirectStatement(db, "SELECT id, LENGTH(name) FROM thing WHERE name = ?")
            #expect(try select.first("n2") { $0.int64(0) } == 2)
            #expect(try select.first("n2") { $0.int(1) } == 2)
            #expect(try select.first("n9") { $0.int64(0) } == nil)
            #expect(throws: DatabaseError.self) { try insert.run(1, "again") }
            try insert.run(4, "n4")
            #expect(try select.first("n4") { $0.int64(0) } == 4)
        }
    }
}

extension DatabaseValue.Storage {
    fileprivate var bytes: [UInt8] { if case .blob(let data) = self { [UInt8](data) } else { [] } }
}
