import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// A live is determined by its record and its inputs. The same list gives an equal live with equal outcomes.
struct RoomReplayTests {
    /// A live that records its inputs and their outcomes.
    private struct Recorded {
        struct Step {
            let input: RoomInput
            let at: Timestamp
            let result: Result<RoomOutcome, Rejection>
        }

        let record: RoomRecord
        let limits: Limits
        private(set) var room: Room
        private(set) var steps: [Step] = []

        init(_ record: RoomRecord, limits: Limits) {
            self.record = record
            self.limits = limits
            room = Room(record, limits: limits, at: TestLive.start)
        }

        mutating func handle(_ input: RoomInput, at now: Timestamp) -> RoomOutcome? {
            let result = Result { () throws(Rejection) in try room.handle(input, at: now) }
            steps.append(Step(input: input, at: now, result: result))
            return try? result.get()
        }

        /// The live that the list gives, optionally without one input; nil if an outcome differs on the way.
        func replayed(without left: Int? = nil) -> Room? {
            var room = Room(record, limits: limits, at: TestLive.start)
            for (place, step) in steps.enumerated() where place != left {
                let result = Result { () throws(Rejection) in try room.handle(step.input, at: step.at) }
                if result != step.result { return nil }
            }
            return room
        }
    }

    /// Random facts that fit what the live has done so far.
    private struct Facts {
        var random: SeededGenerator
        var orders: [GiftOrder] = []
        private var durable: Int64 = 0

        init(_ random: SeededGenerator) { self.random = random }

        mutating func next(_ now: Timestamp) -> RoomFact {
            let user = UserInfo.named("v\(random.number(1...9))")
            switch random.number(0...15) {
            case 0...2:
                guard !orders.isEmpty else { return .giftsTold }
                let order = orders.remove(at: random.number(0...(orders.count - 1)))
                guard random.chance(0.8) else { return .orderNotCharged(order) }
                durable += 1
                return .orderCharged(order, as: order.settled(durable: durable))
            case 3:
                return .giftsCounted(
                    totalGiftsSent: random.number(0...99), totalGiftCoins: Int64(random.number(0...999)),
                    totalUniqueGiftSenders: random.number(0...9))
            case 4: return .giftsTold
            case 5: return .ranked(place(of: user))
            case 6:
                return .boardRead(
                    [place(of: user), place(of: .named("v0"))], isStale: random.chance(0.5))
            case 7: return .wordsKept(random.pick([[], [FilterWord("bad")], [FilterWord("hi", action: .mask)]]))
            case 8:
                let filter = WordFilter([FilterWord("worse"), FilterWord("hi", action: .log)])
                return .appWords(random.pick([WordFilter.none, filter]))
            case 9: return .delivery(isOverloaded: random.chance(0.3))
            case 10:
                return random.pick([
                    .removalNotKept(user.userID), .removalTold(user.userID), .removalRead(user.userID),
                ])
            case 11: return .recordRead(record(now))
            case 12: return .sanctionsListed
            case 13:
                let state = random.pick(RoomMedia.State.allCases)
                return .mediaChanged(RoomMedia(state: state, since: now, hls: "/v1/media/r/index.m3u8"))
            case 14: return .coHostsKept
            default: return random.chance(0.2) ? .closing : .tick
            }
        }

        private mutating func place(of user: UserInfo) -> Ranking.Place {
            Ranking.Place(user: user, coins: Coins(Int64(random.number(1...500))) ?? .zero, gifterLevel: 1)
        }

        private mutating func record(_ now: Timestamp) -> RoomRecord {
            var record = TestLive.record()
            record.info.notice = random.token(count: 3)
            record.admins = [UserID(unchecked: random.pick(["v1", "v2"]))]
            for number in 1...random.number(1...4) {
                record.mutes[UserID(unchecked: "v\(number)")] = .init(now.adding(seconds: Int64(random.number(0...9))))
                record.topics[TopicName(unchecked: "t\(number)")] = TopicRecord(last: Int64(number))
            }
            record.robots = (1...random.number(1...3)).map { UserInfo.named("r\($0)") }
            return record
        }
    }

