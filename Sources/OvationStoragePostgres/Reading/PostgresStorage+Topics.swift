#if Cluster
    public import OvationModel
    import OvationStorage

    extension PostgresStorage {
        /// Returns stored messages of a topic; see `Storage.topicMessages(of:topic:after:limit:)`.
        public func topicMessages(
            of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
        ) async throws -> [TopicMessage] {
            try await read("messages of a topic") { db in
                var messages: [TopicMessage] = []
                try db.forEach(
                    """
                    SELECT message FROM topic_message
                    WHERE room = (SELECT id FROM room WHERE session_id = $1) AND topic = $2 AND number > $3
                    ORDER BY number LIMIT $4
                    """, session.rawValue, topic.rawValue, number, max(0, limit)
                ) { row in
                    messages.append(try StoredJSON.value(TopicMessage.self, try row[0], in: "topic_message.message"))
                }
                return messages
            }
        }
    }
#endif
