import DequeModule
import OvationModel

/// The last numbered events of a room, as they were sent, for clients that come back.
struct EventRing {
    private struct Entry {
        let seq: Int64
        /// The number of the last stored event up to it.
        let durable: Int64
        var frame: [UInt8]
    }

    private let countMax: Int
    private var entries: Deque<Entry> = []
    /// The number of the last event; of the one before the first, where there was none yet.
    private(set) var lastSeq: Int64
    /// The number of the last stored event before the first entry.
    private var durableBefore: Int64

    /// Makes an empty ring.
    ///
    /// - Parameters:
    ///   - lastSeq: the number before the first event's.
    ///   - durable: the number of the last stored event before it.
    init(countMax: Int, lastSeq: Int64, durable: Int64) {
        self.countMax = max(countMax, 1)
        self.lastSeq = lastSeq
        durableBefore = durable
    }

    /// Gives the next event its number.
    mutating func takeSeq() -> Int64 {
        lastSeq += 1
        return lastSeq
    }

    /// Keeps an event under the number that it was given.
    ///
    /// - Parameter durable: the number of the last stored event up to it.
    mutating func append(_ frame: [UInt8], seq: Int64, durable: Int64) {
        precondition(seq == lastSeq, "events are kept in the order of their numbers")
        // A number that was taken and never used would pass for one that is kept.
        if let last = entries.last, last.seq + 1 != seq {
            durableBefore = last.durable
            entries.removeAll()
        }
        entries.append(Entry(seq: seq, durable: durable, frame: frame))
        if entries.count > countMax { durableBefore = entries.removeFirst().durable }
    }

    /// The events after a number; nil where some of them are not kept any more, or the number is not one of this ring's.
    ///
    /// - Parameters:
    ///   - known: the last stored event that the client has. Where it lacks one from before `seq`, the events after
    ///   that would not make it whole: it was told where a live stood, and lost before it had what it had missed.
    ///   - since: the last stored event before what it may be told.
    ///   - bytesMax: of all of them together.
    func frames(after seq: Int64, known: Int64, since: Int64 = 0, bytesMax: Int = .max) -> [[UInt8]]? {
        guard let missing = missing(after: seq) else { return nil }
        let place = entries.count - missing - 1
        let durable = place >= 0 ? entries[place].durable : durableBefore
        guard known >= durable, since <= durable else { return nil }
        var bytes = 0
        for entry in entries.suffix(missing) {
            bytes += entry.frame.count
            guard bytes <= bytesMax else { return nil }
        }
        return entries.suffix(missing).map(\.frame)
    }

    /// Sends another event in the place of one, if it is still kept.
    mutating func replace(_ frame: [UInt8], seq: Int64) {
        guard let first = entries.first, let last = entries.last, (first.seq...last.seq).contains(seq) else { return }
        entries[Int(seq - first.seq)].frame = frame
    }

    /// How many events there are after a number; nil where some of them are not kept any more.
    private func missing(after seq: Int64) -> Int? {
        guard seq != lastSeq else { return 0 }
        // Clients send what they like: the numbers are compared, never subtracted, before they are known to be close.
        guard let first = entries.first, let last = entries.last, last.seq == lastSeq, seq < lastSeq,
            seq >= first.seq - 1
        else { return nil }
        return Int(lastSeq - seq)
    }
}
