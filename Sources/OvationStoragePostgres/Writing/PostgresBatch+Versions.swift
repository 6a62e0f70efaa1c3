#if Cluster
    import OvationStorage

    extension PostgresBatch {
        /// Changes some content and raises its version, unless it has another version than expected. Of two nodes that edit the same at
        /// once, the second waits for the first.
        func edit(
            _ content: VersionedContent, ifVersion expected: Int64? = nil, _ change: () throws -> Void
        ) throws -> StorageOutcome {
            try db.later(
                "INSERT INTO version (kind, number) VALUES ($1, 0) ON CONFLICT (kind) DO NOTHING", content.name)
            let version =
                try db.first("SELECT number FROM version WHERE kind = $1 FOR UPDATE", content.name) {
                    try $0[0] as Int64
                } ?? 0
            if let expected, expected != version { return .outdated(version: version) }
            try change()
            try db.later("UPDATE version SET number = $2 WHERE kind = $1", content.name, version + 1)
            return .version(version + 1)
        }
    }
#endif
