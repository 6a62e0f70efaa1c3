import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The ranks of a board, and when a live announces a change.
struct BoardTests {
    private func coins(_ amount: Int64) -> Coins { Coins(amount) ?? .zero }

    private func place(_ name: String, _ amount: Int64, level: Int? = nil) -> Ranking.Place {
        Ranking.Place(user: .named(name), coins: coins(amount), gifterLevel: level)
    }

    private func told(_ outcome: RoomOutcome) -> [String]? {
        for publication in outcome.publications {
            if case .boardChanged(let event) = publication.event {
                return event.top.map { "\($0.rank) \($0.user.userID) \($0.coins)" }
            }
        }
        return nil
    }

    // MARK: The ranking

    @Test func `most coins come first, and ties are broken by user id`() {
        var ranking = Ranking(placesMax: 10)
        for (name, amount) in [("dora", 5), ("bob", 9), ("carl", 5), ("anna", 1)] as [(String, Int64)] {
            ranking.note(place(name, amount))
        }
        #expect(ranking.rows(10).map(\.user.userID.rawValue) == ["bob", "carl", "dora", "anna"])
        #expect(ranking.rows(2).map(\.rank) == [1, 2])
        #expect(ranking.rows(0).isEmpty)
    }

    @Test func `late scores change nothing, and nobody is listed without coins`() {
        var ranking = Ranking(placesMax: 10)
        #expect(ranking.note(place("bob", 9)) == 0)
        #expect(ranking.note(place("bob", 8)) == nil)
        #expect(ranking.note(place("bob", 9)) == nil)
        #expect(ranking.note(place("anna", 0)) == nil)
        #expect(ranking.places == [place("bob", 9)])
    }

    @Test func `a board shows a user's new name`() {
        var ranking = Ranking(placesMax: 2, places: [place("bob", 9)])
        let renamed = UserInfo(userID: UserID(unchecked: "bob"), userName: "Robert")
        let isListed = ranking.rename(renamed)
        #expect(isListed)
        #expect(ranking.places.first?.user.userName == "Robert")
        let isStranger = ranking.rename(.named("carl"))
        #expect(!isStranger && ranking.places.count == 1)
    }

