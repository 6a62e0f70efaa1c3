/// A message that has a place in its live.
package protocol PlacedMessage: Sendable {
    /// Its place among the events of the live, larger is later; 0 for a tip that only this device sees.
    var place: Int { get }
}

/// The last messages of a live in its order, with the local tips where they were put.
package struct PlacedMessages<Message: PlacedMessage>: Sendable {
    /// The messages, oldest first.
    package private(set) var messages: [Message] = []
    private var places: Set<Int> = []

    /// Makes an empty list.
    package init() {}

    /// Adds a message of the live; false where it is there already. One that comes late goes to its place.
    @discardableResult
    package mutating func insert(_ message: Message, max: Int) -> Bool {
        guard places.insert(message.place).inserted else { return false }
        // Searched from the end, where it belongs but for a message that comes late. Tips have no place in the order of
        // the live.
        let earlier = messages.lastIndex { $0.place != 0 && $0.place < message.place }
        let later = messages.lastIndex { $0.place > message.place }
        if later == nil {
            messages.append(message)
        } else {
            messages.insert(message, at: earlier.map { $0 + 1 } ?? messages.firstIndex { $0.place != 0 } ?? 0)
        }
        discardOldest(max)
        return true
    }

    /// Adds a local tip at the end.
    package mutating func append(tip: Message, max: Int) {
        messages.append(tip)
        discardOldest(max)
    }

    /// Forgets everything.
    package mutating func removeAll() { self = PlacedMessages() }

    private mutating func discardOldest(_ max: Int) {
        guard messages.count > max else { return }
        let discarded = messages.prefix(messages.count - max)
        places.subtract(discarded.map(\.place))
        messages.removeFirst(discarded.count)
    }
}
