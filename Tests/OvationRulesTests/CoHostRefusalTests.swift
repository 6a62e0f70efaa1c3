import OvationModel
import Testing

@testable import OvationRules

/// What one live refuses, and what it says to others: the bad input of links and battles.
@Suite struct CoHostRefusalTests {
    /// A live alone, without a post: what it would send is looked at.
    private struct Stand {
        var room = CoHostRoom(at: Timestamp(milliseconds: 0))
        var now = Timestamp(milliseconds: 1_000_000)
        var livesMax = 9
        let host: CoHost

        init(_ number: Int) {
            host = CoHost(
                liveID: LiveID(unchecked: "live\(number)"),
                user: UserInfo(userID: UserID(unchecked: "host\(number)"), userName: "Host \(number)"))
        }

        @discardableResult
        mutating func perform(_ command: CoHostCommand) throws(Rejection) -> CoHostChange {
            let context = CoHostContext(
                host: host, start: LiveSessionID(unchecked: "s-\(host.liveID)"), giftCoins: 0, livesMax: livesMax,
                battleSecondsMax: 300, requestMilliseconds: 1_000, now: now)
            return try room.perform(command, context)
        }

        /// The number that a command is refused with; 0 for none.
        mutating func code(_ command: CoHostCommand) -> Int {
            do throws(Rejection) {
                try perform(command)
                return 0
            } catch {
                return error.code.rawValue
            }
        }

        /// What it sends in answer to a letter of another live.
        mutating func answers(_ step: CoHostStep, from other: CoHost) throws -> [CoHostStep] {
            let letter = CoHostLetter(from: .live(other.liveID), to: .live(host.liveID), step)
            return try perform(.receive(letter)).outcome.letters.map(\.step)
        }

        mutating func wait(seconds: Int64) { now = now.adding(seconds: seconds) }

        /// Puts the live in a link with others.
        mutating func join(_ others: [CoHost]) {
            let link = CoHostLink(
                linkID: CoHostLinkID(unchecked: "l"), version: 1, templateID: 600, hosts: [host] + others)
            room.record.membership = CoHostRecord.Membership(ticket: CoHostTicket(unchecked: "t"), link: link)
        }
    }

    private static func request(_ live: Int, seconds: Int = 10, _ text: String = "") -> CoHostCommand {
        .request(LiveID(unchecked: "live\(live)"), templateID: 600, seconds: seconds, extraInfo: text)
    }

    private static func fight(_ users: [Int], seconds: Int = 60) -> CoHostCommand {
        .battle(
            users: users.map { UserID(unchecked: "host\($0)") }, seconds: seconds, needsResponse: true,
            extensionInfo: "", answerSeconds: 10)
    }

    /// The request of the first live to the second, as its letter has it.
    private func asked(_ first: inout Stand) throws -> CoHostRequest {
        let sent = try first.perform(Self.request(2)).outcome.letters.first?.step
        guard case .invite(let request, _)? = sent else { throw Rejection(.failed) }
        return request
    }

    @Test func `requests have bounds, and no live is joined with itself`() {
        var live = Stand(1)
        #expect(live.code(Self.request(1)) == 100_002)
        #expect(live.code(Self.request(2, seconds: 31)) == 100_002)
        #expect(live.code(Self.request(2, seconds: -1)) == 100_002)
        #expect(live.code(Self.request(2, String(repeating: "é", count: 513))) == 100_002)
        #expect(live.code(Self.request(2, String(repeating: "é", count: 512))) == 0)
    }

    @Test func `a live asks at most once a second, each live once, and as many as a link has places`() {
        var live = Stand(1)
        live.livesMax = 3
        #expect(live.code(Self.request(2)) == 0)
        #expect(live.code(Self.request(2)) == 100_402)
        #expect(live.code(Self.request(3)) == 100_405)
        live.wait(seconds: 1)
        #expect(live.code(Self.request(3)) == 0)
        live.wait(seconds: 1)
        #expect(live.code(Self.request(4)) == 100_404)
        live.join([Stand(5).host])
        #expect(live.code(Self.request(5)) == 100_401)
    }

