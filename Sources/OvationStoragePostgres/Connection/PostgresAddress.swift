#if Cluster
    import CLibPQ
    import OvationStorage

    /// Where a PostgreSQL database is, as `storage.url` says it.
    public struct PostgresAddress: Sendable, CustomStringConvertible {
        /// The URL with its password. It must not reach a log.
        let url: String
        /// The URL without password and options, for messages.
        public let description: String
        /// The name of the database.
        package let database: String

        /// Reads a URL.
        ///
        /// - Parameter url: `postgres://user:password@host:port/database?option=value`, as libpq reads it. Several hosts may be named,
        ///   separated by commas.
        /// - Throws: `StorageError` if libpq cannot read it. The message does not repeat the URL, because it may hold a password.
        public init(_ url: String) throws {
            guard Self.isAddress(url) else {
                throw StorageError("The URL of the storage must begin with postgres:// or postgresql://.")
            }
            // A C string ends at U+0000, so the rest would be ignored.
            let unreadable = StorageError(
                """
                The URL of the storage cannot be read. Write postgres://user:password@host:port/database, and write \
                special characters in the password as %XX.
                """)
            guard !url.utf8.contains(0), let options = PQconninfoParse(url, nil) else { throw unreadable }
            defer { PQconninfoFree(options) }
            var parts: [String: String] = [:]
            var option = options
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            // A slash in a password ends the host for libpq, and the rest of the password would stand in every message as the port or the
            // database.
            let places = [parts["host"], parts["dbname"]].compactMap { $0 }
            let ports = (parts["port"] ?? "").split(separator: ",")
            guard !places.contains(where: { $0.contains("@") }), ports.allSatisfy({ Int($0) != nil }) else {
                throw unreadable
            }
            self.url = url
            let user = parts["user"].map { $0 + "@" } ?? ""
            let port = parts["port"].map { ":" + $0 } ?? ""
            let host = parts["host"] ?? parts["hostaddr"] ?? "localhost"
            database = parts["dbname"] ?? parts["user"] ?? ""
            description = "postgres://\(user)\(host)\(port)/\(database)"
        }

        /// Returns true if a URL means PostgreSQL rather than a file.
        public static func isAddress(_ url: String) -> Bool {
            url.hasPrefix("postgres://") || url.hasPrefix("postgresql://")
        }
    }
#endif
