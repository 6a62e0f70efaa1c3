import OvationModel
import OvationRules
import Testing

/// Robots are viewers without a connection.
@Suite struct RoomRobotTests {
    private static func adding(_ names: String...) -> RoomCommand { .addRobots(names.map(UserInfo.named)) }

    private static func removing(_ names: String...) -> RoomCommand {
        .removeRobots(names.map(UserID.init(unchecked:)))
    }

    @Test func `robots are listed and counted like viewers, and are not counted as entries`() throws {
        let live = TestLive()
        try live.enter("bob")
        let outcome = try live.perform(Self.adding("r1", "r2"), as: "server")
        #expect(live.audience == ["bob", "r1", "r2"])
        #expect(live.room.audienceCount == 3)
        #expect(live.room.statistics.totalViewers == 1)
        #expect(
            outcome.commit == RoomCommit(changes: [.robot(.named("r1"), true), .robot(.named("r2"), true)]))
        let joined = outcome.publications.compactMap {
            if case .audienceJoined(let event) = $0.event { event } else { nil }
        }
        #expect(joined.map(\.user.userID.rawValue) == ["r1", "r2"])
        #expect(joined.map(\.count) == [2, 3])
        #expect(joined.map(\.totalViewers) == [1, 1])
    }

    @Test func `adding a robot again changes nothing, and a removed robot leaves`() throws {
        let live = TestLive()
        try live.perform(Self.adding("r1", "r2"), as: "server")
        #expect(try live.perform(Self.adding("r2"), as: "server") == RoomOutcome())
        let outcome = try live.perform(Self.removing("r1", "nobody"), as: "server")
        #expect(outcome.commit?.changes == [.robot(.named("r1"), false)])
        #expect(outcome.left == AudienceLeft(user: .named("r1"), count: 1))
        #expect(live.room.robotUsers == [.named("r2")])
        #expect(try live.perform(Self.removing("nobody"), as: "server") == RoomOutcome())
    }

    @Test func `a robot keeps a live without its owner alive, and the time starts when the robot leaves`() throws {
        let live = TestLive()
        try live.enter("owner")
        try live.perform(Self.adding("r1"), as: "server")
        try live.leave("owner")
        live.pass(seconds: 10_000)
        #expect(live.room.overdueMessage(at: live.now) == nil)
        #expect(live.tick().isEnd == false)
        try live.perform(Self.removing("r1"), as: "server")
        #expect(live.room.overdueMessage(at: live.now) == nil)
        live.pass(seconds: Int64(Limits().ownerAbsenceSeconds))
        #expect(live.tick().isEnd)
    }

    @Test func `only an administrator of the app may add and remove robots`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        for name in ["owner", "bob"] {
            #expect(live.refusal(Self.adding("r1"), as: name) == .administratorRequired)
            #expect(live.refusal(Self.removing("r1"), as: name) == .administratorRequired)
        }
        #expect(live.refusal(Self.adding("r1"), as: "app") == nil)
    }

    @Test func `if a robot is the owner, banned or one too many, none is added`() throws {
        var limits = Limits.withoutRates
        limits.robotsMax = 2
        let live = TestLive(limits: limits) { $0.info.maxMemberCount = 3 }
        try live.perform(.banning("outlaw"), as: "owner")
        #expect(live.refusal(Self.adding("r1", "owner"), as: "server") == .illegalParameter)
        #expect(live.refusal(Self.adding("r1", "outlaw"), as: "server") == .memberBanned)
        #expect(live.refusal(Self.adding("r1", "r2", "r3"), as: "server") == .illegalParameter)
        try live.enter("a", "b")
        #expect(live.refusal(Self.adding("r1", "r2"), as: "server") == .roomFull)
        #expect(live.audience == ["a", "b"])
        #expect(live.refusal(Self.adding("a", "r1"), as: "server") == nil, "a member takes no second place")
    }

    @Test func `a robot that is kicked or banned is no longer a robot`() throws {
        let live = TestLive()
        try live.perform(Self.adding("r1", "r2", "r3"), as: "server")
        #expect(try live.perform(.kicking("r1"), as: "owner").commit?.changes == [.robot(.named("r1"), false)])
        let banned = try live.perform(.banning("r2"), as: "owner")
        #expect(banned.commit?.changes.contains(.robot(.named("r2"), false)) == true)
        #expect(banned.removed == [UserID(unchecked: "r2")])
        #expect(live.room.robotUsers == [.named("r3")])
        #expect(live.audience == ["r3"])
    }

    @Test func `a robot stays when its user comes and goes, and a user stays when their robot is removed`() throws {
        let live = TestLive()
        try live.perform(Self.adding("r1", "r2"), as: "server")
        #expect(try live.perform(.entering("r1"), as: "r1").publications.isEmpty)
        try live.leave("r1")
        #expect(live.audience == ["r1", "r2"])
        try live.enter("r2")
        #expect(try live.perform(Self.removing("r2"), as: "server").publications.isEmpty)
        #expect(live.audience == ["r1", "r2"])
        try live.leave("r2")
        #expect(live.audience == ["r1"])
    }

    @Test func `robots are back when the live is made from its record, with their new names`() throws {
        let live = TestLive { $0.robots = [.named("r1")] }
        #expect(live.audience == ["r1"])
        let renamed = UserInfo(userID: UserID(unchecked: "r1"), userName: "New")
        var room = live.room
        let outcome = try room.handle(.profileChanged, from: RoomActor(user: renamed), at: live.now)
        #expect(outcome.commit == RoomCommit(changes: [.robot(renamed, true)]))
        #expect(room.robotUsers == [renamed])
        #expect(room.audience(from: 0, count: 9) == [renamed])
    }

    @Test func `robots that could not be stored are taken back`() throws {
        let live = TestLive()
        var record = TestLive.record()
        record.robots = [.named("kept")]
        try live.perform(Self.adding("lost"), as: "server")
        try live.enter("bob")
        live.adopt(record)
        #expect(live.audience == ["bob", "kept"])
    }
}

