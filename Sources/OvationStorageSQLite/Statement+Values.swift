import GRDB
import OvationStorage

extension Statement {
    /// Binds values to the `?` of the statement, in their order, and runs it.
    ///
    /// Cheaper than `execute(arguments:)`, which gathers the values in an array first: this is the path that every
    /// order takes a dozen times.
    func run<each Value: StatementBinding>(_ values: repeat each Value) throws {
        try bind(repeat each values)
        try execute()
    }

    /// Binds values and hands the first row to `body`; nil where there is none. The row is valid inside `body` only.
    func first<Result, each Value: StatementBinding>(
        _ values: repeat each Value, body: (Row) throws -> Result
    ) throws -> Result? {
        try bind(repeat each values)
        let rows = try Row.fetchCursor(self)
        // The cursor resets the statement when it goes, and with that the row.
        return try withExtendedLifetime(rows) { try rows.next().map(body) }
    }

    /// Binds values and hands every row to `body`. A row is valid inside `body` only.
    func forEach<each Value: StatementBinding>(_ values: repeat each Value, body: (Row) throws -> Void) throws {
        try bind(repeat each values)
        try Row.fetchCursor(self).forEach(body)
    }

    private func bind<each Value: StatementBinding>(_ values: repeat each Value) throws {
        // Resets the statement and sets every value to NULL.
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
    /// The statement of `sql`, prepared once a connection.
    func run<each Value: StatementBinding>(_ sql: String, _ values: repeat each Value) throws {
        try cachedStatement(sql: sql).run(repeat each values)
    }

    /// The first row of a statement that is prepared once a connection; nil where there is none.
    func first<Result, each Value: StatementBinding>(
        _ sql: String, _ values: repeat each Value, body: (Row) throws -> Result
    ) throws -> Result? {
        try cachedStatement(sql: sql).first(repeat each values, body: body)
    }

    /// Every row of a statement that is prepared once a connection.
    func forEach<each Value: StatementBinding>(
        _ sql: String, _ values: repeat each Value, body: (Row) throws -> Void
    ) throws {
        try cachedStatement(sql: sql).forEach(repeat each values, body: body)
    }
}
