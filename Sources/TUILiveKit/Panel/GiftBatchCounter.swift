/// How many of a gift are sent at once: a tap adds 1 below 10, 5 below 100, and 50 from there on; above 999 it begins again with 1.
struct GiftBatchCounter: Equatable, Sendable {
    /// The largest batch.
    static let batchMax: UInt = 999
    private(set) var count: UInt = 0

    /// The gift was chosen, or a batch was sent.
    mutating func begin() { count = 1 }

    /// Another gift was chosen.
    mutating func reset() { count = 0 }

    /// A tap, or a repetition of a long press.
    mutating func step() {
        count += count < 10 ? 1 : count < 100 ? 5 : 50
        if count > Self.batchMax { count = 1 }
    }
}
