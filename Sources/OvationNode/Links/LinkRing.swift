import DequeModule

/// The latest items that were sent, for edges that miss some.
struct LinkRing {
    static let countMax = 256
    static let bytesMax = 1 << 20

    private var items: Deque<LinkItem> = []
    private var bytes = 0

    /// The number of the last item; 0 for none.
    private(set) var last: Int64 = 0

    /// Adds an item. Where numbers before it were given to nobody here, what came before them is of no use any more.
    mutating func append(_ item: LinkItem) {
        precondition(item.number > last, "items are sent in the order of their numbers")
        if item.number != last + 1 {
            items.removeAll()
            bytes = 0
        }
        last = item.number
        items.append(item)
        bytes += item.crossing.count
        while items.count > Self.countMax || bytes > Self.bytesMax && items.count > 1 {
            bytes -= items.removeFirst().crossing.count
        }
    }

    /// The items behind a number; nil where they are not all kept.
    func items(after number: Int64) -> [LinkItem]? {
        guard number < last else { return [] }
        guard let first = items.first?.number, first <= number + 1 else { return nil }
        return Array(items.dropFirst(Int(number + 1 - first)))
    }
}
