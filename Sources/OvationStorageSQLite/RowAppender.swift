import GRDB
import GRDBSQLite

/// Collects rows for an append-only table, and inserts many of them with one statement.
///
/// Starting and finishing a statement costs SQLite as much as three rows. Values wait in two buffers that are reused, so a row allocates no
/// memory. The size of a batch bounds the buffers. Flushing smaller parts, table by table, took a tenth longer, because a long run of
/// inserts into one table stays in the processor's cache.
final class RowAppender {
    /// A table, its columns and its insert statements.
    struct Table: Sendable {
        fileprivate let columns: Int
        /// The statements with the number of rows that each inserts, largest first. The last one inserts a single row.
        fileprivate let inserts: [(rows: Int, sql: String)]

        init(_ name: String, _ columns: [String]) {
            self.columns = columns.count
            let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
            // Each size is a quarter of the one before, so few statements are needed for any number of rows.
            inserts = [64, 16, 4, 1].map { rows in
                let values = Array(repeating: row, count: rows).joined(separator: ", ")
                return (rows, "INSERT OR FAIL INTO \(name) (\(columns.joined(separator: ", "))) VALUES \(values)")
            }
        }
    }

    /// A waiting value. Strings and bytes are stored in `bytes`.
    fileprivate enum Waiting {
        case null
        case integer(Int64)
        case text(start: Int, count: Int)
        case blob(start: Int, count: Int)
    }

    private let db: Database
    private let table: Table
    fileprivate var values: [Waiting] = []
    fileprivate var bytes: [UInt8] = []

    init(_ db: Database, _ table: Table) {
        self.db = db
        self.table = table
    }

    /// Queues a row. Its values are in the order of the table's columns.
    func add<each Value: AppendedValue>(_ row: repeat each Value) {
        for value in repeat each row { value.append(to: self) }
        precondition(values.count.isMultiple(of: table.columns), "a row has a value for each column")
    }

    /// Inserts the waiting rows in order.
    func flush() throws {
        guard !values.isEmpty else { return }
        defer {
            values.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
        }
        try bytes.withUnsafeBufferPointer { bytes in
            var rest = values[...]
            for (rows, sql) in table.inserts where rest.count >= rows * table.columns {
                let insert = try DirectStatement(db, sql)
                while rest.count >= rows * table.columns {
                    let next = rest.prefix(rows * table.columns)
                    rest = rest.dropFirst(next.count)
                    try insert.run { Self.bind(next, bytes, to: $0) }
                }
            }
        }
    }

    private static func bind(
        _ values: ArraySlice<Waiting>, _ bytes: UnsafeBufferPointer<UInt8>, to statement: SQLiteStatement
    ) -> CInt {
        // An empty buffer may have no address, and SQLite reads a text without an address as NULL.
        var nothing: UInt8 = 0
        return withUnsafePointer(to: &nothing) { nothing in
            let base = bytes.baseAddress ?? nothing
            var index: CInt = 0
            for value in values {
                index += 1
                let code =
                    switch value {
                    case .null: sqlite3_bind_null(statement, index)
                    case .integer(let value): sqlite3_bind_int64(statement, index, value)
                    case .text(let start, let count):
                        (base + start).withMemoryRebound(to: CChar.self, capacity: count) {
                            sqlite3_bind_text(statement, index, $0, CInt(count), nil)
                        }
                    case .blob(let start, let count):
                        sqlite3_bind_blob(statement, index, base + start, CInt(count), nil)
                    }
                guard code == SQLITE_OK else { return code }
            }
            return SQLITE_OK
        }
    }
}

/// A value that a ``RowAppender`` can insert.
protocol AppendedValue {
    /// Queues the value as the next one of the row.
    func append(to rows: RowAppender)
}

extension Int64: AppendedValue {
    func append(to rows: RowAppender) { rows.values.append(.integer(self)) }
}

extension Int: AppendedValue {
    func append(to rows: RowAppender) { rows.values.append(.integer(Int64(self))) }
}

extension String: AppendedValue {
    func append(to rows: RowAppender) {
        let start = rows.bytes.count
        rows.bytes.append(contentsOf: utf8)
        rows.values.append(.text(start: start, count: rows.bytes.count - start))
    }
}

extension [UInt8]: AppendedValue {
    func append(to rows: RowAppender) {
        let start = rows.bytes.count
        rows.bytes.append(contentsOf: self)
        rows.values.append(.blob(start: start, count: count))
    }
}

extension Optional: AppendedValue where Wrapped: AppendedValue {
    func append(to rows: RowAppender) {
        switch self {
        case .some(let value): value.append(to: rows)
        case .none: rows.values.append(.null)
        }
    }
}
