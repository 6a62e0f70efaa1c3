#if Cluster
    import OvationModel
    import OvationStorage

    extension PostgresBatch {
        /// Changes a recording. Returns whether it is there, or was until now.
        func apply(_ write: RecordingWrite) throws -> Bool {
            switch write {
            case .begin(let recording):
                try db.later(
                    """
                    INSERT INTO recording (id, live_id, is_complete, is_kept, bytes, content)
                    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING
                    """, recording.id.rawValue, recording.live.rawValue, recording.isComplete, recording.isKept,
                    recording.byteCount, try StoredJSON.text(recording).storable)
                return true
            case .update(let recording):
                return try db.first(
                    "UPDATE recording SET is_complete = $1, bytes = $2, content = $3 WHERE id = $4 RETURNING number",
                    recording.isComplete, recording.byteCount, try StoredJSON.text(recording).storable,
                    recording.id.rawValue
                ) { try $0[0] as Int64 } != nil
            case .keep(let id, let isKept):
                return try db.first(
                    "UPDATE recording SET is_kept = $1 WHERE id = $2 RETURNING number", isKept, id.rawValue
                ) { try $0[0] as Int64 } != nil
            case .delete(let id):
                return try db.first("DELETE FROM recording WHERE id = $1 RETURNING number", id.rawValue) {
                    try $0[0] as Int64
                } != nil
            case .giveWay(let id):
                return try db.first(
                    "DELETE FROM recording WHERE id = $1 AND NOT is_kept RETURNING number", id.rawValue
                ) { try $0[0] as Int64 } != nil
            }
        }
    }
#endif
