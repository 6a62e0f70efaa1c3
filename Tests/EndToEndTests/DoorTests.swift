import Foundation
import Logging
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationServer

/// What one user may cost everybody, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct DoorTests {
    private static func open(_ user: String, _ server: TestServer) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        return client
    }

    private static func create(_ live: String, over client: RawClient, id: Int = 2) async throws -> [String: Any] {
        try await client.send(#"{"id":\#(id),"op":"room.create","data":{"liveID":"\#(live)"}}"#)
        return try await client.reply(to: id)
    }

    /// Many frames in one write, so that the server reads them all at once.
    private static func burst(_ texts: [String], over client: RawClient) async throws {
        try await client.send(bytes: texts.flatMap { RawClient.masked(Array($0.utf8)) })
    }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    private static func updates(_ count: Int, from id: Int = 100) -> [String] {
        (0..<count).map {
            #"{"id":\#(id + $0),"op":"room.update","room":"r1","data":{"notice":"\#($0 % 2 == 0 ? "to" : "fro")"}}"#
        }
    }

    /// Reads the answers to so many commands with ids from 100 on, by their order.
    private static func answers(_ count: Int, over client: RawClient) async throws -> [[String: Any]] {
        var answers: [Int: [String: Any]] = [:]
        while answers.count < count, let frame = await client.nextText() {
            let json = frame.json
            if let id = json["id"] as? Int, id >= 100 { answers[id] = json }
        }
        #expect(answers.count == count)
        return answers.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Changes

    @Test func `a user who changes a live without a pause is told when to go on, and nobody else is`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let host = try await Self.open("host", server)
            _ = try await Self.create("r1", over: host)
            try await Self.burst(Self.updates(300), over: host)
            let answers = try await Self.answers(300, over: host)
            // Fifty at once, and creating the live was one of them.
            #expect(answers.prefix(49).allSatisfy { $0["ok"] != nil })
            for answer in answers.dropFirst(49) {
                let error = try #require(answer["error"] as? [String: Any])
                #expect(error["code"] as? Int == 110_030 && error["temporary"] as? Bool == true)
                #expect(error["retryAfterMilliseconds"] as? Int == 200)
            }
            let other = try await Self.open("other", server)
            #expect(try await Self.create("r2", over: other)["ok"] != nil)
            clock.advance(milliseconds: 200)
            try await host.send(#"{"id":5,"op":"room.update","room":"r1","data":{"notice":"later"}}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil)
        }
    }

    @Test(arguments: [
        #"{"id":100,"op":"room.update","room":"r1","data":{"notice":"new"}}"#,
        #"{"id":100,"op":"room.metadata","room":"r1","data":{"set":{"key":"new"}}}"#,
        #"{"id":100,"op":"audience.mute","room":"r1","data":{"userID":"fan","muted":true}}"#,
        #"{"id":100,"op":"audience.kick","room":"r1","data":{"userID":"fan"}}"#,
        #"{"id":100,"op":"audience.ban","room":"r1","data":{"userID":"fan"}}"#,
        #"{"id":100,"op":"audience.admin","room":"r1","data":{"userID":"fan","isAdmin":true}}"#,
        #"{"id":100,"op":"room.end","room":"r1"}"#,
    ]) func `a connection whose changes wait for the disk is read no further`(command: String) async throws {
        var limits = Limits()
        limits.ordersInFlightMax = 1
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(limits: limits, storage: storage, eventLoops: 1) { server in
            let host = try await Self.open("host", server)
            _ = try await Self.create("r1", over: host)
            let fan = try await Self.open("fan", server)
            try await fan.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            _ = try await fan.event("room.snapshot")
            storage.script(.hold)
            // A command that only needs memory is answered at once, unless the connection is read no further.
            try await Self.burst([command, #"{"id":101,"op":"session.ping"}"#], over: host)
            await storage.waitUntilHeld()
            for id in 60...62 {
                try await fan.send(#"{"id":\#(id),"op":"session.ping"}"#)
                _ = try await fan.reply(to: id)
            }
            storage.release()
            var order: [Int] = []
            while order.count < 2, let frame = await host.nextText() {
                if let id = frame.json["id"] as? Int { order.append(id) }
            }
            #expect(order == [100, 101], "what was read behind it is answered behind it")
        }
    }

    @Test func `a profile that stays as it was is not kept again`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server in
            let client = try await Self.open("user", server)
            for (id, name) in ["Ann", "Ann", "Ben"].enumerated() {
                try await client.send(#"{"id":\#(10 + id),"op":"user.update","data":{"nickname":"\#(name)"}}"#)
                #expect(try await client.reply(to: 10 + id)["ok"] != nil)
            }
            let names = await storage.kept { _ in true }.compactMap { write -> String? in
                if case .profile(_, let profile) = write { profile.nickname } else { nil }
            }
            #expect(names == ["Ann", "Ben"])
        }
    }

    // MARK: Lives

    @Test func `a live that its creator cannot enter is not made`() async throws {
        var limits = Limits()
        limits.roomsPerSessionMax = 2
        try await TestServer.run(limits: limits) { server in
            let host = try await Self.open("host", server)
            for live in ["r1", "r2"] { #expect(try await Self.create(live, over: host)["ok"] != nil) }
            #expect(Self.code(try await Self.create("r3", over: host, id: 3)) == -2108)
            try await host.send(#"{"id":4,"op":"room.info","room":"r3"}"#)
            #expect(Self.code(try await host.reply(to: 4)) == 100_004)
            #expect(try await server.storage.lastRoom(Samples.id("r3")) == nil)
            // The place that was not taken is free, and the live that one is in can be created again.
            #expect(try await Self.create("r2", over: host, id: 5)["ok"] != nil)
            try await host.send(#"{"id":6,"op":"room.end","room":"r1"}"#)
            #expect(try await host.reply(to: 6)["ok"] != nil)
            #expect(try await Self.create("r3", over: host, id: 7)["ok"] != nil)
        }
    }

    @Test func `a user has so many open lives, and those that the backend makes are not among them`() async throws {
        var limits = Limits()
        limits.userLivesMax = 2
        try await TestServer.run(limits: limits) { server in
            let host = try await Self.open("host", server)
            let backend = RESTCaller(server)
            _ = try await backend.response(
                "create_room", ["RoomInfo": ["RoomId": "b1", "RoomType": "Live", "Owner_Account": "host"]])
            for live in ["r1", "r2"] { #expect(try await Self.create(live, over: host)["ok"] != nil) }
            let refused = try await Self.create("r3", over: host, id: 3)
            #expect(Self.code(refused) == 110_034)
            #expect((refused["error"] as? [String: Any])?["retryAfterMilliseconds"] == nil)
            #expect(try await server.storage.lastRoom(Samples.id("r3")) == nil)
            _ = try await backend.response(
                "create_room", ["RoomInfo": ["RoomId": "b2", "RoomType": "Live", "Owner_Account": "host"]])
            // One's own live is there to be entered again, and the end of one makes room for another.
            #expect(try await Self.create("r2", over: host, id: 4)["ok"] != nil)
            try await host.send(#"{"id":5,"op":"room.end","room":"r1"}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil)
            #expect(try await Self.create("r3", over: host, id: 6)["ok"] != nil)
            let other = try await Self.open("other", server)
            #expect(try await Self.create("r4", over: other)["ok"] != nil)
        }
    }

    @Test func `lives that were open before a restart count, and a user creates so many an hour`() async throws {
        let storage = try TestServer.emptyStorage()
        try await TestServer.run(storage: storage) { server in
            let host = try await Self.open("host", server)
            #expect(try await Self.create("r1", over: host)["ok"] != nil)
        }
        var limits = Limits()
        limits.userLivesMax = 2
        limits.userCreationsPerHour = 1
        limits.userCreationsBurst = 1
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, storage: storage, clock: clock.server) { server in
            let host = try await Self.open("host", server)
            #expect(try await Self.create("r2", over: host)["ok"] != nil)
            #expect(Self.code(try await Self.create("r3", over: host)) == 110_034)
            try await host.send(#"{"id":5,"op":"room.end","room":"r2"}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil)
            let early = try #require(try await Self.create("r3", over: host)["error"] as? [String: Any])
            #expect(early["code"] as? Int == 110_035 && early["retryAfterMilliseconds"] as? Int == 3_600_000)
            // Refused, it left its id to others.
            let other = try await Self.open("other", server)
            #expect(try await Self.create("r3", over: other)["ok"] != nil)
            clock.advance(seconds: 3_600)
            let late = try await Self.open("host", server)
            #expect(try await Self.create("r4", over: late)["ok"] != nil)
        }
    }

    @Test func `another's live keeps its viewer who tried to create it`() async throws {
        var limits = Limits()
        limits.roomsPerSessionMax = 1
        try await TestServer.run(limits: limits) { server in
            let host = try await Self.open("host", server)
            _ = try await Self.create("r1", over: host)
            let fan = try await Self.open("fan", server)
            #expect(Self.code(try await Self.create("r1", over: fan)) == 100_003)
            // The place that the attempt took is free again.
            #expect(try await Self.create("mine", over: fan, id: 3)["ok"] != nil)
            let guest = try await Self.open("guest", server)
            try await guest.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            _ = try await guest.event("room.snapshot")
            #expect(Self.code(try await Self.create("r1", over: guest, id: 3)) == 100_003)
            try await guest.send(#"{"id":4,"op":"barrage.send","room":"r1","data":{"text":"still here"}}"#)
            _ = try await guest.event("barrage.sent")
            // A session in one live is in no other.
            #expect(Self.code(try await Self.create("r9", over: guest, id: 5)) == -2108)
        }
    }

    // MARK: Addresses

    @Test func `handshakes of one address are refused with when to come again, in whichever form they come`()
        async throws
    {
        var limits = Limits()
        limits.addressHandshakesPerSecond = 1
        limits.addressHandshakesBurst = 2
        let clock = StoppedClock()
        let proxies = [try #require(CIDRBlock("127.0.0.1"))]
        try await TestServer.run(limits: limits, clock: clock.server, trustedProxies: proxies) { server in
            func head(from address: String, _ more: String = "X-Note: plain") async throws -> String {
                let client = try await RawClient.connect(port: server.port)
                let headers = ["Sec-WebSocket-Protocol: ovation.v1.json", "X-Forwarded-For: \(address)", more]
                try await client.send(bytes: Array(RawClient.handshake(port: server.port, headers: headers).utf8))
                return await client.readHead() ?? ""
            }
            #expect(try await head(from: "192.0.2.1").hasPrefix("HTTP/1.1 101"))
            // With a space at the end of a header the request is left to NIO's parser.
            #expect(try await head(from: "192.0.2.1", "X-Note: less plain ").hasPrefix("HTTP/1.1 101"))
            for form in ["X-Note: plain", "X-Note: less plain "] {
                let refused = try await head(from: "192.0.2.1", form).lowercased()
                #expect(refused.hasPrefix("http/1.1 429"), "\(refused)")
                #expect(refused.contains("retry-after: 1"), "\(refused)")
            }
            #expect(try await head(from: "192.0.2.2").hasPrefix("HTTP/1.1 101"))
            for host in 1...2 { #expect(try await head(from: "2001:db8::\(host)").hasPrefix("HTTP/1.1 101")) }
            #expect(try await head(from: "2001:db8::3").hasPrefix("HTTP/1.1 429"), "they share a network of 64 bits")
            #expect(try await head(from: "2001:db8:0:1::3").hasPrefix("HTTP/1.1 101"))
            clock.advance(seconds: 1)
            #expect(try await head(from: "192.0.2.1").hasPrefix("HTTP/1.1 101"))
        }
    }

    @Test func `logins of one address are refused with when to come again, and the client may come back`() async throws
    {
        var limits = Limits()
        limits.addressLoginsPerSecond = 10
        limits.addressLoginsBurst = 2
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            for user in ["ann", "ben"] { _ = try await Self.open(user, server) }
            let third = try await RawClient.open(port: server.port)
            let error = try #require(try await third.logIn("cid")["error"] as? [String: Any])
            #expect(error["code"] as? Int == 110_031 && error["retryAfterMilliseconds"] as? Int == 100)
            #expect(await third.closeCode() == 1013)
            clock.advance(milliseconds: 100)
            #expect(try await RawClient.open(port: server.port).logIn("cid")["ok"] != nil)
        }
    }

    @Test func `entries from one address are refused with when to come again, a login's lives included`() async throws {
        var limits = Limits()
        limits.addressJoinsPerSecond = 1
        limits.addressJoinsBurst = 2
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let host = try await Self.open("host", server)
            _ = try await Self.create("r1", over: host)
            let fan = try await Self.open("fan", server)
            for id in 2...3 {
                try await fan.send(#"{"id":\#(id),"op":"room.join","room":"r1"}"#)
                #expect(try await fan.reply(to: id)["ok"] != nil)
            }
            try await fan.send(#"{"id":4,"op":"room.join","room":"r1"}"#)
            let error = try #require(try await fan.reply(to: 4)["error"] as? [String: Any])
            #expect(error["code"] as? Int == 110_032 && error["retryAfterMilliseconds"] as? Int == 1_000)
            try await fan.send(#"{"id":5,"op":"room.join","room":"nothing"}"#)
            #expect(Self.code(try await fan.reply(to: 5)) == 100_004)
            let back = try await RawClient.open(port: server.port)
            try await back.send(
                """
                {"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"fan","userSig":"dev","resume":\
                {"session":"gone","rooms":[{"room":"r1","epoch":"e","seq":0,"durable":0}]}}}
                """)
            #expect(Self.code(try await back.reply(to: 1)) == 110_032)
            #expect(await back.closeCode() == 1013)
        }
    }

    @Test func `by default five thousand enter at once from one address, and nineteen thousand connect`() {
        let clock = ManualClock()
        let limits = Limits()
        let gates = RateGates(
            limits: limits, clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }),
            metrics: ServerMetrics(factory: PrometheusRegistry(), limits: limits),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let loopback = AddressKey("127.0.0.1")
        #expect((0..<19_000).allSatisfy { _ in gates.refusal(ofHandshakeFrom: loopback) == nil })
        #expect((0..<19_000).allSatisfy { _ in gates.refusal(ofLoginFrom: loopback, resuming: 0) == nil })
        #expect((0..<19_000).allSatisfy { _ in gates.refusal(ofJoinsFrom: loopback) == nil })
        // And there is no exception for loopback.
        #expect((0..<2_000).contains { _ in gates.refusal(ofHandshakeFrom: loopback) != nil })
        #expect(gates.refusal(ofHandshakeFrom: nil) == nil)
    }

    // MARK: Names

    @Test func `a changed name reaches the lives that the user is a robot in, and no others`() async throws {
        try await RESTStage.run { stage in
            try await stage.importAccounts("bot", "other")
            _ = try await stage.backend.response("create_room", ["RoomInfo": ["RoomId": "r2", "RoomType": "Live"]])
            for (live, robot) in [("r1", "bot"), ("r2", "other")] {
                _ = try await stage.backend.response("add_robot", ["RoomId": live, "RobotList_Account": [robot]])
            }
            let bot = try await RESTStage.logIn("bot", stage.server)
            #expect(try await RESTStage.command("user.update", room: nil, #"{"nickname":"Robbie"}"#, over: bot) == 0)
            let page = try await RESTStage.answer("audience.list", over: stage.viewer)
            let users = ((page["ok"] as? [String: Any])?["audience"] as? [[String: Any]]) ?? []
            #expect(users.contains { $0["userID"] as? String == "bot" && $0["userName"] as? String == "Robbie" })
        }
    }
}
