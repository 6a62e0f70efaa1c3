extension Schema {
    /// Stored topic messages. The number identifies the messages that exceed the limit, without counting them.
    static let topics = """
        CREATE TABLE topic_message (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            topic TEXT NOT NULL,
            number INTEGER NOT NULL,         -- from 1, without a gap
            message TEXT NOT NULL,           -- JSON of TopicMessage
            PRIMARY KEY (room, topic, number)
        ) STRICT, WITHOUT ROWID;
        """
}
