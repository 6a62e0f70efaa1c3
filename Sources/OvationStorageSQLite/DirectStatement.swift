import GRDB
import GRDBSQLite

/// A statement on the path of every order, run through SQLite's own interface.
///
/// GRDB prepares it, caches it and manages the transaction. The rest of GRDB's work for each run (a cursor, rows with column names,
/// observers) took half of an order's time and is not needed here.
struct DirectStatement {
    private let db: Database
    private let statement: Statement

    /// Takes the statement of `sql` from the connection's cache.
    init(_ db: Database, _ sql: String) throws {
        self.db = db
        statement = try db.cachedStatement(sql: sql)
    }

    /// Binds values to the placeholders, in order, and runs the statement.
    func run<each Value: StatementBinding>(_ values: repeat each Value) throws {
        _ = try first(repeat each values) { _ in }
    }

    /// Binds values and passes the first row to `body`. Returns nil if there is no row. The columns are valid inside `body` only.
    func first<Result, each Value: StatementBinding>(
        _ values: repeat each Value, body: (Columns) throws -> Result
    ) throws -> Result? {
        let raw = statement.sqliteStatement
        defer { sqlite3_reset(raw) }
        var index: CInt = 0
        for value in repeat each values {
            index += 1
            try check(value.bind(to: raw, at: index))
        }
        switch sqlite3_step(raw) {
        case SQLITE_ROW: return try body(Columns(raw: raw))
        case SQLITE_DONE: return nil
        case let code: throw failure(code)
        }
    }

    /// Binds values manually, runs the statement, and clears the values.
    ///
    /// - Parameter bind: Calls SQLite's binding functions. Values bound without a copy must live until this method returns.
    func run(binding bind: (SQLiteStatement) -> CInt) throws {
        let raw = statement.sqliteStatement
        defer {
            sqlite3_reset(raw)
            sqlite3_clear_bindings(raw)
        }
        try check(bind(raw))
        let code = sqlite3_step(raw)
        guard code == SQLITE_DONE else { throw failure(code) }
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let message = db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        let extended = db.sqliteConnection.map { sqlite3_extended_errcode($0) } ?? code
        return DatabaseError(resultCode: ResultCode(rawValue: extended), message: message, sql: statement.sql)
    }

    /// The columns of the current row.
    struct Columns {
        fileprivate let raw: SQLiteStatement

        /// Returns the integer in a column, or 0 for NULL.
        func int64(_ column: CInt) -> Int64 { sqlite3_column_int64(raw, column) }

        /// Returns the integer in a column, or 0 for NULL.
        func int(_ column: CInt) -> Int { Int(sqlite3_column_int64(raw, column)) }
    }
}