    /// Plays a live with every kind of command and fact.
    private func play(seed: UInt64, limits: Limits, count: Int) -> Recorded {
        var random = SeededGenerator(seed: seed)
        var script = RoomPropertyTests.Script(random: random)
        var facts = Facts(SeededGenerator(seed: random.next()))
        var record = TestLive.record()
        record.words = [FilterWord("hi", action: .log)]
        record.robots = [.named("r1")]
        var live = Recorded(record, limits: limits)
        for number in 0..<count {
            var (input, _, now) = script.next(mayEnd: false)
            switch random.number(0...9) {
            case 0...3: input = .fact(facts.next(now))
            case 4:
                let name = random.pick(["v1", "v2", "v3"])
                let draft = TopicDraft(
                    topic: TopicName(unchecked: random.pick(["t1", "t2"])), message: random.pick(["a", "b", "bad"]),
                    isKept: random.chance(0.3), count: 1)
                input = .command(.publish(draft), from: .named(name))
            case 5 where number.isMultiple(of: 7): input = .command(.addRobots([.named("r2")]), from: .server)
            case 6 where number.isMultiple(of: 7):
                input = .command(.removeRobots([UserID(unchecked: "r1")]), from: .server)
            case 8:
                let name = random.pick(["v1", "v2", "owner", "server"])
                input = .command(SeatPropertyTests.command(&random), from: .named(name))
            // Sometimes the clock is set back.
            case 7 where number.isMultiple(of: 11): now = now.adding(seconds: -60)
            default: break
            }
            let outcome = live.handle(input, at: now)
            if let order = outcome?.order { facts.orders.append(order) }
            // Most removals are announced soon, so that there are members who send gifts.
            if outcome?.commit != nil, random.chance(0.8) {
                for user in outcome?.removed ?? [] { _ = live.handle(.fact(.removalTold(user)), at: now) }
            }
        }
        _ = live.handle(.fact(.closing), at: script.now)
        _ = live.handle(.fact(.ended), at: script.now)
        return live
    }

    @Test(arguments: RoomPropertyTests.seeds, RoomPropertyTests.limits)
    func `a list of inputs rebuilds its live, with the same outcomes`(
        seed: UInt64, limits: (name: String, value: Limits)
    ) {
        let live = play(seed: seed, limits: limits.value, count: 500)
        let isSame = live.replayed() == live.room
        #expect(isSame, "seed \(seed)")
        #expect(live.room.isEnded)
    }

