import GRDB
public import OvationModel
public import OvationStorage

extension BatchWriter {
    /// Changes a recording. Returns whether it is there, or was until now.
    func apply(_ write: RecordingWrite) throws -> Bool {
        switch write {
        case .begin(let recording):
            try db.run(
                """
                INSERT INTO recording (id, live_id, is_complete, is_kept, bytes, content) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """, recording.id.rawValue, recording.live.rawValue, recording.isComplete, recording.isKept,
                recording.byteCount, try StoredJSON.text(recording))
            return true
        case .update(let recording):
            try db.run(
                "UPDATE recording SET is_complete = ?, bytes = ?, content = ? WHERE id = ?", recording.isComplete,
                recording.byteCount, try StoredJSON.text(recording), recording.id.rawValue)
        case .keep(let id, let isKept):
            try db.run("UPDATE recording SET is_kept = ? WHERE id = ?", isKept, id.rawValue)
        case .delete(let id):
            try db.run("DELETE FROM recording WHERE id = ?", id.rawValue)
        case .giveWay(let id):
            try db.run("DELETE FROM recording WHERE id = ? AND NOT is_kept", id.rawValue)
        }
        return db.changesCount > 0
    }
}

extension SQLiteStorage {
    /// Returns recordings; see ``OvationStorage/Storage/recordings(_:)``.
    public func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] {
        try await read("recordings") { db in
            var entries: [RecordingEntry] = []
            let limit = max(0, query.limit)
            func take(_ row: Row) throws { entries.append(try RecordingEntry(row)) }
            let columns = "SELECT number, is_kept, content FROM recording"
            // A statement for each choice, so that each has its index. A plus sign keeps the live's index out of the other choices.
            let live = query.live?.rawValue
            switch query.choice {
            case .all:
                let before = query.after ?? .max
                if let owner = query.owner?.rawValue {
                    try db.forEach(
                        """
                        \(columns) WHERE number < ?1 AND json_extract(content, '$.owner') = ?2 AND (?3 IS NULL OR +live_id = ?3)
                        ORDER BY number DESC LIMIT ?4
                        """, before, owner, live, limit, body: take)
                } else if let live {
                    try db.forEach(
                        "\(columns) WHERE live_id = ? AND number < ? ORDER BY number DESC LIMIT ?", live, before, limit,
                        body: take)
                } else {
                    try db.forEach(
                        "\(columns) WHERE number < ? ORDER BY number DESC LIMIT ?", before, limit, body: take)
                }
            case .underWay, .removable:
                let chosen = query.choice == .underWay ? "is_complete = 0" : "is_complete = 1 AND is_kept = 0"
                try db.forEach(
                    """
                    \(columns) WHERE \(chosen) AND number > ?1 AND (?2 IS NULL OR +live_id = ?2) ORDER BY number LIMIT ?3
                    """, query.after ?? 0, live, limit, body: take)
            }
            return entries
        }
    }

    /// Returns a recording; see ``OvationStorage/Storage/recording(_:)``.
    public func recording(_ id: RecordingID) async throws -> Recording? {
        try await read("a recording") { db in
            try db.first("SELECT number, is_kept, content FROM recording WHERE id = ?", id.rawValue) {
                try RecordingEntry($0).recording
            }
        }
    }

    /// Adds up the bytes of all recordings; see ``OvationStorage/Storage/recordingBytes()``.
    public func recordingBytes() async throws -> Int64 {
        try await read("the bytes of recordings") { db in
            try db.first("SELECT COALESCE(SUM(bytes), 0) FROM recording") { $0[0] } ?? 0
        }
    }
}

extension RecordingEntry {
    fileprivate init(_ row: Row) throws {
        var recording = try StoredJSON.value(Recording.self, row[2], in: "recording.content")
        recording.isKept = row[1]
        self.init(number: row[0], recording: recording)
    }
}
