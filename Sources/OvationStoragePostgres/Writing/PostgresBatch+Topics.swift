#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Stores a topic message and deletes the one that exceeds the limit. Returns the number of the message; nil if the start has
        /// ended.
        func keep(
            _ message: TopicMessage, in topic: TopicName, of session: LiveSessionID, keptMax: Int
        ) throws -> Int64? {
            let place = try db.first(
                """
                SELECT id, COALESCE(
                    (SELECT MAX(number) FROM topic_message WHERE topic_message.room = room.id AND topic = $2), 0)
                FROM room WHERE session_id = $1 AND ended_at IS NULL
                """, session.rawValue, topic.rawValue
            ) { (room: try $0[0] as Int64, last: try $0[1] as Int64) }
            guard let place else { return nil }
            let number = place.last + 1
            var kept = message
            kept.number = number
            try db.later(
                "INSERT INTO topic_message (room, topic, number, message) VALUES ($1, $2, $3, $4)", place.room,
                topic.rawValue, number, try StoredJSON.text(kept))
            try db.later(
                "DELETE FROM topic_message WHERE room = $1 AND topic = $2 AND number <= $3", place.room, topic.rawValue,
                number - Int64(keptMax))
            return number
        }
    }
#endif
