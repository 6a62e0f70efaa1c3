#if Cluster
    import OvationStorage
    import OvationStoragePostgres
    import OvationStorageSQLite

    /// A copy of a data folder's database in an empty PostgreSQL database.
    struct DatabaseCopy {
        /// The most rows that are in memory at a time.
        private static let pageRows = 5_000
        /// After how many rows the progress is told.
        private static let progressRows = 100_000

        /// The file of the database.
        let path: String
        let access: PostgresAccess

        /// Copies everything in one transaction, and audits both ledgers.
        ///
        /// - Parameter tell: Takes a sentence about the progress.
        /// - Returns: What the audit of the copy found, which is what the audit of the original found.
        /// - Throws: `StorageError`; PostgreSQL has nothing of it then.
        func run(_ tell: (String) -> Void) async throws -> LedgerAudit {
            let original = try SQLiteStorage.verifyLedger(path: path).audit
            guard original.isBalanced else {
                throw StorageError(
                    "The ledger of \(path) does not balance, so it is not copied. See docs/money.md. "
                        + original.problems.joined(separator: " "))
            }
            tell("Copying \(original.entries) entries and \(original.orders) orders …")
            let copy = try PostgresImport(access)
            var count = 0
            try SQLiteStorage.export(path: path, pageRows: Self.pageRows, queries: copy.queries) { table, rows in
                try copy.add(rows, toTable: table)
                if (count + rows.count) / Self.progressRows > count / Self.progressRows {
                    tell("\(count + rows.count) rows …")
                }
                count += rows.count
            }
            tell("\(count) rows are there. Auditing …")
            return try copy.finish(matching: original)
        }
    }
#endif
