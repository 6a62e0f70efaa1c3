import OvationModel
import OvationRules
import Testing

/// What users, hosts and clocks do at the wrong time: the bad input of links and battles that more than one live sees. Both sides end with
/// the same link and the same result.
@Suite struct CoHostMisuseTests {
    private static let ask = CoHostCommand.request(NeighbouringLives.id(2), templateID: 600, seconds: 30, extraInfo: "")
    private static let accept = CoHostCommand.answer(NeighbouringLives.id(1), isAccepted: true)

    /// Has the first live and the second fight for ten seconds, and returns the battle's id.
    private static func fight(_ lives: NeighbouringLives) throws -> BattleID {
        try lives.join(1, 2)
        try lives.perform(
            .battle(
                users: [UserID(unchecked: "host2")], seconds: 10, needsResponse: false, extensionInfo: "",
                answerSeconds: 10), in: 1)
        return try #require(lives[1].room.coHostBoard?.battle?.battleID)
    }

    private static func areAlone(_ lives: NeighbouringLives, _ numbers: Int...) -> Bool {
        numbers.allSatisfy { lives[$0].room.coHostBoard == nil }
            && lives.courses.links.isEmpty && lives.courses.battles.values.allSatisfy { $0.battle.phase == .over }
    }

    @Test func `a request of a live that ended is none, and its acceptance makes no link`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        // The host accepts before the live has heard that the other one is over.
        try lives.end(1) { () throws(Rejection) in try lives.perform(Self.accept, in: 2) }
        try lives.pass(seconds: 12)
        #expect(Self.areAlone(lives, 2))
        #expect(lives.refusal(Self.accept, in: 2) == .connectionNotExist)
        #expect(lives.refusal(.exit, in: 1) == .roomNotFound)
    }

    @Test func `a live that is asked and ends takes the request along`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        try lives.end(2)
        #expect(lives[1].room.coHostRequests(for: nil, isAdministrator: true).isEmpty)
        #expect(lives.refusal(.cancel(NeighbouringLives.id(2)), in: 1) == .connectionNotExist)
    }

    @Test func `an inviter who leaves takes the request along, and is invited by nobody's acceptance`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        try lives.leave(1)
        #expect(lives[2].room.coHostRequests(for: nil, isAdministrator: true).isEmpty)
        #expect(lives.refusal(Self.accept, in: 2) == .connectionNotExist)
        #expect(Self.areAlone(lives, 1, 2))
    }

    @Test func `of two lives that ask a third in one tick the first has it, and the other may ask later`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        try lives.perform(Self.ask, in: 3)
        let waiting = lives[2].room.coHostRequests(for: nil, isAdministrator: true)
        #expect(waiting.map(\.inviter.liveID) == [NeighbouringLives.id(1)])
        #expect(lives[3].room.coHostRequests(for: nil, isAdministrator: true).isEmpty)
        try lives.perform(.answer(NeighbouringLives.id(1), isAccepted: false), in: 2)
        try lives.pass(seconds: 2)
        try lives.perform(Self.ask, in: 3)
        #expect(lives[2].room.coHostRequests(for: nil, isAdministrator: true).count == 1)
    }

    @Test func `a battle whose live ends in the tick of its end has one result, with the coins that were told`() throws
    {
        for early in [0, 1] {
            let lives = try NeighbouringLives()
            let battle = try Self.fight(lives)
            try lives.give(3, in: 1)
            try lives.give(5, in: 2)
            try lives.pass(seconds: Int64(10 - early))
            try lives.end(2) { () throws(Rejection) in try lives.pass(seconds: Int64(early)) }
            try lives.pass(seconds: 12)
            let result = try #require(lives.result(1))
            #expect(result.battleID == battle && result.phase == .over)
            #expect(result.sides.map(\.coins) == [3, 5], "\(early) s before its end")
            #expect(lives.courses.battle(of: NeighbouringLives.id(1)) == result)
            #expect(Self.areAlone(lives, 1))
        }
    }

    @Test func `both lives end in one tick during their battle, and nothing of it is left`() throws {
        let lives = try NeighbouringLives()
        _ = try Self.fight(lives)
        try lives.end(1) { () throws(Rejection) in try lives.end(2) }
        try lives.pass(seconds: 12)
        #expect(Self.areAlone(lives))
    }

    @Test func `a host who is gone during a battle has left it, and the other one ends it with the same scores`() throws
    {
        let lives = try NeighbouringLives()
        _ = try Self.fight(lives)
        try lives.give(5, in: 2)
        try lives.give(3, in: 1)
        try lives.leave(2)
        try lives.pass(seconds: 2)
        let results = try (#require(lives.result(1)), #require(lives.result(2)))
        #expect(results.0.end == .allLeft && results.1.end == .allLeft)
        #expect(results.0.sides.map(\.state) == [.taking, .left] && results.1.sides.last?.state == .left)
        #expect(results.0.sides.map(\.coins) == [3, 5] && results.1.sides.last?.coins == 5)
        #expect(results.0.winner?.host.liveID == NeighbouringLives.id(1), "who left did not win")
        #expect(Self.areAlone(lives, 1, 2))
    }

    @Test func `nobody kicks or bans the host out of the own battle`() throws {
        let lives = try NeighbouringLives()
        let battle = try Self.fight(lives)
        for command in [RoomCommand.kicking("host2"), .banning("host2")] {
            for name in ["host2", "app"] { #expect(lives[2].refusal(command, as: name) != nil, "by \(name)") }
        }
        #expect(lives[2].room.coHostBoard?.battle?.battleID == battle)
    }

    @Test(arguments: [-3_600, -5, 5, 86_400])
    func `a clock that is set during a battle changes neither the coins nor that both have one result`(
        seconds: Int64
    ) throws {
        let lives = try NeighbouringLives()
        _ = try Self.fight(lives)
        try lives.give(3, in: 1)
        try lives.pass(seconds: 2)
        try lives.setClock(by: seconds)
        try lives.give(4, in: 2)
        try lives.pass(seconds: 25)
        let results = try (#require(lives.result(1)), #require(lives.result(2)))
        #expect(results.0 == results.1 && results.0.end == .timeOver)
        #expect(results.0.sides.first?.coins == 3)
        // A clock that is set far ahead ends the battle at once, and gifts of afterwards count no longer.
        #expect(results.0.sides.last?.coins == (seconds > 10 ? 0 : 4))
        #expect(lives[1].room.coHostBoard?.link?.hosts.count == 2, "the link stays")
    }

    @Test func `a battle is accepted once, by who is asked, before its end`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2, 3)
        try lives.perform(
            .battle(
                users: [UserID(unchecked: "host2")], seconds: 10, needsResponse: true, extensionInfo: "",
                answerSeconds: 5), in: 1)
        let battle = try #require(lives[1].room.battleRequest(for: nil, isAdministrator: true)?.battleID)
        #expect(lives.refusal(.answerBattle(battle, isAccepted: true), in: 3) == .battleNotExistOrEnded)
        #expect(lives.refusal(.answerBattle(battle, isAccepted: true), in: 1) == .battleNotExistOrEnded)
        try lives.perform(.answerBattle(battle, isAccepted: true), in: 2)
        #expect(lives.refusal(.answerBattle(battle, isAccepted: true), in: 2) == .battleNotExistOrEnded)
        try lives.pass(seconds: 12)
        #expect(lives.refusal(.answerBattle(battle, isAccepted: true), in: 2) == .battleNotExistOrEnded)
        #expect(lives.refusal(.exitBattle(battle), in: 2) == .roomNotInBattle)
        try lives.perform(
            .battle(
                users: [UserID(unchecked: "host2")], seconds: 10, needsResponse: true, extensionInfo: "",
                answerSeconds: 5), in: 1)
        let late = try #require(lives[2].room.battleRequest(for: nil, isAdministrator: true)?.battleID)
        try lives.pass(seconds: 7)
        #expect(lives.refusal(.answerBattle(late, isAccepted: true), in: 2) == .battleNotExistOrEnded)
    }
}
