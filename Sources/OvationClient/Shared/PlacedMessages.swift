/// A message with a position in its live.
package protocol PlacedMessage: Sendable {
    /// The sequence number among the events of the live. A larger number is later. It is 0 for a tip, which only this device shows.
    var place: Int { get }
}

/// The last messages of a live in the order of their sequence numbers. Local tips stay where they were appended.
package struct PlacedMessages<Message: PlacedMessage>: Sendable {
    /// The messages, oldest first.
    package private(set) var messages: [Message] = []
    private var places: Set<Int> = []

    /// Makes an empty list.
    package init() {}

    /// Inserts a message of the live at its place, even if it arrives late. Returns false if it is already in the list.
    @discardableResult
    package mutating func insert(_ message: Message, max: Int) -> Bool {
        guard places.insert(message.place).inserted else { return false }
        // Search from the end, because only late messages belong elsewhere. Tips are skipped, because they have no sequence number.
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

    /// Appends a local tip.
    package mutating func append(tip: Message, max: Int) {
        messages.append(tip)
        discardOldest(max)
    }

    /// Removes a message of the live. Returns it; nil if it is not in the list.
    @discardableResult
    package mutating func remove(place: Int) -> Message? {
        guard place != 0, places.remove(place) != nil,
            let index = messages.lastIndex(where: { $0.place == place })
        else { return nil }
        return messages.remove(at: index)
    }

    /// Removes all messages and tips.
    package mutating func removeAll() { self = PlacedMessages() }

    private mutating func discardOldest(_ max: Int) {
        guard messages.count > max else { return }
        let discarded = messages.prefix(messages.count - max)
        places.subtract(discarded.map(\.place))
        messages.removeFirst(discarded.count)
    }
}
