import Foundation
import GRDB
public import OvationStorage

extension SQLiteStorage {
    /// Reads the results of queries in one snapshot of a file, a page of rows at a time, for a copy into another storage.
    ///
    /// - Parameters:
    ///   - path: The database. It must have the tables of this version and must not be written to meanwhile.
    ///   - pageRows: The most rows of a page.
    ///   - queries: What to read; made inside the snapshot from a function that returns the first value of a query.
    ///   - body: Takes the index of a query and a page of its rows.
    /// - Throws: `StorageError` if the file cannot be read, and the errors of the closures.
    public static func export(
        path: String, pageRows: Int, queries: (_ first: (String) throws -> StoredValue) throws -> [String],
        _ body: (_ query: Int, _ rows: [[StoredValue]]) throws -> Void
    ) throws {
        var configuration = Configuration()
        configuration.label = "OvationStorageSQLite.export"
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.read { db in
                guard try Schema.migrator.hasCompletedMigrations(db) else {
                    throw StorageError(
                        "The database has the tables of another version. Start the server of this version once.")
                }
                let queries = try queries { sql in
                    try Row.fetchOne(db, sql: sql).map { Self.value($0[0]) } ?? .null
                }
                for (index, query) in queries.enumerated() {
                    var page: [[StoredValue]] = []
                    let rows = try Row.fetchCursor(db, sql: query)
                    while let row = try rows.next() {
                        page.append(row.databaseValues.map(Self.value))
                        guard page.count == pageRows else { continue }
                        try body(index, page)
                        page.removeAll(keepingCapacity: true)
                    }
                    if !page.isEmpty { try body(index, page) }
                }
            }
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }

    private static func value(_ value: DatabaseValue) -> StoredValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        // No table of ours has a column of this type.
        case .double(let number): .integer(Int64(number))
        case .string(let text): .text(text)
        case .blob(let data): .bytes(Array(data))
        }
    }
}
