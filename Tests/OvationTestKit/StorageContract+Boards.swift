import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    private static let calendar = BoardCalendar()
    private static let beijing = LedgerPolicy(calendar: BoardCalendar(utcOffsetMinutes: 480))

    /// The boards and their ranks.
    static let boards: [Clause] = [
        Clause("a live's board ranks senders by coins, then by user id, up to the requested count") { storage in
            _ = try await storage.commit(
                [.createRoom(Samples.room()), .createRoom(Samples.room("other"))]
                    + ["alice", "bob", "carl", "dora"].map { .credit(Samples.user($0), 10_000, "c-\($0)") })
            let orders = [
                Samples.order("1", from: Samples.user("dora"), Samples.cake),
                Samples.order("1", from: Samples.user("carl"), Samples.cake),
                Samples.order("1", from: Samples.alice, count: 3), Samples.order("2", from: Samples.alice, count: 4),
                Samples.order("1", from: Samples.bob, Samples.rocket, live: "other"),
                Samples.order("1", from: Samples.user("eve"), Samples.gift("free", coins: 0)),
            ]
            for order in orders { _ = try await storage.settle(order) }
            let session = Samples.info().sessionID
            let places = try await storage.board(.live(session), limit: 10)
            try expect(places.map { "\($0.user) \($0.coins)" }, is: ["carl 99", "dora 99", "alice 7"])
            try expect(try await storage.board(.live(session), limit: 2), is: Array(places.prefix(2)))
            try expect(try await storage.board(.live(session), limit: 0), is: [])
            try expect(
                try await storage.board(.live(Samples.info("other").sessionID), limit: 10),
                is: [BoardPlace(user: Samples.bob.userID, coins: Samples.coins(1_000), total: Samples.coins(1_000))])
            try expect(try await storage.board(.live(Samples.id("nothing")), limit: 10), is: [])
            let other = Samples.info("other").sessionID
            for limit in [10, 2, 0] {
                let boards = try await storage.boards(of: [other, session, Samples.id("nothing")], limit: limit)
                try expect(boards[session] ?? [], is: Array(places.prefix(limit)), "in one reading")
                try expect(boards[other]?.count ?? 0, is: min(1, limit))
                try expect(boards[Samples.id("nothing")] ?? [], is: [])
            }
            try expect(try await storage.boards(of: [], limit: 10), is: [:])
        },
        Clause("senders are ranked by their spending and hosts by the spending on them, whatever their share") {
            storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 10_000, "c"), .credit(Samples.bob, 10_000, "d"),
            ])
            _ = try await storage.settle(
                Samples.order("1", Samples.cake, count: 2, to: [Samples.host, Samples.bob]),
                Samples.order("1", from: Samples.bob, Samples.cake))
            func rows(_ kind: BoardKind) async throws -> [String] {
                try await storage.board(.all(kind), limit: 10).map { "\($0.user) \($0.coins) \($0.total)" }
            }
            try expect(try await rows(.senders), is: ["alice 396 396", "bob 99 99"])
            try expect(try await rows(.hosts), is: ["host 297 297", "bob 198 198"])
        },
        Clause("a repeated or refused order is on no board") { storage in
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 5, "c")])
            _ = try await storage.settle(
                Samples.order("1"), Samples.order("1"), Samples.order("1", Samples.cake),
                Samples.order("2", Samples.rocket))
            try expect(try await storage.board(.all(.senders), limit: 10).map(\.coins.amount), is: [1])
        },
        Clause("an order's outcome has its changes to the boards, as they were at that place in the batch") { storage in
            let at = Samples.time
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()), .createRoom(Samples.room("other")), .credit(Samples.alice, 10_000, "c"),
                .order(Samples.order("1", Samples.cake, to: [Samples.host, Samples.bob])),
                .order(Samples.order("2", count: 5, live: "other")), .order(Samples.order("1", Samples.cake)),
            ])
            let scores = outcomes.compactMap { if case .order(_, let counters) = $0 { counters.scores } else { nil } }
            try expect(scores.count, is: 2, "the third order is a conflict and has no scores")
            func score(_ coins: Int64) -> BoardScore {
                var score = BoardScore()
                score.add(Samples.coins(coins), at: at, in: calendar)
                return score
            }
            try expect(
                scores,
                is: [
                    GiftScores(inLive: Samples.coins(198), sender: score(198), receivers: [score(99), score(99)]),
                    GiftScores(inLive: Samples.coins(5), sender: score(203), receivers: [score(104)]),
                ])
        },
        Clause("the boards of the day and the week start again at midnight of the calendar", beijing) { storage in
            // 2024-11-24 15:59:59.999 UTC is the last millisecond of a Sunday in Beijing.
            let sunday = Timestamp(milliseconds: 1_732_463_999_999)
            let monday = sunday.adding(milliseconds: 1)
            let calendar = beijing.calendar
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 100, "c"), .credit(Samples.bob, 100, "d"),
            ])
            _ = try await storage.settle(
                Samples.order("1", count: 3, at: sunday), Samples.order("1", from: Samples.bob, count: 2, at: sunday),
                Samples.order("2", count: 5, at: monday))
            func rows(_ scope: BoardScope) async throws -> [String] {
                try await storage.board(scope, limit: 10).map { "\($0.user) \($0.coins) of \($0.total)" }
            }
            try expect(calendar.week(of: monday), is: calendar.week(of: sunday) + 1)
            try expect(try await rows(.day(.senders, calendar.day(of: monday))), is: ["alice 5 of 8"])
            try expect(try await rows(.week(.senders, calendar.week(of: monday))), is: ["alice 5 of 8"])
            // A past day's board has lost the users who sent gifts later. Nobody reads it.
            try expect(try await rows(.day(.senders, calendar.day(of: sunday))), is: ["bob 2 of 2"])
            try expect(try await rows(.all(.senders)), is: ["alice 8 of 8", "bob 2 of 2"])
            try expect(try await rows(.day(.hosts, calendar.day(of: monday))), is: ["host 5 of 10"])
        },
        Clause(
            "refunded coins are on no board, even after a rebuild, and the live's gifts stay as they were"
        ) {
            storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 10_000, "c"), .credit(Samples.bob, 10_000, "d"),
            ])
            _ = try await storage.settle(
                Samples.order("1", Samples.cake, count: 2, to: [Samples.host, Samples.bob]),
                Samples.order("2", count: 5), Samples.order("1", from: Samples.bob, count: 7))
            let session = Samples.info().sessionID
            let counted = try await storage.giftCounters(of: session, from: nil, in: nil)
            _ = try await storage.commit([.refund(Samples.refund("1")), .refund(Samples.refund("1"))])
            func rows() async throws -> [String] {
                var rows: [String] = []
                let day = calendar.day(of: Samples.time)
                let week = calendar.week(of: Samples.time)
                let scopes: [BoardScope] = [
                    .live(session), .all(.senders), .all(.hosts), .day(.senders, day), .week(.hosts, week),
                ]
                for scope in scopes {
                    let places = try await storage.board(scope, limit: 10)
                    rows.append(places.map { "\($0.user) \($0.coins)" }.joined(separator: ", "))
                }
                return rows
            }
            let expected = ["bob 7, alice 5", "bob 7, alice 5", "host 12", "bob 7, alice 5", "host 12"]
            try expect(try await rows(), is: expected)
            _ = try await storage.commit(one: .rebuildBoards)
            try expect(try await rows(), is: expected)
            try expect(try await storage.giftCounters(of: session, from: nil, in: nil), is: counted)
            let outcome = try await storage.commit(one: .order(Samples.order("3")))
            guard case .order(_, let counters) = outcome else {
                throw ContractViolation(description: "expected the settlement of an order, got \(outcome)")
            }
            try expect(counters.scores?.inLive, is: Samples.coins(6), "refunded coins are not counted again")
        },
        Clause("rebuilt boards equal the old ones after random orders, days and refusals") { storage in
            try await rebuilding(storage, seed: 1)
        },
        Clause("rebuilt boards equal the old ones with another seed, where some orders share a batch") { storage in
            try await rebuilding(storage, seed: 2, batch: 17)
        },
    ]

    /// Makes random orders over a few weeks. Compares the boards with its own count and with rebuilt boards.
    private static func rebuilding(_ storage: any Storage, seed: UInt64, batch: Int = 1) async throws {
        var generator = SeededGenerator(seed: seed)
        let users = (1...8).map { Samples.user("u\($0)") }
        let lives = ["a", "b", "c"]
        _ = try await storage.commit(
            lives.map { .createRoom(Samples.room($0, owner: Samples.user("host-\($0)"))) }
                + users.map { .credit($0, 20_000, "c-\($0.userID)") })
        var time = Samples.time
        var writes: [GiftOrder] = []
        var expected: [String: Int64] = [:]
        for number in 1...400 {
            time = time.adding(seconds: Int64(generator.number(-3_600...14_400)))
            let live = lives[generator.number(0...2)]
            let receivers = [Samples.user("host-\(live)")] + users.prefix(generator.number(0...3))
            let gift = [Samples.rose, Samples.cake, Samples.rocket][generator.number(0...2)]
            writes.append(
                Samples.order(
                    "o\(number - (generator.chance(0.1) ? 1 : 0))", from: users[generator.number(0...7)], gift,
                    count: generator.number(1...4), to: receivers, live: live, at: time))
            guard writes.count >= batch || number == 400 else { continue }
            for outcome in try await storage.commit(writes.map { .order($0) }) {
                guard case .order(.charged(let record, _), _) = outcome else { continue }
                expected["senders \(record.key.sender)", default: 0] += record.coins.amount
                for receiver in record.to {
                    expected["hosts \(receiver)", default: 0] += record.coins.amount / Int64(record.to.count)
                }
                expected["\(record.sessionID) \(record.key.sender)", default: 0] += record.coins.amount
            }
            writes = []
        }
        let day = calendar.day(of: time)
        let week = calendar.week(of: time)
        var scopes: [BoardScope] = lives.map { .live(Samples.info($0).sessionID) }
        for kind in BoardKind.allCases {
            scopes += [.all(kind)] + (day - 3...day).map { .day(kind, $0) } + (week - 2...week).map { .week(kind, $0) }
        }
        var before: [BoardScope: [BoardPlace]] = [:]
        for scope in scopes { before[scope] = try await storage.board(scope, limit: 100) }
        for kind in BoardKind.allCases {
            for place in before[.all(kind)] ?? [] {
                try expect(place.coins.amount, is: expected["\(kind) \(place.user)"] ?? 0, "\(kind), seed \(seed)")
            }
        }
        for live in lives {
            let session = Samples.info(live).sessionID
            for place in before[.live(session)] ?? [] {
                try expect(place.coins.amount, is: expected["\(session) \(place.user)"] ?? 0, "\(live), seed \(seed)")
            }
        }
        try expect(before[.all(.senders)]?.isEmpty == false, "the random orders include a charged one")
        try expect(try await storage.commit(one: .rebuildBoards), is: .kept)
        for scope in scopes {
            try expect(try await storage.board(scope, limit: 100), is: before[scope] ?? [], "\(scope), seed \(seed)")
        }
        // The rebuilt boards continue from there.
        _ = try await storage.commit([
            .credit(users[0], 1, "more"), .order(Samples.order("last", from: users[0], live: "a", at: time)),
        ])
        let total = try await storage.board(.all(.senders), limit: 100).first { $0.user == users[0].userID }?.total
        try expect(total?.amount, is: (expected["senders u1"] ?? 0) + 1)
    }
}

extension StorageOutcome {
    /// The outcome of an order without its changes to the boards.
    var withoutScores: StorageOutcome {
        guard case .order(let settlement, var counters) = self else { return self }
        counters.scores = nil
        return .order(settlement, counters)
    }
}
