import DequeModule
import OvationModel

/// The last messages of a live: for viewers who enter, and to know whose message is deleted or pinned.
struct RecentBarrages {
    private let countMax: Int
    private var records: Deque<BarrageRecord> = []

    /// Remembers nothing yet.
    ///
    /// - Parameter countMax: how many messages it remembers; the oldest is forgotten first.
    init(countMax: Int) { self.countMax = countMax }

    /// The last messages, oldest first.
    func last(_ count: Int) -> [BarrageRecord] { Array(records.suffix(max(0, count))) }

    /// A message by its number; nil for one that is forgotten, deleted or never was.
    subscript(seq: Int64) -> BarrageRecord? { place(of: seq).map { records[$0] } }

    /// Remembers a message. Their numbers grow.
    mutating func append(_ record: BarrageRecord) {
        records.append(record)
        if records.count > countMax { records.removeFirst() }
    }

    /// Forgets a message that was deleted.
    mutating func remove(_ seq: Int64) {
        if let place = place(of: seq) { records.remove(at: place) }
    }

    private func place(of seq: Int64) -> Int? {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].seq < seq { low = middle + 1 } else { high = middle }
        }
        return low < records.count && records[low].seq == seq ? low : nil
    }
}
