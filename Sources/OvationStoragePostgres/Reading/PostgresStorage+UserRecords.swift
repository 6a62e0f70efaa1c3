#if Cluster
    public import OvationModel
    public import OvationStorage

    extension PostgresStorage {
        /// Returns what is kept about a user; see `Storage.userRecords(_:)`.
        public func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage {
            try await read("the records of a user") { db in
                guard let source = UserRecordSource.of(query.part) else { return try Self.events(of: query, db) }
                let fields = source.fields.map { field in
                    "'\(field.name)', \(field.expression)" + (field.isJSON ? "::json" : "")
                }
                var records: [String] = []
                try db.forEach(
                    """
                    SELECT json_build_object(\(fields.joined(separator: ", ")))::text
                    FROM \(source.from.replacing("{user}", with: "$1")) ORDER BY \(source.order) LIMIT $2 OFFSET $3
                    """, query.user.rawValue, query.limit, query.after
                ) { records.append(try $0[0]) }
                let isFull = records.count == query.limit && query.limit > 0
                return UserRecordPage(records: records, next: isFull ? query.after + Int64(records.count) : nil)
            }
        }

        private static func events(of query: UserRecordQuery, _ db: PostgresConnection) throws -> UserRecordPage {
            let limit = max(1, query.limit)
            let end: Int64? = try db.first(
                "SELECT id FROM event WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2", query.after,
                limit * UserRecordSource.eventsExaminedPerRecord
            ) { try $0[0] }
            let names = ErasedNames(query.user)
            var records: [String] = []
            var found = 0
            var last: Int64 = 0
            try db.forEach(
                """
                SELECT id, json_build_object('liveId', (SELECT live_id FROM room WHERE room.id = event.id >> 32),
                    'number', id & 4294967295, 'name', name, 'about', about, 'at', at, 'data', convert_from(data, 'UTF8')::json)::text,
                    about IS NOT DISTINCT FROM $3, convert_from(data, 'UTF8')
                FROM event WHERE id > $1 AND id <= $2 AND (about = $3 OR position($4 IN data) > 0)
                ORDER BY id LIMIT $5
                """, query.after, end ?? Int64.max, query.user.rawValue,
                PostgresBytes(names.mark), limit
            ) { row in
                found += 1
                last = try row[0]
                // The bytes of an id may be there without meaning the user.
                let isAbout: Bool = try row[2]
                if try isAbout || names.names(try row[3], in: "event.data") { records.append(try row[1]) }
            }
            return UserRecordPage(records: records, next: found == limit ? last : end)
        }

        /// Returns erasures that are not done; see `Storage.openErasures()`.
        public func openErasures() async throws -> [UserID: UserID] {
            try await read("erasures that are not done") { db in
                var erasures: [UserID: UserID] = [:]
                try db.forEach("SELECT user_id, alias FROM erasure") { row in
                    erasures[UserID(unchecked: try row[0])] = UserID(unchecked: try row[1])
                }
                return erasures
            }
        }
    }
#endif
