import OvationModel
import Testing

@testable import OvationRules

/// What the moderation log says of links and battles.
@Suite struct CoHostLogTests {
    private static let ask = CoHostCommand.request(NeighbouringLives.id(2), templateID: 600, seconds: 30, extraInfo: "")

    private static func fight(_ users: String..., needsResponse: Bool = true) -> CoHostCommand {
        .battle(
            users: users.map(UserID.init(unchecked:)), seconds: 10, needsResponse: needsResponse, extensionInfo: "",
            answerSeconds: 10)
    }

    @Test func `the log says who asked for a link, who accepted, who came in and who left`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        #expect(lives.takeLog(1) == ["linkRequest by host1 - r2"])
        #expect(lives.takeLog(2).isEmpty, "being asked writes nothing")
        try lives.perform(.answer(NeighbouringLives.id(1), isAccepted: true), in: 2)
        #expect(lives.takeLog(1) == ["linkJoin by server host2 r2"])
        #expect(lives.takeLog(2) == ["linkAccept by host2 host1 r1", "linkJoin by server host1 r1"])
        try lives.pass(seconds: 2)
        try lives.join(1, 3)
        #expect(lives.takeLog(2) == ["linkJoin by server host3 r3"])
        try lives.perform(.exit, in: 3)
        #expect(lives.takeLog(3).last == "linkLeave by host3 host3 r3")
        #expect(lives.takeLog(2) == ["linkLeave by server host3 r3"])
        try lives.perform(.exit, in: 1)
        #expect(lives.takeLog(1).last == "linkLeave by host1 host1 r1")
        #expect(lives.takeLog(2) == ["linkLeave by server host1 r1"], "whom the others leave alone did not leave")
    }

    @Test func `requests that are taken back or rejected are in the log of the side that did it`() throws {
        let lives = try NeighbouringLives()
        try lives.perform(Self.ask, in: 1)
        try lives.perform(.cancel(NeighbouringLives.id(2)), in: 1)
        #expect(lives.takeLog(1) == ["linkRequest by host1 - r2", "linkCancel by host1 host2 r2"])
        try lives.pass(seconds: 2)
        try lives.perform(Self.ask, in: 1)
        try lives.perform(.answer(NeighbouringLives.id(1), isAccepted: false), in: 2)
        #expect(lives.takeLog(1) == ["linkRequest by host1 - r2"])
        #expect(lives.takeLog(2) == ["linkReject by host2 host1 r1"])
        #expect(lives.refusal(.answer(NeighbouringLives.id(1), isAccepted: false), in: 2) == .connectionNotExist)
        #expect(lives.takeLog(2).isEmpty, "what is refused writes nothing")
    }

    @Test func `the log says who asked for a battle, who accepted, when it began and who won`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2)
        _ = (lives.takeLog(1), lives.takeLog(2))
        try lives.perform(Self.fight("host2", "host2"), in: 1)
        let battle = try #require(lives[1].room.battleRequest(for: nil, isAdministrator: true)?.battleID)
        #expect(lives.takeLog(1) == ["battleRequest by host1 host2 \(battle)"])
        try lives.perform(.answerBattle(battle, isAccepted: true), in: 2)
        #expect(lives.takeLog(1) == ["battleStart by server host1 \(battle)"])
        #expect(
            lives.takeLog(2) == ["battleAccept by host2 host1 \(battle)", "battleStart by server host1 \(battle)"])
        try lives.setScore(7, of: 2, in: battle)
        try lives.pass(seconds: 12)
        for number in 1...2 {
            #expect(lives.takeLog(number) == ["battleEnd by server host2 \(battle): r2 7, r1 0"])
        }
    }

    @Test func `a battle that ends in a draw has no winner, and who left did not win`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2, 3)
        for number in 1...3 { _ = lives.takeLog(number) }
        try lives.perform(Self.fight("host2", "host3", needsResponse: false), in: 1)
        let battle = try #require(lives[1].room.coHostBoard?.battle?.battleID)
        try lives.setScore(9, of: 3, in: battle)
        try lives.perform(.exitBattle(battle), in: 3)
        #expect(lives.takeLog(3).last == "battleLeave by host3 host3 \(battle)")
        #expect(lives.takeLog(1).last == "battleLeave by server host3 \(battle)")
        try lives.pass(seconds: 12)
        #expect(lives.takeLog(1) == ["battleEnd by server - \(battle): r3 9, r1 0, r2 0"])
    }

    @Test func `the result of a battle of many lives with long names has place in a reason`() throws {
        let sides = (0..<9).map { number in
            BattleSide(
                host: CoHost(
                    liveID: LiveID(unchecked: String(repeating: "l", count: 47) + "\(number)"),
                    user: .named("host\(number)")), state: .taking, coins: Int64(number))
        }
        var battle = Battle(
            battleID: BattleID(unchecked: "b"), seconds: 1, needsResponse: false, extensionInfo: "",
            createdAt: TestLive.start, deadline: TestLive.start, sides: sides)
        battle.end = .timeOver
        let live = TestLive()
        let line = live.room.coHostLines(
            of: .battleChanged(BattleChanged(.ended, battle)), isLeaving: false, .server, TestLive.start)
        let reason = try #require(line.first?.reason)
        #expect(reason.utf8.count <= 200 && reason.hasPrefix("b: \(sides[8].host.liveID) 8, \(sides[7].host.liveID) 7"))
        #expect(line.first?.userID?.rawValue == "host8")
    }

    @Test func `a battle that nobody accepts is asked for, rejected or taken back, and never began`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2, 3)
        for number in 1...3 { _ = lives.takeLog(number) }
        try lives.perform(Self.fight("host2", "host3"), in: 1)
        let battle = try #require(lives[1].room.battleRequest(for: nil, isAdministrator: true)?.battleID)
        try lives.perform(.answerBattle(battle, isAccepted: false), in: 2)
        try lives.perform(
            .cancelBattle(battle, users: ["host3", "host3", "ghost"].map(UserID.init(unchecked:))), in: 1)
        #expect(lives.takeLog(2) == ["battleReject by host2 host1 \(battle)"])
        #expect(
            lives.takeLog(1) == [
                "battleRequest by host1 host2 \(battle)", "battleRequest by host1 host3 \(battle)",
                "battleCancel by host1 host3 \(battle)",
            ])
        #expect(lives.takeLog(3).isEmpty)
    }
}
