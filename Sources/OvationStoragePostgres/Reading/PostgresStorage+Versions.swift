#if Cluster
    public import OvationStorage

    extension PostgresStorage {
        /// Returns the versions of what is edited; see `Storage.versions()`.
        public func versions() async throws -> StoredVersions {
            try await read("the versions of what is edited") { db in
                try StoredVersions(try db.pipeline([StoredVersions.statement])[0])
            }
        }
    }

    extension StoredVersions {
        /// The statement that reads all of them.
        static var statement: PostgresStatement { PostgresStatement("SELECT kind, number FROM version") }

        /// Takes the result of ``statement``.
        init(_ result: PostgresResult) throws {
            var numbers: [String: Int64] = [:]
            for index in 0..<result.count { numbers[try result[index][0]] = try result[index][1] }
            self.init(numbers)
        }
    }
#endif
