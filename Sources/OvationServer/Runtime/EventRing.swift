import DequeModule
import OvationModel

/// The last numbered events of a room, as they were sent, for clients that come back.
struct EventRing {
    private struct Entry {
        let seq: Int64
        let frame: [UInt8]
    }

    private let countMax: Int
    private var entries: Deque<Entry> = []
    /// The number of the last event; of the one before the first, where there was none yet.
    private(set) var lastSeq: Int64

    /// Makes an empty ring.
    ///
    /// - Parameter lastSeq: the number before the first event's.
    init(countMax: Int, lastSeq: Int64) {
        self.countMax = max(countMax, 1)
        self.lastSeq = lastSeq
    }

    /// Gives the next event its number.
    mutating func takeSeq() -> Int64 {
        lastSeq += 1
        return lastSeq
    }

    /// Keeps an event under the number that it was given.
    mutating func append(_ frame: [UInt8], seq: Int64) {
        precondition(seq == lastSeq, "events are kept in the order of their numbers")
        // A number that was taken and never used would pass for one that is kept.
        if let last = entries.last, last.seq + 1 != seq { entries.removeAll() }
        entries.append(Entry(seq: seq, frame: frame))
        if entries.count > countMax { entries.removeFirst() }
    }

    /// The events after a number; nil where some of them are not kept any more, or the number is not one of this ring's.
    func frames(after seq: Int64) -> [[UInt8]]? {
        guard seq != lastSeq else { return [] }
        // Clients send what they like: the numbers are compared, never subtracted, before they are known to be close.
        guard let first = entries.first, let last = entries.last, last.seq == lastSeq, seq < lastSeq,
            seq >= first.seq - 1
        else { return nil }
        let missing = lastSeq - seq
        return entries.suffix(Int(missing)).map(\.frame)
    }
}
