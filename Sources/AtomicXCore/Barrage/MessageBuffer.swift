/// The last messages of a live in its order, with the local tips where they were put.
struct MessageBuffer {
    private(set) var messages: [Barrage] = []
    private var sequences: Set<Int> = []

    /// Adds a message of the live; false where it is there already. One that comes late goes to its place.
    mutating func insert(_ message: Barrage, max: Int) -> Bool {
        guard sequences.insert(message.sequence).inserted else { return false }
        // Searched from the end, where it belongs but for a message that comes late. Tips have no place in the order of
        // the live.
        let earlier = messages.lastIndex { $0.sequence != 0 && $0.sequence < message.sequence }
        let later = messages.lastIndex { $0.sequence > message.sequence }
        if later == nil {
            messages.append(message)
        } else {
            messages.insert(message, at: earlier.map { $0 + 1 } ?? messages.firstIndex { $0.sequence != 0 } ?? 0)
        }
        discardOldest(max)
        return true
    }

    /// Adds a local tip at the end.
    mutating func append(tip: Barrage, max: Int) {
        messages.append(tip)
        discardOldest(max)
    }

    /// Forgets everything.
    mutating func removeAll() { self = MessageBuffer() }

    private mutating func discardOldest(_ max: Int) {
        guard messages.count > max else { return }
        let discarded = messages.prefix(messages.count - max)
        sequences.subtract(discarded.map(\.sequence))
        messages.removeFirst(discarded.count)
    }
}