/// Messages from the app's backend.
@Suite struct RoomBackendMessageTests {
    private static func message(_ text: String = "hello") -> RoomCommand { .message(.text(text, extensionInfo: [:])) }

    @Test func `the backend's message is announced for an absent user, and only the live's rate applies`() throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 40
        limits.roomMessagesBurst = 30
        limits.userMessagesPerSecond = 1
        limits.userMessagesBurst = 1
        let live = TestLive(limits: limits)
        for _ in 0..<30 {
            let event = RoomEvent.barrageSent(
                Barrage(sender: .named("star"), kind: .text("hello", extensionInfo: [:])))
            #expect(try live.perform(Self.message(), as: "star").onlyEvent == event)
        }
        #expect(try live.perform(Self.message(), as: "star").dropped == .msgFreqCtrl)
        #expect(live.room.statistics.totalMessageSent == 30)
        #expect(!live.isMember("star"))
    }

    @Test func `the backend's message is refused if its user may not write, and the app's administrators may`() throws {
        let live = TestLive()
        try live.perform(.muting("muted"), as: "owner")
        try live.perform(.banning("outlaw"), as: "owner")
        try live.perform(.muteAll, as: "owner")
        #expect(live.refusal(Self.message(), as: "muted") == .memberMuted)
        #expect(live.refusal(Self.message(), as: "outlaw") == .memberBanned)
        #expect(live.refusal(Self.message(), as: "viewer") == .roomMuted)
        #expect(live.refusal(Self.message(), as: "owner") == nil)
        #expect(live.refusal(Self.message(), as: "app") == nil)
        #expect(live.refusal(Self.message(""), as: "app") == .illegalParameter)
        #expect(live.refusal(Self.message(), as: "server") == .illegalParameter, "a gift without a sender is refused")
    }
}

/// The limit on a live's members.
@Suite struct RoomMemberLimitTests {
    @Test(
        arguments: [
            (0, nil, false, nil), (0, 2, false, 2), (2, nil, false, 2), (3, 2, false, 2), (2, 3, false, 2),
            (0, 2, true, nil), (3, 2, true, 3),
        ] as [(Int, Int?, Bool, Int?)])
    func `the smaller of the server's and the live's own limit applies`(
        server: Int, own: Int?, isUnlimited: Bool, places: Int?
    ) throws {
        var limits = Limits.withoutRates
        limits.roomMembersMax = server
        let live = TestLive(limits: limits) { record in
            record.info.maxMemberCount = own
            record.info.isUnlimitedRoomEnabled = isUnlimited
        }
        for viewer in 0..<(places ?? 9) { try live.enter("v\(viewer)") }
        #expect(live.refusal(.entering("late"), as: "late") == (places == nil ? nil : .roomFull))
        // The owner and the app's administrators can always enter.
        #expect(live.refusal(.entering("owner"), as: "owner") == nil)
        #expect(live.refusal(.entering("app"), as: "app") == nil)
    }

    @Test func `setting a limit to 0 removes it and is announced`() throws {
        let live = TestLive { $0.info.maxMemberCount = 5 }
        let outcome = try live.perform(.setting { $0.maxMemberCount = 0 }, as: "owner")
        #expect(outcome.updated?.changes.maxMemberCount == 0)
        #expect(live.room.info.maxMemberCount == nil)
        #expect(live.refusal(.setting { $0.maxMemberCount = -1 }, as: "owner") == .illegalParameter)
    }
}
