/// Whether a list of messages follows its end, and how many came since it stopped.
///
/// Pure. A reader who scrolls up wants to read: nothing moves under their eyes, and a button says how much is new.
struct MessageFollowing: Equatable, Sendable {
    private(set) var isFollowing = true
    /// How many messages came since it stopped following.
    private(set) var newCount = 0
    /// The largest place among the events of the live that was seen.
    private var lastSequence: Int64 = 0

    /// The list shows its end, or does not.
    mutating func setAtEnd(_ isAtEnd: Bool) {
        isFollowing = isAtEnd
        if isAtEnd { newCount = 0 }
    }

    /// The list has other messages. Tips count for nothing: they are the device's own.
    ///
    /// - Parameter sequences: the places of the messages in the live, in their order.
    mutating func messagesChanged(_ sequences: [Int64]) {
        let new = sequences.reversed().prefix { $0 > lastSequence }.count
        // A live that begins anew counts from the beginning.
        lastSequence = sequences.last ?? 0
        if !isFollowing { newCount += new }
    }
}
