/// Decides whether a list of messages follows its end, and counts new messages while it does not.
///
/// It is a pure value. While a user who has scrolled up is reading, nothing moves; a button shows how many messages are new.
struct MessageFollowing: Equatable, Sendable {
    private(set) var isFollowing = true
    /// The number of messages since the list stopped following.
    private(set) var newCount = 0
    /// The highest sequence number so far.
    private var lastSequence: Int64 = 0

    /// Records whether the list shows its end.
    mutating func setAtEnd(_ isAtEnd: Bool) {
        isFollowing = isAtEnd
        if isAtEnd { newCount = 0 }
    }

    /// Handles a change of the messages. Local tips are not counted, because they come from the device.
    ///
    /// - Parameter sequences: The sequence numbers of the messages in the live, in order.
    mutating func messagesChanged(_ sequences: [Int64]) {
        let new = sequences.reversed().prefix { $0 > lastSequence }.count
        // If the live starts again, its numbers start again too.
        lastSequence = sequences.last ?? 0
        if !isFollowing { newCount += new }
    }
}
