/// The public lives in the order of the list.
///
/// Kept in order as lives come, go and grow: to sort ten thousand of them for a page costs milliseconds. In runs of bounded length,
/// so that a change moves a few hundred places and not all of them.
struct RoomRanking {
    /// The most places of a run.
    static let runMax = 256

    /// In order, and so are the places of each; none is empty.
    private var runs: [[ListPlace]] = []
    /// How many lives there are.
    private(set) var count = 0

    /// How many runs there are: with `count` what a change costs.
    var runCount: Int { runs.count }

    /// Adds a live; one that is there already is there once.
    mutating func insert(_ place: ListPlace) {
        guard !runs.isEmpty else {
            runs = [[place]]
            count = 1
            return
        }
        let run = run(of: place)
        let index = Self.firstIndex(in: runs[run]) { $0 < place }
        guard index == runs[run].count || runs[run][index] != place else { return }
        runs[run].insert(place, at: index)
        count += 1
        guard runs[run].count > Self.runMax else { return }
        let half = runs[run].count / 2
        runs.insert(Array(runs[run][half...]), at: run + 1)
        runs[run].removeSubrange(half...)
    }

    /// Takes a live out, where it is in.
    mutating func remove(_ place: ListPlace) {
        guard !runs.isEmpty else { return }
        let run = run(of: place)
        let index = Self.firstIndex(in: runs[run]) { $0 < place }
        guard index < runs[run].count, runs[run][index] == place else { return }
        runs[run].remove(at: index)
        count -= 1
        shrink(run)
    }

    /// Drops a run that has become empty, and joins a short one with a neighbour, so that the runs stay few.
    private mutating func shrink(_ run: Int) {
        if runs[run].isEmpty {
            runs.remove(at: run)
            return
        }
        guard runs[run].count < Self.runMax / 4 else { return }
        for first in [run - 1, run] where first >= 0 && first + 1 < runs.count {
            guard runs[first].count + runs[first + 1].count <= Self.runMax / 2 else { continue }
            let second = runs.remove(at: first + 1)
            runs[first] += second
            return
        }
    }

    /// A page of the list.
    ///
    /// - Parameters:
    ///   - place: where the page before ended, whether anything is still there or not; nil for the first page.
    ///   - pageMax: at most so many.
    ///   - isAscending: whether the list is read from its end.
    /// - Returns: the places of the page, and whether there are more behind them.
    func page(
        after place: ListPlace?, _ pageMax: Int, isAscending: Bool = false
    ) -> (places: [ListPlace], hasMore: Bool) {
        guard !runs.isEmpty else { return ([], false) }
        var places: [ListPlace] = []
        places.reserveCapacity(min(pageMax, count))
        if isAscending {
            var run = place.map(run(of:)) ?? runs.count - 1
            var end = place.map { place in Self.firstIndex(in: runs[run]) { $0 < place } } ?? runs[run].count
            while places.count < pageMax {
                guard end > 0 else {
                    guard run > 0 else { return (places, false) }
                    run -= 1
                    end = runs[run].count
                    continue
                }
                end -= 1
                places.append(runs[run][end])
            }
            return (places, end > 0 || run > 0)
        }
        var run = place.map(run(of:)) ?? 0
        var next = place.map { place in Self.firstIndex(in: runs[run]) { $0 <= place } } ?? 0
        while places.count < pageMax {
            guard next < runs[run].count else {
                guard run + 1 < runs.count else { return (places, false) }
                run += 1
                next = 0
                continue
            }
            places.append(runs[run][next])
            next += 1
        }
        return (places, next < runs[run].count || run + 1 < runs.count)
    }

    /// The run that a place is in, or would be: the last that does not begin behind it.
    private func run(of place: ListPlace) -> Int {
        max(0, Self.firstIndex(in: runs) { $0[0] <= place } - 1)
    }

    /// The first index whose element is not before what is looked for.
    private static func firstIndex<Element>(in elements: [Element], isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
