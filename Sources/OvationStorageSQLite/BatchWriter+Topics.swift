import GRDB
public import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Stores a topic message and deletes the one that exceeds the limit. Returns the number of the message; nil if the start has ended.
    func keep(
        _ message: TopicMessage, in topic: TopicName, of session: LiveSessionID, keptMax: Int
    ) throws -> Int64? {
        let room: Int64? = try db.first(
            "SELECT id FROM room WHERE session_id = ? AND ended_at IS NULL", session.rawValue
        ) { $0[0] }
        guard let room else { return nil }
        let last: Int64? =
            try db.first(
                "SELECT MAX(number) FROM topic_message WHERE room = ? AND topic = ?", room, topic.rawValue
            ) { $0[0] as Int64? } ?? nil
        let number = (last ?? 0) + 1
        var kept = message
        kept.number = number
        try db.run(
            "INSERT INTO topic_message (room, topic, number, message) VALUES (?, ?, ?, ?)", room, topic.rawValue,
            number, try StoredJSON.text(kept))
        try db.run(
            "DELETE FROM topic_message WHERE room = ? AND topic = ? AND number <= ?", room, topic.rawValue,
            number - Int64(keptMax))
        return number
    }

    /// Deletes the messages of a start that ends.
    func forgetTopics(ofRoom room: Int64) throws { try db.run("DELETE FROM topic_message WHERE room = ?", room) }
}

extension RoomRecord {
    /// Returns the topics with stored messages, for several starts of lives.
    ///
    /// This reads every stored message; `limits.topicBytesKeptMax` bounds their size.
    static func topics<each Value: StatementBinding>(
        _ db: Database, in chosen: String, _ values: repeat each Value
    ) throws -> [Int64: [TopicName: TopicRecord]] {
        var topics: [Int64: [TopicName: TopicRecord]] = [:]
        try db.forEach(
            "SELECT room, topic, number, message FROM topic_message WHERE \(chosen) ORDER BY room, topic, number",
            repeat each values
        ) { row in
            let message = try StoredJSON.value(TopicMessage.self, row[3], in: "topic_message.message")
            let share = TopicRecord.Message(sender: message.sender.userID, bytes: message.keptBytes)
            let (room, topic): (Int64, TopicName) = (row[0], TopicName(unchecked: row[1]))
            topics[room, default: [:]][topic, default: TopicRecord(last: 0)].messages.append(share)
            topics[room]?[topic]?.last = row[2]
        }
        return topics
    }
}

extension SQLiteStorage {
    /// Returns stored messages of a topic; see ``OvationStorage/Storage/topicMessages(of:topic:after:limit:)``.
    public func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        try await read("messages of a topic") { db in
            var messages: [TopicMessage] = []
            try db.forEach(
                """
                SELECT message FROM topic_message
                WHERE room = (SELECT id FROM room WHERE session_id = ?) AND topic = ? AND number > ?
                ORDER BY number LIMIT ?
                """, session.rawValue, topic.rawValue, number, max(0, limit)
            ) { row in
                messages.append(try StoredJSON.value(TopicMessage.self, row[0], in: "topic_message.message"))
            }
            return messages
        }
    }
}
