import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Links and battles between lives over real sockets. Each test looks at what users are told, and at what the server stores.
@Suite(.timeLimit(.minutes(5)))
struct CoHostTests {
    /// Joins r1 of `host` and r2 of `other`.
    private func join(_ host: Robot, _ other: Robot) async throws {
        let asking = try await host.send(.requestLink("r2", extraInfo: "hi"))
        let request = try await other.hear(.coHostRequested)
        #expect(request.inviter.liveID.rawValue == "r1" && request.extraInfo == "hi" && request.durable == nil)
        #expect(try await host.reply(to: asking).code == .success)
        let answering = try await other.send(.answerLink("r1"), in: "r2")
        let changed = try await host.hear(.coHostChanged)
        #expect(changed.link?.hosts.map(\.liveID.rawValue) == ["r1", "r2"] && changed.durable != nil)
        #expect(try await other.hear(.coHostChanged).link?.hosts == changed.link?.hosts)
        _ = try await other.reply(to: answering)
    }

    @Test func `two hosts are joined, their viewers see both, and who leaves leaves both alone`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            let viewer = try await Robot.viewer(server)
            try await join(host, other)
            #expect(try await viewer.hear(.coHostChanged).joined.map(\.user.userID.rawValue) == ["host", "other"])
            let late = try await Robot.logIn("late", server)
            try await late.ask(.join)
            #expect(try await late.hear(.snapshot).coHosts?.link?.hosts.count == 2)
            #expect(try await viewer.refusal(of: .exitLink).code == .ownerRequired)
            #expect(try await host.refusal(of: .requestLink("r2")).code == .roomInConnection)
            try await other.ask(.exitLink, in: "r2")
            let left = try await viewer.hear(.coHostChanged)
            #expect(left.link == nil && left.left.count == 2)
            #expect(try await other.ask(.coHosts, in: "r2").coHosts == nil)
        }
    }

    @Test func `a muted host is told to all in the own live and to nobody in the other, and the log says who did it`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            let viewer = try await Robot.viewer(server)
            try await join(host, other)
            _ = try await viewer.hear(.coHostChanged)
            #expect(try await viewer.refusal(of: .muteHost(of: "r2")).code == .ownerRequired)
            #expect(try await host.refusal(of: .muteHost(of: "r3")).code == .connectionNotExist)
            try await host.ask(.muteHost(of: "r2"))
            #expect(try await viewer.hear(.coHostChanged).mutedLives == [Samples.id("r2")])
            let late = try await Robot.logIn("late", server)
            try await late.ask(.join)
            #expect(try await late.hear(.snapshot).coHosts?.mutedLives == [Samples.id("r2")])
            #expect(try await other.ask(.coHosts, in: "r2").coHosts?.mutedLives == nil)
            let log = try await host.ask(.log()).entries
            #expect(log.map(\.record.action) == [.hostMute, .linkJoin, .linkRequest])
            #expect(log.first?.record.userID?.rawValue == "other" && log.first?.record.reason == "r2")
            #expect(log.last?.record.by?.rawValue == "host" && log.last?.record.source == .client)
            try await other.ask(.exitLink, in: "r2")
            let alone = try await viewer.hear(.coHostChanged)
            #expect(alone.link == nil && alone.mutedLives == nil, "the other live was told nothing of it before")
        }
    }

    @Test func `a request is refused by the numbers of clients, rejected, and lapses`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            #expect(try await host.ask(.requestLink("nowhere")).code == .noSuchLive)
            #expect(try await host.refusal(of: .requestLink("r2")).code == .creatingConnectionTooFrequent)
            #expect(try await host.refusal(of: .requestLink("r1")).code == .illegalParameter)
            let asking = try await other.send(.requestLink("r1", seconds: 3), in: "r2")
            #expect(try await host.hear(.coHostRequested).inviter.user.userID.rawValue == "other")
            #expect(try await other.reply(to: asking).code == .success)
            #expect(try await other.hear(.coHostRequestEnded).outcome == .timedOut)
            #expect(try await host.hear(.coHostRequestEnded).outcome == .timedOut)
            #expect(try await host.refusal(of: .answerLink("r2")).code == .connectionNotExist)
        }
    }

    @Test func `a live that ends leaves the other one alone`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            try await join(host, other)
            try await other.ask(.end, in: "r2")
            #expect(try await host.hear(.coHostChanged).link == nil)
            #expect(try await host.ask(.coHosts).coHosts == nil)
        }
    }

    @Test func `a battle that gifts decide has the same result in both lives`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            let viewer = try await Robot.viewer(server)
            try await join(host, other)
            try await viewer.ask(.give("before"))
            let asking = try await host.send(.requestBattle("other", seconds: 3, needsResponse: true))
            let asked = try await other.hear(.battleRequested)
            #expect(asked.inviter.user.userID.rawValue == "host")
            #expect(try await host.reply(to: asking).battle.sides.map(\.code) == [nil, .success])
            try await other.send(.answerBattle(asked.battle.battleID), in: "r2")
            let started = try await viewer.hear(.battleChanged)
            #expect(started.reason == .started && started.battle.taking.count == 2)
            try await viewer.send(.give("during", count: 3))
            var ended = try await viewer.hear(.battleChanged)
            while ended.reason != .ended { ended = try await viewer.hear(.battleChanged) }
            var there = try await other.hear(.battleChanged)
            while there.reason != .ended { there = try await other.hear(.battleChanged) }
            #expect(ended.battle == there.battle && ended.battle.end == .timeOver)
            #expect(ended.battle.sides.map(\.score) == [3, 0], "gifts of before do not count")
            #expect(try await host.ask(.coHosts).coHosts?.link?.hosts.count == 2, "the link stays")
        }
    }

    @Test func `after a restart a link is as it was`() async throws {
        let storage = try TestServer.emptyStorage()
        let hosts = ["1", "2"].map { number in
            CoHost(
                liveID: Samples.id("r\(number)"), user: UserInfo(userID: Samples.id("host\(number)")))
        }
        let tickets = [CoHostTicket(unchecked: "s-2"), CoHostTicket(unchecked: "s-1")]
        var course = CoHostLinkCourse(
            Samples.id("s-2"), founder: CoHostPlace(host: hosts[0], ticket: tickets[0]), templateID: 600)
        let place = CoHostPlace(host: hosts[1], ticket: tickets[1])
        _ = course.receive(
            CoHostLetter(
                from: .live(hosts[0].liveID), to: .link(Samples.id("s-2")),
                .join(founder: CoHostPlace(host: hosts[0], ticket: tickets[0]), joining: place, templateID: 600)),
            livesMax: 9)
        for (host, ticket) in zip(hosts, tickets) {
            var record = Samples.room(
                host.liveID.rawValue, session: "\(host.liveID)-start", owner: host.user)
            record.endsWithoutOwner = false
            record.coHosts.membership = CoHostRecord.Membership(ticket: ticket, link: course.link)
            _ = try await storage.commit([.createRoom(record)])
        }
        _ = try await storage.commit([.coHostCourse(id: "link/s-2", .link(course))])
        try await TestServer.run(storage: storage) { server in
            let host = try await Robot.viewer(as: "host1", server)
            #expect(try await host.ask(.coHosts).coHosts?.link?.hosts == hosts)
            let other = try await Robot.viewer(of: "r2", as: "host2", server)
            try await other.ask(.exitLink, in: "r2")
            #expect(try await host.hear(.coHostChanged).link == nil)
        }
    }

    @Test func `the backend begins a battle, sets scores beside the gifts and reads them`() async throws {
        try await RESTStage.run { stage in
            let room: [String: Any] = ["RoomId": "r2", "RoomType": "Live", "Owner_Account": "host"]
            #expect(try await stage.backend.code("create_room", ["RoomInfo": room]) == 0)
            func call(_ command: String, _ fields: [String: Any]) async throws -> [String: Any] {
                try await stage.backend.call("live_engine_http_pk/\(command)", fields)
            }
            let made = try await call(
                "create_battle", ["FromRoomId": "r1", "ToRoomIdList": ["r2", "ghost"], "Duration": 60_000])
            let lines = try await stage.backend.response("ovation_moderation_srv/get_log", ["RoomId": "r1"])
            let actions = try #require(lines["EntryList"] as? [[String: Any]])
            #expect(actions.map { $0["Action"] as? String } == ["battleStart", "battleRequest"])
            #expect(actions.last?["Source"] as? String == "rest")
            let created = RESTCaller.response(of: made)
            let battle = try #require(created["BattleId"] as? String)
            let results = created["Result"] as? [[String: Any]]
            #expect(results?.compactMap { $0["ResultCode"] as? Int } == [0, 1])
            let again = try await call("create_battle", ["FromRoomId": "r1", "ToRoomIdList": ["r2"]])
            #expect(again["ErrorCode"] as? Int == 100_415)
            let scores: [[String: Any]] = [["RoomId": "r1", "Score": 7], ["RoomId": "ghost", "Score": 1]]
            let set = try await call("set_battle_score", ["BattleId": battle, "OpType": 1, "ScoreList": scores])
            let answers = RESTCaller.response(of: set)["Result"] as? [[String: Any]]
            #expect(answers?.compactMap { $0["ResultCode"] as? Int } == [0, 1])
            let info = RESTCaller.response(of: try await call("get_battle_info", ["RoomId": "r2"]))
            #expect(info["BattleId"] as? String == battle && info["Status"] as? Int == 1)
            let from = try JSONSerialization.data(withJSONObject: info["FromRoomInfo"] ?? [:], options: .sortedKeys)
            #expect(String(decoding: from, as: UTF8.self).contains(#""Score":7"#))
            let wrong = try await call("set_battle_score", ["BattleId": "none", "OpType": 1, "ScoreList": scores])
            #expect(wrong["ErrorCode"] as? Int == 100_411)
        }
    }

    @Test func `the app's backend hears that a battle is asked for, begins and ends`() async throws {
        let commands = ["Create", "Start", "End"].map { "Live.CallbackAfter\($0)Battle" }
        try await CallbackWorld.run(commands) { world async throws in
            let host = try await world.create("r1", by: "host")
            let other = try await world.create("r2", by: "other")
            try await join(host, other)
            let battle = try await host.ask(.requestBattle("other", seconds: 60)).battle
            try await other.ask(.exitBattle(battle.battleID), in: "r2")
            for command in commands {
                let body = await world.callback(command, number: 1).json
                #expect(body["BattleId"] as? String == battle.battleID.rawValue, "\(command)")
            }
            let end = await world.callback(commands[2], number: 1).json
            #expect(end["OpType"] as? Int == 1)
        }
    }
}
