/// The size of a batch of gifts. A tap adds 1 below 10, 5 below 100, and 50 above. After 999 the count starts again at 1.
struct GiftBatchCounter: Equatable, Sendable {
    /// The largest batch.
    static let batchMax: UInt = 999
    private(set) var count: UInt = 0

    /// Starts at 1, for a newly chosen gift or after a batch was sent.
    mutating func begin() { count = 1 }

    /// Resets the count, because another gift was chosen.
    mutating func reset() { count = 0 }

    /// Handles a tap, or a repetition during a long press.
    mutating func step() {
        count += count < 10 ? 1 : count < 100 ? 5 : 50
        if count > Self.batchMax { count = 1 }
    }
}