    @Test func `only one other live asks at a time, and one that is joined is not asked`() throws {
        var (first, second, third) = (Stand(1), Stand(2), Stand(3))
        let request = try asked(&first)
        #expect(
            try second.answers(.invite(request, link: nil), from: first.host) == [
                .invited(request.ticket, .success, by: second.host)
            ])
        #expect(
            try second.answers(.invite(request, link: nil), from: first.host) == [
                .invited(request.ticket, .success, by: second.host)
            ], "a letter that comes twice is one request")
        let other = try asked(&third)
        #expect(
            try second.answers(.invite(other, link: nil), from: third.host) == [
                .invited(other.ticket, .pending, by: second.host)
            ])
        second.room.record.application = nil
        second.join([third.host])
        #expect(
            try second.answers(.invite(request, link: nil), from: first.host) == [
                .invited(request.ticket, .linkedElsewhere, by: second.host)
            ])
    }

    @Test func `an invitation is accepted once, in its time, and only that of who asks`() throws {
        var (first, second) = (Stand(1), Stand(2))
        let request = try asked(&first)
        _ = try second.answers(.invite(request, link: nil), from: first.host)
        #expect(second.code(.answer(LiveID(unchecked: "live3"), isAccepted: true)) == 100_400)
        #expect(second.code(.answer(first.host.liveID, isAccepted: true)) == 0)
        #expect(second.code(.answer(first.host.liveID, isAccepted: true)) == 100_400)
        var late = Stand(2)
        _ = try late.answers(.invite(request, link: nil), from: first.host)
        late.wait(seconds: 10)
        #expect(try late.perform(.due).outcome.tellings.count == 1)
        #expect(late.code(.answer(first.host.liveID, isAccepted: true)) == 100_400)
    }

    @Test func `a yes to a request that is no more is answered, and makes no link`() throws {
        var (first, second) = (Stand(1), Stand(2))
        let request = try asked(&first)
        try first.perform(.cancel(second.host.liveID))
        #expect(
            try first.answers(.accepted(request.ticket, by: second.host), from: second.host) == [
                .closed(request.ticket)
            ])
        #expect(first.room.record.membership == nil && first.room.record.invitations.isEmpty)
        #expect(first.code(.cancel(second.host.liveID)) == 100_400)
    }

    @Test func `of two lives that ask each other and both accept, one makes the link`() throws {
        var (first, second) = (Stand(1), Stand(2))
        let mine = try asked(&first)
        let sent = try second.perform(Self.request(1)).outcome.letters.first?.step
        guard case .invite(let theirs, _)? = sent else { throw Rejection(.failed) }
        _ = try first.answers(.invite(theirs, link: nil), from: second.host)
        _ = try second.answers(.invite(mine, link: nil), from: first.host)
        try first.perform(.answer(second.host.liveID, isAccepted: true))
        try second.perform(.answer(first.host.liveID, isAccepted: true))
        let made = try first.answers(.accepted(mine.ticket, by: second.host), from: second.host)
        #expect(made.contains { if case .join = $0 { true } else { false } })
        #expect(try second.answers(.accepted(theirs.ticket, by: first.host), from: first.host).isEmpty)
    }

    @Test func `a battle needs a link, hosts of it, a length within the limit, and no other battle`() throws {
        var live = Stand(1)
        #expect(live.code(Self.fight([2])) == 100_400)
        live.join([Stand(2).host, Stand(3).host])
        #expect(live.code(Self.fight([4])) == 100_412)
        #expect(live.code(Self.fight([1])) == 100_412, "nobody fights alone")
        #expect(live.code(Self.fight([2], seconds: 301)) == 100_002)
        #expect(live.code(Self.fight([2], seconds: -1)) == 100_002)
        #expect(live.code(Self.fight([2, 2, 3])) == 0)
        #expect(live.room.record.side?.battle.sides.count == 3)
        #expect(live.code(Self.fight([2])) == 100_416)
        let battle = try #require(live.room.record.side?.battle.battleID)
        #expect(live.code(.cancelBattle(BattleID(unchecked: "other"), users: [])) == 100_411)
        #expect(live.code(.cancelBattle(battle, users: [UserID(unchecked: "stranger")])) == 100_414)
        #expect(live.code(.answerBattle(battle, isAccepted: true)) == 100_411, "who asks does not answer")
        live.room.record.side?.battle.phase = .on
        #expect(live.code(Self.fight([2])) == 100_415)
        #expect(live.code(.cancelBattle(battle, users: [UserID(unchecked: "host2")])) == 100_419)
        live.room.record.side?.isClosed = true
        #expect(live.code(.exitBattle(battle)) == 100_421)
        live.room.record.side = nil
        #expect(live.code(.exitBattle(battle)) == 100_414)
        #expect(live.code(Self.fight([2])) == 100_413)
    }

    @Test func `scores are set only while a battle goes on, and never below zero`() throws {
        let (first, second) = (Stand(1).host, Stand(2).host)
        let ticket = CoHostTicket(unchecked: "b")
        var course = BattleCourse(
            Battle(
                battleID: BattleID(unchecked: "b"), seconds: 60, needsResponse: false, extensionInfo: "",
                createdAt: Timestamp(milliseconds: 0), deadline: Timestamp(milliseconds: 0),
                sides: [BattleSide(host: first, state: .taking), BattleSide(host: second, state: .calling)]),
            ticket: ticket)
        let scores = [(live: first.liveID, score: Int64(5)), (live: LiveID(unchecked: "ghost"), score: 1)]
        #expect(throws: Rejection(.battleNotStart)) { try course.adjust(scores, isSum: true) }
        let called = CoHostLetter(
            from: .live(second.liveID), to: .battle(course.battle.battleID),
            .summoned(CoHostTicket(unchecked: "b-1"), .success, by: second))
        _ = course.receive(called, at: Timestamp(milliseconds: 1))
        #expect(course.battle.phase == .on)
        #expect(try course.adjust(scores, isSum: true) == [LiveID(unchecked: "ghost")])
        #expect(course.battle.sides.map(\.score) == [5, 0])
        _ = try course.adjust([(live: first.liveID, score: 3)], isSum: false)
        #expect(course.battle.sides[0].score == 3 && course.battle.sides[0].coins == 0)
        _ = course.expire(at: Timestamp(milliseconds: 61_000))
        for (live, ticket) in [(first, "b"), (second, "b-1")] {
            let final = CoHostStep.scored(
                CoHostTicket(unchecked: ticket), version: course.battle.version, coins: 7, isFinal: true)
            _ = course.receive(
                CoHostLetter(from: .live(live.liveID), to: .battle(course.battle.battleID), final),
                at: Timestamp(milliseconds: 61_001))
        }
        #expect(course.battle.phase == .over && course.battle.sides.map(\.score) == [10, 7])
        #expect(throws: Rejection(.battleHasEnded)) { try course.adjust(scores, isSum: true) }
    }
}
