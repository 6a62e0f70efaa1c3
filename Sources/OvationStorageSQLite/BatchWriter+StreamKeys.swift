import GRDB
public import OvationModel
import OvationStorage

extension BatchWriter {
    /// Sets the stream key of a live, and returns the key that it has afterwards.
    func keep(streamKey key: String, of live: LiveID, replaces: Bool, at: Timestamp) throws -> String {
        let conflict =
            replaces ? "DO UPDATE SET key = excluded.key, made_at = excluded.made_at" : "DO NOTHING"
        try db.run(
            "INSERT INTO stream_key (live_id, key, made_at) VALUES (?, ?, ?) ON CONFLICT (live_id) \(conflict)",
            live.rawValue, key, at.milliseconds)
        if replaces { return key }
        return try db.first("SELECT key FROM stream_key WHERE live_id = ?", live.rawValue) { $0[0] } ?? key
    }
}

extension SQLiteStorage {
    /// Returns the stream key of a live; see ``OvationStorage/Storage/streamKey(of:)``.
    public func streamKey(of liveID: LiveID) async throws -> String? {
        try await read("a stream key") { db in
            try db.first("SELECT key FROM stream_key WHERE live_id = ?", liveID.rawValue) { $0[0] }
        }
    }

    /// Finds the live with a stream key; see ``OvationStorage/Storage/live(ofStreamKey:)``.
    public func live(ofStreamKey key: String) async throws -> LiveID? {
        try await read("the live of a stream key") { db in
            // Random keys do not collide. If two lives had the same key anyway, neither could be chosen.
            var lives: [LiveID] = []
            try db.forEach("SELECT live_id FROM stream_key WHERE key = ? LIMIT 2", key) { row in
                lives.append(LiveID(unchecked: row[0]))
            }
            return lives.count == 1 ? lives[0] : nil
        }
    }
}
