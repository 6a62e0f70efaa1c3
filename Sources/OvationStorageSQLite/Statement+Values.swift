import GRDB
import OvationStorage

extension Statement {
    /// Binds values to the placeholders, in order, and runs the statement.
    ///
    /// It is faster than `execute(arguments:)`, which first collects the values in an array. Every order does this a dozen times.
    func run<each Value: StatementBinding>(_ values: repeat each Value) throws {
        try bind(repeat each values)
        try execute()
    }

    /// Binds values and passes the first row to `body`. Returns nil if there is no row. The row is valid inside `body` only.
    func first<Result, each Value: StatementBinding>(
        _ values: repeat each Value, body: (Row) throws -> Result
    ) throws -> Result? {
        try bind(repeat each values)
        let rows = try Row.fetchCursor(self)
        // The cursor resets the statement when it is released, which would invalidate the row.
        return try withExtendedLifetime(rows) { try rows.next().map(body) }
    }

    /// Binds values and passes every row to `body`. A row is valid inside `body` only.
    func forEach<each Value: StatementBinding>(_ values: repeat each Value, body: (Row) throws -> Void) throws {
        try bind(repeat each values)
        try Row.fetchCursor(self).forEach(body)
    }

    private func bind<each Value: StatementBinding>(_ values: repeat each Value) throws {
        // This resets the statement and sets every value to NULL.
        setUncheckedArguments(StatementArguments())
        var index: CInt = 0
        for value in repeat each values {
            index += 1
            let code = value.bind(to: sqliteStatement, at: index)
            guard code == 0 else { throw StorageError("SQLite refused the value \(index) of: \(sql) (code \(code))") }
        }
    }
}

extension Database {
    /// Runs a statement that is prepared once a connection.
    func run<each Value: StatementBinding>(_ sql: String, _ values: repeat each Value) throws {
        try cachedStatement(sql: sql).run(repeat each values)
    }

    /// Returns the first row of a statement that is prepared once a connection; nil if there is none.
    func first<Result, each Value: StatementBinding>(
        _ sql: String, _ values: repeat each Value, body: (Row) throws -> Result
    ) throws -> Result? {
        try cachedStatement(sql: sql).first(repeat each values, body: body)
    }

    /// Visits every row of a statement that is prepared once a connection.
    func forEach<each Value: StatementBinding>(
        _ sql: String, _ values: repeat each Value, body: (Row) throws -> Void
    ) throws {
        try cachedStatement(sql: sql).forEach(repeat each values, body: body)
    }
}
