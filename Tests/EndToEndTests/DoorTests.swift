import Foundation
import Logging
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

@testable import OvationHTTP
@testable import OvationObservability
@testable import OvationSupport

/// Limits on how much one user may cost everybody else, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct DoorTests {
    // MARK: Changes

    @Test func `a user who changes a live too fast is refused with a time to retry, and nobody else is`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let host = try await Robot.host(server)
            let updates = try await host.send((0..<300).map { number in Wish.update { $0.notice = "\(number % 2)" } })
            var refusals: [Rejection] = []
            for (index, sent) in updates.enumerated() {
                guard case .failure(let rejection) = try await host.answer(to: sent) else { continue }
                // The burst is fifty, and creating the live took one of them.
                #expect(index >= 49)
                refusals.append(rejection)
            }
            #expect(refusals.count == 251)
            for refusal in refusals {
                #expect(refusal.code.rawValue == 110_030 && refusal.code.isTemporary)
                #expect(refusal.retryAfterMilliseconds == 200)
            }
            let other = try await Robot.logIn("other", server)
            try await other.ask(.create("r2"))
            clock.advance(milliseconds: 200)
            try await host.ask(.update { $0.notice = "later" })
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
    ]) func `a connection whose change waits for the disk is not read further`(command: String) async throws {
        var limits = Limits()
        limits.ordersInFlightMax = 1
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(limits: limits, storage: storage, eventLoops: 1) { server in
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            storage.script(.hold)
            // The server answers a ping at once if it still reads the connection.
            try await host.raw.send(
                bytes: [command, #"{"id":101,"op":"session.ping"}"#].flatMap { RawClient.masked(Array($0.utf8)) })
            await storage.waitUntilHeld()
            for _ in 1...3 { try await fan.ask(.ping) }
            storage.release()
            var order: [Int64] = []
            while order.count < 2, let frame = try await host.next() {
                if let id = frame.repliesTo { order.append(id) }
            }
            #expect(order == [100, 101], "commands sent after the change are answered after it")
        }
    }

    @Test func `an unchanged profile is not stored again`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server in
            let robot = try await Robot.logIn("user", server)
            for name in ["Ann", "Ann", "Ben"] { try await robot.ask(.profile(nickname: name)) }
            let names = await storage.kept { _ in true }.compactMap { write -> String? in
                if case .profile(_, let profile) = write { profile.nickname } else { nil }
            }
            #expect(names == ["Ann", "Ben"])
        }
    }

    // MARK: Lives

    @Test func `a live is not created if its creator cannot enter it`() async throws {
        var limits = Limits()
        limits.roomsPerSessionMax = 2
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.logIn("host", server)
            for live in ["r1", "r2"] { try await host.ask(.create(live)) }
            #expect(try await host.code(.create("r3")) == -2108)
            #expect(try await host.code(.info, in: "r3") == 100_004)
            #expect(try await server.storage.lastRoom(Samples.id("r3")) == nil)
            // The refused creation took no place, and the creator may create the live that they are in again.
            try await host.ask(.create("r2"))
            try await host.ask(.end)
            try await host.ask(.create("r3"))
        }
    }

    @Test func `a user may have a limited number of open lives, and those that the backend creates do not count`()
        async throws
    {
        var limits = Limits()
        limits.userLivesMax = 2
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.logIn("host", server)
            let backend = RESTCaller(server)
            _ = try await backend.response(
                "create_room", ["RoomInfo": ["RoomId": "b1", "RoomType": "Live", "Owner_Account": "host"]])
            for live in ["r1", "r2"] { try await host.ask(.create(live)) }
            let refusal = try await host.refusal(of: .create("r3"))
            #expect(refusal.code == .tooManyLives)
            #expect(refusal.retryAfterMilliseconds == nil)
            #expect(try await server.storage.lastRoom(Samples.id("r3")) == nil)
            _ = try await backend.response(
                "create_room", ["RoomInfo": ["RoomId": "b2", "RoomType": "Live", "Owner_Account": "host"]])
            // Owners may enter their own live again, and the end of one makes room for another.
            try await host.ask(.create("r2"))
            try await host.ask(.end)
            try await host.ask(.create("r3"))
            try await Robot.logIn("other", server).ask(.create("r4"))
        }
    }

    @Test func `open lives from before a restart count, and a user may create only so many an hour`() async throws {
        let storage = try TestServer.emptyStorage()
        try await TestServer.run(storage: storage) { server in
            _ = try await Robot.host(server)
        }
        var limits = Limits()
        limits.userLivesMax = 2
        limits.userCreationsPerHour = 1
        limits.userCreationsBurst = 1
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, storage: storage, clock: clock.server) { server in
            let host = try await Robot.host(of: "r2", server)
            #expect(try await host.code(.create("r3")) == 110_034)
            try await host.ask(.end, in: "r2")
            let early = try await host.refusal(of: .create("r3"))
            #expect(early.code == .creationsTooFrequent && early.retryAfterMilliseconds == 3_600_000)
            // The refused creation has not taken the id, so another user gets it.
            _ = try await Robot.host(of: "r3", as: "other", server)
            clock.advance(seconds: 3_600)
            _ = try await Robot.host(of: "r4", server)
        }
    }

    @Test func `a viewer stays in a live after trying to create it, and the attempt takes no place`() async throws {
        var limits = Limits()
        limits.roomsPerSessionMax = 1
        try await TestServer.run(limits: limits) { server in
            _ = try await Robot.host(server)
            let fan = try await Robot.logIn("fan", server)
            #expect(try await fan.code(.create("r1")) == 100_003)
            // The failed attempt takes no place.
            try await fan.ask(.create("mine"))
            let guest = try await Robot.viewer(as: "guest", server)
            #expect(try await guest.code(.create("r1")) == 100_003)
            try await guest.send(.say("still here"))
            #expect(try await guest.hear(.barrage).text == "still here")
            // The session is still in r1, and it may be in one live only.
            #expect(try await guest.code(.create("r9")) == -2108)
        }
    }

    // MARK: Addresses

    @Test func `too many handshakes from one address are refused with a time to retry, by either parser`()
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
            // A space at the end of a header makes the server leave the request to NIO's parser.
            #expect(try await head(from: "192.0.2.1", "X-Note: less plain ").hasPrefix("HTTP/1.1 101"))
            for form in ["X-Note: plain", "X-Note: less plain "] {
                let refused = try await head(from: "192.0.2.1", form).lowercased()
                #expect(refused.hasPrefix("http/1.1 429"), "\(refused)")
                #expect(refused.contains("retry-after: 1"), "\(refused)")
            }
            #expect(try await head(from: "192.0.2.2").hasPrefix("HTTP/1.1 101"))
            for host in 1...2 { #expect(try await head(from: "2001:db8::\(host)").hasPrefix("HTTP/1.1 101")) }
            #expect(try await head(from: "2001:db8::3").hasPrefix("HTTP/1.1 429"), "both addresses are in one network of 64 bits")
            #expect(try await head(from: "2001:db8:0:1::3").hasPrefix("HTTP/1.1 101"))
            clock.advance(seconds: 1)
            #expect(try await head(from: "192.0.2.1").hasPrefix("HTTP/1.1 101"))
        }
    }

    @Test func `too many logins from one address are refused with a time to retry, and a later one succeeds`()
        async throws
    {
        var limits = Limits()
        limits.addressLoginsPerSecond = 10
        limits.addressLoginsBurst = 2
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            for user in ["ann", "ben"] { _ = try await Robot.logIn(user, server) }
            let third = try await Robot.connect(server)
            let refusal = try await third.refusal(of: .open("cid"))
            #expect(refusal.code == .loginsTooFrequent && refusal.retryAfterMilliseconds == 100)
            #expect(await third.raw.closeCode() == 1013)
            clock.advance(milliseconds: 100)
            _ = try await Robot.logIn("cid", server)
        }
    }

    @Test func `too many entries from one address are refused with a time to retry, and so are those of a resume`()
        async throws
    {
        var limits = Limits()
        limits.addressJoinsPerSecond = 1
        limits.addressJoinsBurst = 2
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            _ = try await Robot.host(server)
            let fan = try await Robot.logIn("fan", server)
            for _ in 1...2 { try await fan.ask(.join) }
            let refusal = try await fan.refusal(of: .join)
            #expect(refusal.code == .joinsTooFrequent && refusal.retryAfterMilliseconds == 1_000)
            #expect(try await fan.code(.join, in: "nothing") == 100_004)
            let back = try await Robot.connect(server)
            let place = SessionOpen.Position(room: Samples.id("r1"), epoch: "e", seq: 0, durable: 0, sessionID: nil)
            let resume = SessionOpen.Resume(session: Samples.id("gone"), rooms: [place])
            #expect(try await back.code(.open("fan", resuming: resume)) == 110_032)
            #expect(await back.raw.closeCode() == 1013)
        }
    }

    @Test func `the default limits let nineteen thousand users of one address connect, log in and enter at once`() {
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
        // Loopback is no exception.
        #expect((0..<2_000).contains { _ in gates.refusal(ofHandshakeFrom: loopback) != nil })
        #expect(gates.refusal(ofHandshakeFrom: nil) == nil)
    }

    // MARK: Names

    @Test func `a robot's new name reaches the lives that the robot is in and no others`() async throws {
        try await RESTStage.run { stage in
            try await stage.importAccounts("bot", "other")
            _ = try await stage.backend.response("create_room", ["RoomInfo": ["RoomId": "r2", "RoomType": "Live"]])
            for (live, robot) in [("r1", "bot"), ("r2", "other")] {
                _ = try await stage.backend.response("add_robot", ["RoomId": live, "RobotList_Account": [robot]])
            }
            try await Robot.logIn("bot", stage.server).ask(.profile(nickname: "Robbie"))
            let users = try await stage.viewer.ask(.audience()).audience
            #expect(users.contains { $0.userID == Samples.id("bot") && $0.userName == "Robbie" })
        }
    }
}