    @Test(arguments: 1...10)
    func `the top places match those of a full ranking, in whatever order scores grow`(run: UInt64) {
        var generator = SeededGenerator(seed: run)
        var ranking = Ranking(placesMax: 5)
        var all: [String: Int64] = [:]
        for _ in 0..<2_000 {
            let name = "u\(generator.number(0...39))"
            all[name, default: 0] += Int64(generator.number(1...30))
            ranking.note(place(name, all[name] ?? 0))
            let expected = all.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5).map(\.key)
            #expect(ranking.places.map(\.user.userID.rawValue) == expected, "seed \(run)")
        }
    }

    // MARK: In a live

    @Test func `a change in the top three is announced at most once an interval, a change below it never`() throws {
        let live = TestLive()
        try live.enter("owner")
        for (name, amount) in [("bob", 50), ("carl", 40), ("dora", 30)] as [(String, Int64)] {
            live.rank(name, coins: amount)
        }
        #expect(told(live.tick()) == ["1 bob 50", "2 carl 40", "3 dora 30"])
        live.rank("anna", coins: 20)
        live.pass(seconds: 5)
        #expect(told(live.tick()) == nil)
        live.rank("anna", coins: 60)
        #expect(told(live.tick()) == ["1 anna 60", "2 bob 50", "3 carl 40"])
        live.rank("anna", coins: 61)
        live.pass(milliseconds: 999)
        #expect(told(live.tick()) == nil)
        #expect(live.room.nextTick == live.now.adding(milliseconds: 1))
        live.pass(milliseconds: 1)
        #expect(told(live.tick())?.first == "1 anna 61")
        #expect(live.room.board(10).count == 4)
        #expect(live.room.topSendersRows?.map(\.rank) == [1, 2, 3])
    }

    @Test func `a live without gifts announces no board`() throws {
        let live = TestLive()
        #expect(live.room.topSendersRows == nil)
        #expect(live.room.board(10).isEmpty)
        #expect(told(live.tick()) == nil)
    }

    // MARK: Days and weeks

    @Test(
        arguments: [
            // 1970-01-01 was a Thursday.
            (0, 0, 0, 0), (86_399_999, 0, 0, 0), (86_400_000, 0, 1, 0), (-1, 0, -1, 0),
            (4 * 86_400_000 - 1, 0, 3, 0), (4 * 86_400_000, 0, 4, 1), (-3 * 86_400_000 - 1, 0, -4, -1),
            (86_400_000 - 1, 480, 1, 0), (16 * 3_600_000 - 1, 480, 0, 0), (16 * 3_600_000, 480, 1, 0),
            (5 * 3_600_000 - 1, -300, -1, 0), (5 * 3_600_000, -300, 0, 0),
        ] as [(Int64, Int, Int64, Int64)])
    func `a day starts at midnight of the offset, and a week on Monday`(
        milliseconds: Int64, offset: Int, day: Int64, week: Int64
    ) {
        let calendar = BoardCalendar(utcOffsetMinutes: offset)
        let time = Timestamp(milliseconds: milliseconds)
        #expect(calendar.day(of: time) == day)
        #expect(calendar.week(of: time) == week)
        let (endOfDay, endOfWeek) = (calendar.endOfDay(of: time), calendar.endOfWeek(of: time))
        #expect(calendar.day(of: endOfDay) == day + 1)
        #expect(calendar.day(of: endOfDay.adding(milliseconds: -1)) == day)
        #expect(calendar.week(of: endOfWeek) == week + 1)
        #expect(calendar.week(of: endOfWeek.adding(milliseconds: -1)) == week)
    }

    @Test func `a score counts for all time, and for the week and the day until they end`() {
        let calendar = BoardCalendar()
        let sunday = Timestamp(milliseconds: 3 * 86_400_000)
        var score = BoardScore()
        score.add(coins(5), at: sunday, in: calendar)
        score.add(coins(2), at: sunday.adding(milliseconds: 1_000), in: calendar)
        #expect(score == BoardScore(total: coins(7), week: 0, weekCoins: coins(7), day: 3, dayCoins: coins(7)))
        let monday = sunday.adding(seconds: 86_400)
        score.add(coins(1), at: monday, in: calendar)
        #expect(score == BoardScore(total: coins(8), week: 1, weekCoins: coins(1), day: 4, dayCoins: coins(1)))
        // The clock was set back, and the score arrives after its day is over.
        score.add(coins(10), at: sunday, in: calendar)
        #expect(score == BoardScore(total: coins(18), week: 1, weekCoins: coins(1), day: 4, dayCoins: coins(1)))
        score.remove(coins(10), at: sunday, in: calendar)
        score.remove(coins(1), at: monday, in: calendar)
        #expect(score == BoardScore(total: coins(7), week: 1, day: 4))
    }

    @Test func `a score stops at the smallest and the largest number of coins`() {
        var score = BoardScore(total: .max)
        score.add(.max, at: TestLive.start, in: BoardCalendar())
        #expect(score.total == .max)
        score.remove(.max, at: TestLive.start, in: BoardCalendar())
        score.remove(.max, at: TestLive.start, in: BoardCalendar())
        #expect(score.total == .zero && score.dayCoins == .zero)
    }

    @Test(arguments: [(0, 0), (1, 1), (99, 1), (100, 2), (999_999, 9), (1_000_000, 10), (Coins.max.amount, 10)])
    func `a level starts at its threshold`(spent: Int64, level: Int) {
        #expect(GifterLevels.standard.level(of: coins(spent)) == level)
        #expect(GifterLevels(thresholds: []).level(of: coins(spent)) == 0)
        let unsorted = GifterLevels(thresholds: [coins(100), coins(1)])
        #expect(unsorted.level(of: coins(spent)) == min(level, 2))
    }
}
