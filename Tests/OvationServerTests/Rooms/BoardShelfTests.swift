import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// The boards of the day, the week and all time agree with the sums of the gifts.
struct BoardShelfTests {
    /// All boards of a shelf.
    private static let boards = BoardKind.allCases.flatMap { kind in
        [BoardPeriod.day, .week, .all].map { (kind: kind, period: $0) }
    }

    private static func shelf(_ calendar: BoardCalendar = BoardCalendar(), rowsMax: Int = 100) -> BoardShelf {
        var limits = Limits()
        limits.boardRowsMax = rowsMax
        return BoardShelf(limits: limits, calendar: calendar)
    }

    /// All gifts so far, and the answers that a ledger would give.
    private struct Books {
        struct Entry {
            let kind: BoardKind
            let user: UserInfo
            let coins: Int64
            let at: Timestamp
        }

        let calendar: BoardCalendar
        var entries: [Entry] = []
        private var scores: [BoardKind: [UserID: BoardScore]] = [:]

        init(_ calendar: BoardCalendar) { self.calendar = calendar }

        /// Charges a gift.
        mutating func charge(_ coins: Int64, from sender: UserInfo, to receivers: [UserInfo], at now: Timestamp) -> Note
        {
            let whole = Samples.coins(coins * Int64(receivers.count))
            return Note(
                event: GiftReceived(
                    orderID: Samples.id("o"), gift: Samples.rose, count: 1, coins: whole, sender: sender, to: receivers),
                scores: GiftScores(
                    inLive: whole, sender: add(whole, to: sender, .senders, now),
                    receivers: receivers.map { add(Samples.coins(coins), to: $0, .hosts, now) }),
                level: level(of: sender.userID))
        }

        private mutating func add(
            _ coins: Coins, to user: UserInfo, _ kind: BoardKind, _ now: Timestamp
        ) -> BoardScore {
            entries.append(Entry(kind: kind, user: user, coins: coins.amount, at: now))
            var score = scores[kind]?[user.userID] ?? BoardScore()
            score.add(coins, at: now, in: calendar)
            scores[kind, default: [:]][user.userID] = score
            return score
        }

        func level(of user: UserID) -> Int {
            GifterLevels.standard.level(of: scores[.senders]?[user]?.total ?? .zero)
        }

        /// The rows of a board, computed from the entries alone.
        func rows(_ kind: BoardKind, _ period: BoardPeriod, count: Int, at now: Timestamp) -> [String] {
            let counted = entries.filter { entry in
                guard entry.kind == kind else { return false }
                switch period {
                case .day: return calendar.day(of: entry.at) == calendar.day(of: now)
                case .week: return calendar.week(of: entry.at) == calendar.week(of: now)
                case .all, .live: return true
                }
            }
            let sums = Dictionary(counted.map { ($0.user.userID, $0.coins) }, uniquingKeysWith: +)
            let ranked = sums.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
            return ranked.prefix(count).enumerated().map { place, row in
                "\(place + 1) \(row.key) \(row.value)" + (kind == .senders ? " level \(level(of: row.key))" : "")
            }
        }
    }

    /// What a room reports to a shelf about a gift.
    private struct Note {
        let event: GiftReceived
        let scores: GiftScores
        let level: Int

        func tell(_ shelf: BoardShelf) { shelf.note(event, scores, gifterLevel: level) }
    }

    private static func texts(_ page: BoardPage) -> [String] {
        page.rows.map { row in
            "\(row.rank) \(row.user.userID) \(row.coins.amount)" + (row.gifterLevel.map { " level \($0)" } ?? "")
        }
    }