    @Test func `a list without any one of its inputs gives another live`() throws {
        var limits = Limits()
        // A slow rate keeps the use of each token visible to the end.
        limits.roomMessagesPerSecond = 1
        var live = Recorded(TestLive.record(), limits: limits)
        func ask(_ command: RoomCommand, _ name: String = "owner") -> RoomOutcome? {
            live.handle(.command(command, from: .named(name)), at: TestLive.start)
        }
        func note(_ facts: RoomFact..., at time: Timestamp = TestLive.start) {
            for fact in facts { _ = live.handle(.fact(fact), at: time) }
        }
        let anna = Ranking.Place(user: .named("anna"), coins: Coins(20) ?? .zero, gifterLevel: 1)
        let bob = Ranking.Place(user: .named("bob"), coins: Coins(10) ?? .zero, gifterLevel: 1)
        var record = TestLive.record()
        record.info.notice = "Kept"
        for name in ["owner", "bob", "carl"] { _ = ask(.entering(name), name) }
        note(.recordRead(record), .boardRead([anna], isStale: true), .ranked(bob))
        note(.giftsCounted(totalGiftsSent: 1, totalGiftCoins: 10, totalUniqueGiftSenders: 1), .giftsTold)
        let orders = try (1...4).map { number in
            try #require(ask(.gifting(order: "order-\(number)"), number < 3 ? "bob" : "carl")?.order)
        }
        // One order of each sender stays on its way to the ledger.
        note(.orderCharged(orders[0], as: orders[0].settled(durable: 1)), .orderNotCharged(orders[2]))
        note(.wordsKept([FilterWord("bad")]), .appWords(WordFilter([FilterWord("worse")])))
        _ = ask(.kicking("carl"))
        note(.removalNotKept(UserID(unchecked: "carl")))
        for name in ["dora", "emil"] { _ = ask(.entering(name), name) }
        _ = ask(.kicking("dora"))
        note(.removalTold(UserID(unchecked: "dora")), .removalRead(UserID(unchecked: "emil")))
        _ = ask(.entering("dora"), "dora")
        for _ in 1...2 { _ = ask(.publish(TopicDraft(topic: TopicName(unchecked: "taps"), message: "tap")), "bob") }
        _ = ask(.muting("bob", seconds: 1))
        note(.delivery(isOverloaded: true), .closing)
        note(.mediaChanged(RoomMedia(state: .live, since: TestLive.start)))
        note(.sanctionsListed, .tick, .ended, at: TestLive.start.adding(seconds: 2))
        #expect(live.replayed() == live.room)
        for (left, step) in live.steps.enumerated() {
            let isSame = live.replayed(without: left) == live.room
            #expect(!isSame, "\(step.input)")
        }
    }

    @Test func `lives are played with every kind of fact`() {
        // A new fact without a case here does not compile. One without a place in `Facts` fails the check below.
        func name(_ fact: RoomFact) -> String {
            switch fact {
            case .tick: "tick"
            case .orderCharged: "orderCharged"
            case .orderNotCharged: "orderNotCharged"
            case .giftsCounted: "giftsCounted"
            case .giftsTold: "giftsTold"
            case .ranked: "ranked"
            case .boardRead: "boardRead"
            case .wordsKept: "wordsKept"
            case .appWords: "appWords"
            case .delivery: "delivery"
            case .removalNotKept: "removalNotKept"
            case .removalTold: "removalTold"
            case .removalRead: "removalRead"
            case .recordRead: "recordRead"
            case .coHostsKept: "coHostsKept"
            case .sanctionsListed: "sanctionsListed"
            case .closing: "closing"
            case .mediaChanged: "mediaChanged"
            case .ended: "ended"
            }
        }
        // A live may see none of the rarest ones.
        let steps = (1...4).flatMap { play(seed: $0, limits: RoomPropertyTests.limits[0].value, count: 1_000).steps }
        let names = steps.compactMap { if case .fact(let fact) = $0.input { name(fact) } else { nil } }
        #expect(Set(names).count == 19, "\(Set(names).sorted())")
    }

    @Test func `the outcome of a command can be asked for without a change`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        let before = live.room
        let asked = try live.room.outcome(of: .end(message: "Good night"), from: .named("owner"), at: live.now)
        #expect(live.room == before)
        #expect(try live.perform(.end(message: "Good night"), as: "owner") == asked)
        #expect(throws: Rejection(.roomNotFound)) {
            try live.room.outcome(of: .text(), from: .named("bob"), at: live.now)
        }
    }

    @Test func `expired mutes and bans are not listed, whether the live has forgotten them or not`() throws {
        let live = TestLive()
        try live.perform(.muting("anna", seconds: 5), as: "owner")
        try live.perform(.muting("bob"), as: "owner")
        try live.perform(.banning("carl", seconds: 5), as: "owner")
        live.pass(seconds: 5)
        for isForgotten in [false, true] {
            if isForgotten { live.note(.sanctionsListed) }
            #expect(live.muted.map(\.userID.rawValue) == ["bob"])
            #expect(live.room.muted(from: 1, count: 5, at: live.now).page.isEmpty)
            #expect(live.room.muted(at: live.now).total == 1)
            #expect(live.room.banned(at: live.now).total == 0)
        }
    }
}
