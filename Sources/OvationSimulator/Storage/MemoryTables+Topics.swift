import OvationModel
import OvationRules
import OvationStorage

/// Topics of lives.
extension MemoryTables {
    /// Keeps a message of a topic; returns its number, or nil where the start is over.
    mutating func keep(
        _ message: TopicMessage, in topic: TopicName, of session: LiveSessionID, keptMax: Int
    ) -> Int64? {
        guard let index = roomIndex[session], rooms[index].record.endedAt == nil else { return nil }
        let number = (rooms[index].record.topics[topic]?.last ?? 0) + 1
        var kept = message
        kept.number = number
        let messages = Array((rooms[index].topics[topic] ?? []).suffix(keptMax - 1)) + [kept]
        rooms[index].topics[topic] = messages
        rooms[index].record.topics[topic] = TopicRecord(
            last: number, messages: messages.map { TopicRecord.Message(sender: $0.sender.userID, bytes: $0.keptBytes) })
        return number
    }

    /// Deletes what a start has no more once it is over: kept messages, seats and what waits for them, pins.
    mutating func forgetTopics(_ index: Int) {
        rooms[index].record.topics = [:]
        (rooms[index].record.seats, rooms[index].record.seatRequests) = ([], [])
        rooms[index].record.coHosts = CoHostRecord()
        rooms[index].record.pins = []
        rooms[index].topics = [:]
    }
}
