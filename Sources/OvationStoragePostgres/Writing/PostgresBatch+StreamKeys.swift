#if Cluster
    import OvationModel

    extension PostgresBatch {
        /// Sets the stream key of a live, and returns the key that it has afterwards.
        func keep(streamKey key: String, of live: LiveID, replaces: Bool, at: Timestamp) throws -> String {
            let conflict =
                replaces ? "DO UPDATE SET key = excluded.key, made_at = excluded.made_at" : "DO NOTHING"
            try db.later(
                "INSERT INTO stream_key (live_id, key, made_at) VALUES ($1, $2, $3) ON CONFLICT (live_id) \(conflict)",
                live.rawValue, key, at.milliseconds)
            if replaces { return key }
            return try db.first("SELECT key FROM stream_key WHERE live_id = $1", live.rawValue) { try $0[0] } ?? key
        }
    }
#endif
