#if Cluster
    public import OvationModel
    import OvationStorage

    extension PostgresStorage {
        /// Returns the stream key of a live; see `Storage.streamKey(of:)`.
        public func streamKey(of liveID: LiveID) async throws -> String? {
            try await read("a stream key") { db in
                try db.first("SELECT key FROM stream_key WHERE live_id = $1", liveID.rawValue) { try $0[0] }
            }
        }

        /// Finds the live with a stream key; see `Storage.live(ofStreamKey:)`.
        public func live(ofStreamKey key: String) async throws -> LiveID? {
            try await read("the live of a stream key") { db in
                // Random keys do not collide. If two lives had the same key anyway, neither could be chosen. The key is a stranger's:
                // PostgreSQL would refuse U+0000 in it.
                var lives: [LiveID] = []
                try db.forEach("SELECT live_id FROM stream_key WHERE key = $1 LIMIT 2", key.storable) { row in
                    lives.append(LiveID(unchecked: try row[0]))
                }
                return lives.count == 1 ? lives[0] : nil
            }
        }
    }
#endif
