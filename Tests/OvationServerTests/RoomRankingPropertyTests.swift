import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// The order of the list of lives agrees with a sort.
@Suite struct RoomRankingPropertyTests {
    private func place(_ number: Int, viewers: Int, at seconds: Int64) -> ListPlace {
        var info = Samples.info("live\(number)", at: Samples.time.adding(seconds: seconds))
        info.totalViewerCount = viewers
        return ListPlace(info)
    }

    /// The page that a sorted list would give.
    private func page(
        of sorted: [ListPlace], after place: ListPlace?, _ count: Int, isAscending: Bool
    ) -> (places: [ListPlace], hasMore: Bool) {
        let list = isAscending ? sorted.reversed() : sorted
        let rest = list.filter { entry in place.map { isAscending ? entry < $0 : $0 < entry } ?? true }
        return (Array(rest.prefix(count)), rest.count > count)
    }

    private func expectSame(
        _ ranking: RoomRanking, _ places: some Collection<ListPlace>, _ random: inout SeededGenerator
    ) {
        let sorted = places.sorted()
        #expect(ranking.count == sorted.count)
        for isAscending in [false, true] {
            // The page may begin after a place that no live has any more.
            let after =
                random.number(0...4) == 0 ? nil : place(random.number(0...2_000), viewers: random.number(0...50), at: 0)
            for place in [after, sorted.randomElement(using: &random)] {
                let count = [0, 1, 20, 300, 5_000][random.number(0...4)]
                let found = ranking.page(after: place, count, isAscending: isAscending)
                let expected = page(of: sorted, after: place, count, isAscending: isAscending)
                #expect(found.places == expected.places)
                #expect(found.hasMore == expected.hasMore)
            }
        }
    }

    @Test func `lives that come, go and grow at random keep the order of a sort`() {
        var random = SeededGenerator.printed()
        var ranking = RoomRanking()
        var places: [Int: ListPlace] = [:]
        // The list grows to a thousand lives, then shrinks to none.
        for step in 0..<6_000 {
            let number = random.number(0...1_500)
            let isGrowing = step < 3_000
            if let old = places[number], !isGrowing || random.number(0...3) == 0 {
                ranking.remove(old)
                places[number] = nil
            } else if isGrowing || random.number(0...9) == 0 {
                let new = place(number, viewers: random.number(0...50), at: Int64(random.number(0...20)))
                if let old = places[number] { ranking.remove(old) }
                ranking.insert(new)
                places[number] = new
            }
            if step % 100 == 0 { expectSame(ranking, places.values, &random) }
            // The number of runs stays small whatever happened before.
            #expect(ranking.runCount <= 1 + ranking.count / (RoomRanking.runMax / 8))
        }
        for place in places.values { ranking.remove(place) }
        #expect(ranking.count == 0 && ranking.runCount == 0)
        #expect(ranking.page(after: nil, 20).places.isEmpty)
    }

    @Test func `adding a live twice lists it once, and removing an unknown one does no harm`() {
        var ranking = RoomRanking()
        let (first, second) = (place(1, viewers: 1, at: 0), place(2, viewers: 2, at: 0))
        ranking.remove(first)
        ranking.insert(first)
        ranking.insert(first)
        ranking.remove(second)
        #expect(ranking.count == 1)
        #expect(ranking.page(after: nil, 2).places == [first])
        #expect(ranking.page(after: nil, 1).hasMore == false)
    }

    @Test func `paging through the list finds every live once, forwards and backwards`() {
        var random = SeededGenerator.printed()
        let places = (0..<2_000).map { place($0, viewers: random.number(0...30), at: Int64(random.number(0...3))) }
        var ranking = RoomRanking()
        for place in places { ranking.insert(place) }
        for isAscending in [false, true] {
            var read: [ListPlace] = []
            var cursor: ListPlace?
            while true {
                let page = ranking.page(after: cursor, 37, isAscending: isAscending)
                read += page.places
                guard page.hasMore, let last = page.places.last else { break }
                cursor = ListPlace(last.cursor)
            }
            #expect(read == (isAscending ? places.sorted().reversed() : places.sorted()))
        }
    }
}
