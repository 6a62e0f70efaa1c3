#if Cluster
    public import OvationModel
    public import OvationStorage

    extension PostgresStorage {
        /// Returns recordings; see `Storage.recordings(_:)`.
        public func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] {
            try await read("recordings") { db in
                var entries: [RecordingEntry] = []
                let limit = max(0, query.limit)
                func take(_ row: PostgresRow) throws { entries.append(try RecordingEntry(row)) }
                let columns = "SELECT number, is_kept, content FROM recording"
                // A statement for each choice, so that each has its index.
                let live = query.live?.rawValue
                switch query.choice {
                case .all:
                    let before = query.after ?? Int64.max
                    if let owner = query.owner?.rawValue {
                        try db.forEach(
                            """
                            \(columns) WHERE number < $1 AND content::json ->> 'owner' = $2
                            AND ($3::text IS NULL OR live_id = $3) ORDER BY number DESC LIMIT $4
                            """, before, owner, live, limit, body: take)
                    } else if let live {
                        try db.forEach(
                            "\(columns) WHERE live_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3", live, before,
                            limit, body: take)
                    } else {
                        try db.forEach(
                            "\(columns) WHERE number < $1 ORDER BY number DESC LIMIT $2", before, limit, body: take)
                    }
                case .underWay, .removable:
                    let chosen = query.choice == .underWay ? "NOT is_complete" : "is_complete AND NOT is_kept"
                    try db.forEach(
                        """
                        \(columns) WHERE \(chosen) AND number > $1 AND ($2::text IS NULL OR live_id = $2)
                        ORDER BY number LIMIT $3
                        """, query.after ?? 0, live, limit, body: take)
                }
                return entries
            }
        }

        /// Returns a recording; see `Storage.recording(_:)`.
        public func recording(_ id: RecordingID) async throws -> Recording? {
            try await read("a recording") { db in
                try db.first("SELECT number, is_kept, content FROM recording WHERE id = $1", id.rawValue) {
                    try RecordingEntry($0).recording
                }
            }
        }

        /// Adds up the bytes of all recordings; see `Storage.recordingBytes()`.
        public func recordingBytes() async throws -> Int64 {
            try await read("the bytes of recordings") { db in
                try db.first("SELECT COALESCE(SUM(bytes), 0)::bigint FROM recording") { try $0[0] } ?? 0
            }
        }
    }

    extension RecordingEntry {
        fileprivate init(_ row: PostgresRow) throws {
            var recording = try StoredJSON.value(Recording.self, try row[2], in: "recording.content")
            recording.isKept = try row[1]
            self.init(number: try row[0], recording: recording)
        }
    }
#endif