    @Test(arguments: [0, 480, -660])
    func `each board shows the sums of its gifts day after day, in whichever order they are reported`(offset: Int) {
        var random = SeededGenerator.printed()
        for round in 0..<8 {
            let calendar = BoardCalendar(utcOffsetMinutes: offset)
            let rowsMax = random.number(1...6)
            let shelf = Self.shelf(calendar, rowsMax: rowsMax)
            var books = Books(calendar)
            let users = (0..<9).map { Samples.user("u\($0)") }
            var now = Samples.time
            // Several event loops report gifts in any order, but within the same day.
            var untold: [Note] = []
            for step in 0..<80 {
                if untold.isEmpty, random.chance(0.1) {
                    now = now.adding(seconds: Int64(random.number(1...100) * 3_600))
                }
                untold.append(
                    books.charge(
                        Int64(random.number(1...40)), from: random.pick(users),
                        to: Array(users.shuffled(using: &random).prefix(random.number(1...2))), at: now))
                guard random.chance(0.3) else { continue }
                for note in untold.shuffled(using: &random) { note.tell(shelf) }
                untold = []
                for (kind, period) in Self.boards {
                    let count = random.number(1...7)
                    let page = shelf.page(kind, period, count: count, at: now)
                    let expected = books.rows(kind, period, count: min(count, rowsMax), at: now)
                    #expect(
                        Self.texts(page) == expected,
                        "seed \(random.seed), round \(round), step \(step), \(kind) of \(period)")
                }
            }
        }
    }

    @Test func `the day's and the week's boards are empty after midnight, even without a new gift`() throws {
        let calendar = BoardCalendar(utcOffsetMinutes: 480)
        let shelf = Self.shelf(calendar)
        var books = Books(calendar)
        // A Sunday in Beijing, ten seconds before Monday.
        let sunday = calendar.endOfWeek(of: Samples.time).adding(seconds: -10)
        books.charge(5, from: Samples.alice, to: [Samples.host], at: sunday).tell(shelf)
        func shown(_ period: BoardPeriod, _ seconds: Int64) -> (rows: Int, until: Timestamp?) {
            let page = shelf.page(.hosts, period, count: 9, at: sunday.adding(seconds: seconds))
            return (page.rows.count, page.until)
        }
        for period in [BoardPeriod.day, .week] {
            #expect(shown(period, 9) == (1, sunday.adding(seconds: 10)))
            #expect(shown(period, 10).rows == 0)
        }
        #expect(shown(.day, 10).until == sunday.adding(seconds: 10 + 86_400))
        #expect(shown(.week, 10).until == sunday.adding(seconds: 10 + 7 * 86_400))
        #expect(shown(.all, 10) == (1, nil))
    }

    @Test func `a gift of yesterday that is reported late counts for all time and not for today`() {
        let shelf = Self.shelf()
        var books = Books(BoardCalendar())
        let late = books.charge(7, from: Samples.alice, to: [Samples.host], at: Samples.time)
        let today = Samples.time.adding(seconds: 86_400)
        books.charge(1, from: Samples.bob, to: [Samples.host], at: today).tell(shelf)
        late.tell(shelf)
        #expect(Self.texts(shelf.page(.senders, .day, count: 9, at: today)) == ["1 bob 1 level 1"])
        #expect(
            Self.texts(shelf.page(.senders, .all, count: 9, at: today)) == ["1 alice 7 level 1", "2 bob 1 level 1"])
        #expect(
            Self.texts(shelf.page(.hosts, .all, count: 9, at: today)) == ["1 host 8"],
            "an earlier sum does not replace a later one")
    }

    @Test func `a new name appears on every board that has the user`() {
        let shelf = Self.shelf()
        var books = Books(BoardCalendar())
        books.charge(7, from: Samples.alice, to: [Samples.alice], at: Samples.time).tell(shelf)
        shelf.rename(UserInfo(userID: Samples.alice.userID, userName: "Alicia"))
        shelf.rename(UserInfo(userID: Samples.bob.userID, userName: "Bobby"))
        for (kind, period) in Self.boards {
            let rows = shelf.page(kind, period, count: 9, at: Samples.time).rows
            #expect(rows.map(\.user.userName) == ["Alicia"], "\(kind) of \(period)")
        }
    }

    @Test func `one reading runs at a time, and requests during it cause one more`() {
        let shelf = Self.shelf()
        #expect(shelf.beginReading())
        for _ in 0..<3 { #expect(!shelf.beginReading()) }
        #expect(shelf.mustReadAgain())
        #expect(!shelf.beginReading(), "a reading is still under way")
        #expect(shelf.mustReadAgain())
        #expect(!shelf.mustReadAgain())
        #expect(shelf.beginReading(), "no reading is under way")
    }

    /// A storage with one live, whose users start with 1,000 coins.
    private static func storage() async throws -> SQLiteStorage {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy(newUserGrant: Samples.coins(1_000)))
        _ = try await storage.commit([.createRoom(Samples.room())])
        return storage
    }

    @Test func `stored scores are shown with names and levels, up to the limit of rows`() async throws {
        let storage = try await Self.storage()
        _ = try await storage.commit([
            .order(Samples.order("1", from: Samples.alice, Samples.cake, count: 2)),
            .order(Samples.order("2", from: Samples.bob)),
            .order(Samples.order("3", from: Samples.user("carl"), count: 3)),
            .profile(Samples.alice.userID, UserProfile(nickname: "Ada")),
        ])
        let shelf = Self.shelf(rowsMax: 2)
        try await shelf.load(from: storage, levels: .standard, at: Samples.time)
        for period in [BoardPeriod.day, .week, .all] {
            let page = shelf.page(.senders, period, count: 9, at: Samples.time)
            #expect(Self.texts(page) == ["1 alice 198 level 2", "2 carl 3 level 1"], "\(period)")
            #expect(page.rows.first?.user.userName == "Ada")
            #expect(Self.texts(shelf.page(.hosts, period, count: 9, at: Samples.time)) == ["1 host 202"], "\(period)")
        }
        let tomorrow = Samples.time.adding(seconds: 86_400)
        try await shelf.load(from: storage, levels: .standard, at: tomorrow)
        #expect(shelf.page(.senders, .day, count: 9, at: tomorrow).rows.isEmpty)
        #expect(shelf.page(.senders, .all, count: 9, at: tomorrow).rows.count == 2)
    }

    @Test func `the boards of more lives than one reading has are read page by page, with names and levels`()
        async throws
    {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy(newUserGrant: Samples.coins(1_000)))
        let lives = (0..<501).map { "live\($0)" }
        var writes: [StorageWrite] = lives.map { .createRoom(Samples.room($0)) }
        writes += lives.enumerated().map { number, live in
            .order(Samples.order("o\(number)", from: number < 500 ? Samples.alice : Samples.bob, live: live))
        }
        writes.append(.profile(Samples.bob.userID, UserProfile(nickname: "Bob")))
        _ = try await storage.commit(writes)
        let sessions = lives.map { Samples.info($0).sessionID } + [Samples.id("nothing")]
        let boards = try await storage.places(ofLives: sessions, max: 3, levels: .standard)
        #expect(boards.filter { !$0.value.isEmpty }.count == 501)
        let last = try #require(boards[Samples.info("live500").sessionID]?.first)
        #expect(last.user.userName == "Bob" && last.coins.amount == 1 && last.gifterLevel == 1)
    }

    @Test func `a name that is changed during a reading stays on the boards although the reading has the old one`()
        async throws
    {
        let base = try await Self.storage()
        _ = try await base.commit([.order(Samples.order("1", from: Samples.alice))])
        let shelf = Self.shelf()
        let storage = FaultyStorage(base)
        try await shelf.load(from: storage, levels: .standard, at: Samples.time)
        storage.holdReads(1, of: .board)
        async let loading: Void = shelf.load(from: storage, levels: .standard, at: Samples.time)
        await storage.waitUntilReading()
        shelf.renamedHere(UserInfo(userID: Samples.alice.userID, userName: "Alicia"))
        storage.releaseReads()
        try await loading
        let rows = shelf.page(.senders, .all, count: 9, at: Samples.time).rows
        #expect(rows.map(\.user.userName) == ["Alicia"])
        #expect(shelf.takeChanges() == [.here])
    }

    @Test func `a gift that is reported during a reading is on the boards although the reading missed it`()
        async throws
    {
        let shelf = Self.shelf()
        var books = Books(BoardCalendar())
        let note = books.charge(5, from: Samples.alice, to: [Samples.host], at: Samples.time)
        let storage = FaultyStorage(try await Self.storage())
        storage.holdReads(1, of: .board)
        async let loading: Void = shelf.load(from: storage, levels: .standard, at: Samples.time)
        await storage.waitUntilReading()
        note.tell(shelf)
        storage.releaseReads()
        try await loading
        for (kind, period) in Self.boards {
            let expected = kind == .senders ? ["1 alice 5 level 1"] : ["1 host 5"]
            #expect(
                Self.texts(shelf.page(kind, period, count: 9, at: Samples.time)) == expected, "\(kind) of \(period)")
        }
        // The next reading does not repeat that gift, because it takes the storage's scores.
        try await shelf.load(from: try await Self.storage(), levels: .standard, at: Samples.time)
        #expect(shelf.page(.senders, .all, count: 9, at: Samples.time).rows.isEmpty)
    }

    @Test func `if the storage cannot be read, the boards stay as they are and continue`() async throws {
        let shelf = Self.shelf()
        var books = Books(BoardCalendar())
        books.charge(5, from: Samples.alice, to: [Samples.host], at: Samples.time).tell(shelf)
        let storage = FaultyStorage(try await Self.storage())
        storage.setDown(true)
        await #expect(throws: StorageError.self) {
            try await shelf.load(from: storage, levels: .standard, at: Samples.time)
        }
        books.charge(6, from: Samples.bob, to: [Samples.host], at: Samples.time).tell(shelf)
        #expect(
            Self.texts(shelf.page(.senders, .all, count: 9, at: Samples.time)) == [
                "1 bob 6 level 1", "2 alice 5 level 1",
            ])
    }
}
