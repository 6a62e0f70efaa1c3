import OvationModel
import OvationRules
import Testing

/// Viewers without a connection.
@Suite struct RoomRobotTests {
    private static func adding(_ names: String...) -> RoomCommand { .addRobots(names.map(UserInfo.named)) }

    private static func removing(_ names: String...) -> RoomCommand {
        .removeRobots(names.map(UserID.init(unchecked:)))
    }

    @Test func `robots are listed and counted like viewers, and are no entries`() throws {
        let live = TestLive()
        try live.enter("bob")
        let outcome = try live.perform(Self.adding("r1", "r2"), as: "server")
        #expect(live.audience == ["bob", "r1", "r2"])
        #expect(live.room.audienceCount == 3)
        #expect(live.room.statistics.totalViewers == 1)
        #expect(
            outcome.commit
                == RoomCommit(
                    changes: [.robot(.named("r1"), true), .robot(.named("r2"), true)], event: nil, about: nil))
        let joined = outcome.publications.compactMap {
            if case .audienceJoined(let event) = $0.event { event } else { nil }
        }
        #expect(joined.map(\.user.userID.rawValue) == ["r1", "r2"])
        #expect(joined.map(\.count) == [2, 3])
        #expect(joined.map(\.totalViewers) == [1, 1])
    }

    @Test func `a robot that is added again changes nothing, one that is removed leaves`() throws {
        let live = TestLive()
        try live.perform(Self.adding("r1", "r2"), as: "server")
        #expect(try live.perform(Self.adding("r2"), as: "server") == RoomOutcome())
        let outcome = try live.perform(Self.removing("r1", "nobody"), as: "server")
        #expect(outcome.commit?.changes == [.robot(.named("r1"), false)])
        #expect(outcome.left == AudienceLeft(user: .named("r1"), count: 1))
        #expect(live.room.robotUsers == [.named("r2")])
        #expect(try live.perform(Self.removing("nobody"), as: "server") == RoomOutcome())
    }

    @Test func `a live with a robot outlasts its owner's absence, and without one the time begins anew`() throws {
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

    @Test func `only an administrator of the app adds and removes robots`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        for name in ["owner", "bob"] {
            #expect(live.refusal(Self.adding("r1"), as: name) == .administratorRequired)
            #expect(live.refusal(Self.removing("r1"), as: name) == .administratorRequired)
        }
        #expect(live.refusal(Self.adding("r1"), as: "app") == nil)
    }

    @Test func `the owner, somebody who is banned and one too many are refused, and then none is added`() throws {
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
        #expect(live.refusal(Self.adding("a", "r1"), as: "server") == nil, "a robot takes no second place")
    }

    @Test func `a robot that is kicked or banned is one no longer`() throws {
        let live = TestLive()
        try live.perform(Self.adding("r1", "r2", "r3"), as: "server")
        #expect(try live.perform(.kicking("r1"), as: "owner").commit?.changes == [.robot(.named("r1"), false)])
        let banned = try live.perform(.banning("r2"), as: "owner")
        #expect(banned.commit?.changes.contains(.robot(.named("r2"), false)) == true)
        #expect(banned.removed == UserID(unchecked: "r2"))
        #expect(live.room.robotUsers == [.named("r3")])
        #expect(live.audience == ["r3"])
    }

    @Test func `a robot whose user comes and goes stays, and a user whose robot goes stays`() throws {
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

    @Test func `robots are there again when the live is taken up, and under a new name when they got one`() throws {
        let live = TestLive { $0.robots = [.named("r1")] }
        #expect(live.audience == ["r1"])
        let renamed = UserInfo(userID: UserID(unchecked: "r1"), userName: "New")
        var room = live.room
        let outcome = try room.handle(.profileChanged, from: RoomActor(user: renamed), at: live.now)
        #expect(outcome.commit == RoomCommit(changes: [.robot(renamed, true)], event: nil, about: nil))
        #expect(room.robotUsers == [renamed])
        #expect(room.audience(from: 0, count: 9) == [renamed])
    }

    @Test func `robots that could not be kept are taken back`() throws {
        let live = TestLive()
        var record = TestLive.record()
        record.robots = [.named("kept")]
        try live.perform(Self.adding("lost"), as: "server")
        try live.enter("bob")
        live.adopt(record)
        #expect(live.audience == ["bob", "kept"])
    }
}

/// Messages of the app's backend.
@Suite struct RoomBackendMessageTests {
    private static func message(_ text: String = "hello") -> RoomCommand { .message(.text(text, extensionInfo: [:])) }

    @Test func `a message is told for a user who is not there, and has no rate but the live's`() throws {
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

    @Test func `what the user may not write is refused, and the app's administrators may write`() throws {
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
        #expect(live.refusal(Self.message(), as: "server") == .illegalParameter, "nobody is no sender")
    }
}

/// How many may be in a live.
@Suite struct RoomMemberLimitTests {
    @Test(
        arguments: [
            (0, nil, false, nil), (0, 2, false, 2), (2, nil, false, 2), (3, 2, false, 2), (2, 3, false, 2),
            (0, 2, true, nil), (3, 2, true, 3),
        ] as [(Int, Int?, Bool, Int?)])
    func `the smaller of the server's and the live's own limit holds`(
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
        // The owner and the app's administrators always find a place.
        #expect(live.refusal(.entering("owner"), as: "owner") == nil)
        #expect(live.refusal(.entering("app"), as: "app") == nil)
    }

    @Test func `a limit that is set to 0 is taken away, and told`() throws {
        let live = TestLive { $0.info.maxMemberCount = 5 }
        let outcome = try live.perform(.setting { $0.maxMemberCount = 0 }, as: "owner")
        #expect(outcome.updated?.changes.maxMemberCount == 0)
        #expect(live.room.info.maxMemberCount == nil)
        #expect(live.refusal(.setting { $0.maxMemberCount = -1 }, as: "owner") == .illegalParameter)
    }
}
