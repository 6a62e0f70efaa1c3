import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Likes are counted one by one and announced together.
struct LikeTests {
    // MARK: - The tally

    @Test func `a tally without likes announces nothing`() {
        #expect(LikeTally().due(intervalMilliseconds: 250) == nil)
    }

    @Test func `the first likes are due at once, and later ones after the interval`() {
        var tally = LikeTally()
        tally.add(3, from: .named("bob"))
        #expect(tally.due(intervalMilliseconds: 250).map { $0 <= TestLive.start } == true)
        _ = tally.take(total: 3, at: TestLive.start)
        #expect(tally.due(intervalMilliseconds: 250) == nil)
        tally.add(1, from: .named("bob"))
        #expect(tally.due(intervalMilliseconds: 250) == TestLive.start.adding(milliseconds: 250))
    }

    @Test func `five senders are named, most likes first, ties by user id`() {
        let counts = [("zoe", 5), ("adam", 5), ("mike", 9), ("eve", 1), ("carl", 5), ("bob", 5), ("dora", 2)]
        for rotation in counts.indices {
            var tally = LikeTally()
            for (name, count) in counts[rotation...] + counts[..<rotation] { tally.add(count, from: .named(name)) }
            let event = tally.take(total: 32, at: TestLive.start)
            #expect(event.added == 32)
            #expect(event.total == 32)
            #expect(event.senders.map(\.user.userID.rawValue) == ["mike", "adam", "bob", "carl", "zoe"])
            #expect(event.senders.map(\.count) == [9, 5, 5, 5, 5])
        }
    }

    @Test func `one sender's likes add up under the latest name`() {
        var tally = LikeTally()
        tally.add(2, from: UserInfo(userID: UserID(unchecked: "bob"), userName: "Old"))
        tally.add(3, from: UserInfo(userID: UserID(unchecked: "bob"), userName: "New"))
        let event = tally.take(total: 5, at: TestLive.start)
        #expect(event.senders == [.init(user: UserInfo(userID: UserID(unchecked: "bob"), userName: "New"), count: 5)])
    }

    @Test func `with more than 64 senders the first 64 keep their shares, and all likes are counted`() {
        var tally = LikeTally()
        for sender in 1...64 { tally.add(1, from: .named("early\(sender)")) }
        for sender in 1...100 { tally.add(1_000, from: .named("late\(sender)")) }
        tally.add(5, from: .named("early64"))
        let event = tally.take(total: 0, at: TestLive.start)
        #expect(event.added == 64 + 100_000 + 5)
        #expect(event.senders.first == .init(user: .named("early64"), count: 6))
        #expect(event.senders.allSatisfy { $0.user.userID.rawValue.hasPrefix("early") })
        tally.add(1, from: .named("late1"))
        #expect(
            tally.take(total: 0, at: TestLive.start).senders.map(\.user) == [.named("late1")], "each tick starts over")
    }

    // MARK: - In a live

    @Test(arguments: [
        (Int.min, false), (-5, false), (0, false), (1, true), (1_000, true), (1_001, false), (.max, false),
    ])
    func `a command has 1 to 1,000 likes`(count: Int, isLetThrough: Bool) throws {
        let live = TestLive()
        try live.enter("bob")
        #expect(live.refusal(.like(count), as: "bob") == (isLetThrough ? nil : .illegalParameter))
        #expect(live.room.statistics.totalLikesReceived == (isLetThrough ? count : 0))
    }

    @Test func `the first like is announced at once, and those of the next quarter of a second together`() throws {
        let live = TestLive()
        try live.enter("owner", "adam", "bob")
        let first = try live.perform(.like(2), as: "bob")
        #expect(first.liked == LikeReceived(total: 2, added: 2, senders: [.init(user: .named("bob"), count: 2)]))
        #expect(first.publications.map(\.lane) == [.reaction])
        #expect(first.publications.map(\.isSequenced) == [false])
        live.pass(milliseconds: 100)
        #expect(try live.perform(.like(3), as: "bob") == RoomOutcome())
        #expect(try live.perform(.like(4), as: "adam") == RoomOutcome())
        let due = TestLive.start.adding(milliseconds: 250)
        #expect(live.room.nextTick == due)
        live.now = due.adding(milliseconds: -1)
        #expect(live.tick() == RoomOutcome())
        live.now = due
        let second = live.tick().liked
        #expect(
            second
                == LikeReceived(
                    total: 9, added: 7,
                    senders: [.init(user: .named("adam"), count: 4), .init(user: .named("bob"), count: 3)]))
        #expect(live.tick() == RoomOutcome())
    }

    @Test func `a clock that is set back does not silence the likes until it has caught up`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        _ = try live.perform(.like(1), as: "bob")
        live.pass(seconds: -3_600)
        #expect(try live.perform(.like(1), as: "bob") == RoomOutcome())
        let due = try #require(live.room.nextTick)
        #expect(due <= live.now.adding(milliseconds: 250))
        live.now = due
        #expect(live.tick().liked?.added == 1)
    }

    @Test func `no like is lost, however they arrive`() throws {
        var random = SeededGenerator(seed: 42)
        let live = TestLive(limits: Limits())
        for viewer in 1...80 { try live.enter("v\(viewer)") }
        var sent = 0
        var told = 0
        func note(_ outcome: RoomOutcome) {
            guard let event = outcome.liked else { return }
            told += event.added
            #expect(event.total == sent)
            #expect(event.senders.count <= 5)
            #expect(event.senders.reduce(0) { $0 + $1.count } <= event.added)
        }
        for _ in 1...5_000 {
            let count = Int.random(in: 1...1_000, using: &random)
            sent += count
            note(try live.perform(.like(count), as: "v\(Int.random(in: 1...80, using: &random))"))
            live.pass(milliseconds: Int64.random(in: 0...60, using: &random))
        }
        live.pass(seconds: 10)
        note(live.tick())
        #expect(told == sent)
        #expect(live.room.statistics.totalLikesReceived == sent)
    }
}
