import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// Messages that are deleted and pinned, as connected clients see them.
@Suite(.timeLimit(.minutes(5)))
struct BarrageEditTests {
    private typealias World = ReplayWorld

    private static func say(_ text: String, _ robot: Robot) async throws -> Int64 {
        try #require(try await robot.ask(.say(text)).seq)
    }

    private static func history(_ snapshot: Heard<RoomSnapshot>) -> [String?] {
        snapshot.history.map(\.barrage.text)
    }

    /// What somebody sees who enters now.
    private static func enter(as user: String, _ server: TestServer) async throws -> Heard<RoomSnapshot> {
        let late = try await Robot.logIn(user, server)
        try await late.ask(.join)
        return try await late.hear(.snapshot)
    }

    @Test func `the description of a live has its three latest messages for who has not entered`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let passer = try await Robot.logIn("passer", server)
            #expect(try await passer.ask(.info).messages == nil)
            var seqs: [Int64] = []
            for text in ["one", "two", "three", "four"] { seqs.append(try await Self.say(text, host)) }
            let shown = try #require(try await passer.ask(.info).messages)
            #expect(shown.map(\.barrage.text) == ["two", "three", "four"])
            #expect(shown.map(\.seq) == Array(seqs.dropFirst()))
            try await host.ask(.delete(seqs[2]))
            #expect(try await passer.ask(.info).messages?.map(\.barrage.text) == ["one", "two", "four"])
            #expect(try await passer.ask(.info).audienceCount == 0)
            #expect(try await passer.ask(.lives()).rooms.allSatisfy { $0.messages == nil })
        }
    }

    @Test func `a deleted message is taken from everybody, and shown to nobody who comes later`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let other = try await Robot.viewer(as: "other", server)
            let seqs = try await [Self.say("one", viewer), Self.say("two", viewer), Self.say("three", host)]
            #expect(try await other.code(.delete(seqs[1])) == -2301)
            #expect(try await viewer.code(.delete(seqs[2])) == -2301)
            let sent = try await host.send(.delete(seqs[1], reason: "spam"))
            for robot in [viewer, other, host] {
                let deleted = try await robot.hear(.deleted)
                #expect(deleted.seq == seqs[1] && deleted.sender.rawValue == "viewer")
                #expect(deleted.by?.rawValue == "host" && deleted.reason == "spam" && deleted.durable != nil)
            }
            try await host.reply(to: sent)
            #expect(try await host.code(.delete(seqs[1])) == 110_090, "it is gone")
            try await viewer.ask(.delete(seqs[0]))
            #expect(Self.history(try await Self.enter(as: "late", server)) == ["three"])
            let log = try await host.ask(.log(count: 10)).entries.map(\.record)
            #expect(log.map(\.action) == [.deleteMessage], "what users do to their own messages is not logged")
            #expect(log.first?.userID?.rawValue == "viewer" && log.first?.reason == "spam")
        }
    }

    @Test func `who comes back is told of a deletion and not sent the message, from the ring and from the storage`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let visitor = try await World.enter("r1", as: "visitor", server)
            await visitor.robot.cut()
            _ = try await Self.say("stays", host)
            let seq = try await Self.say("goes", host)
            try await host.ask(.delete(seq))
            let fromRing = try await World.resume("visitor", session: visitor.session, [visitor.place], server)
            #expect(try fromRing.room(visitor.place.room).recovered)
            #expect(fromRing.frames.compactMap { $0.heard(.barrage)?.text } == ["stays"])
            // The deletion stands in the place of the message too, so that no number is missing.
            let deletions = fromRing.frames.compactMap { $0.heard(.deleted) }
            #expect(deletions.map(\.seq) == [seq, seq] && deletions.map { $0.durable != nil } == [false, true])
            #expect(deletions.first?.position?.seq == seq)
            let stored = try await World.resume(
                "visitor", session: visitor.session, [visitor.place.withoutRing], server)
            #expect(stored.frames.compactMap { $0.heard(.deleted)?.seq } == [seq])
            #expect(stored.frames.compactMap { $0.heard(.snapshot) }.map(Self.history) == [["stays"]])
        }
    }

    @Test func `pins reach those who are there and who come later, and outlast a restart`() async throws {
        let storage = try TestServer.emptyStorage()
        let pinned = Mutex<Int64>(0)
        try await TestServer.run(storage: storage) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let seqs = try await [Self.say("first", viewer), Self.say("second", viewer)]
            #expect(try await viewer.code(.pin(seqs[0])) == -2301)
            for seq in seqs {
                try await host.ask(.pin(seq))
                let event = try await viewer.hear(.pinned)
                #expect(
                    event.content.pinned.map(\.seq) == [seq] && event.by?.rawValue == "host" && event.durable != nil)
            }
            let seen = try #require(try await Self.enter(as: "late", server).content.pinned?.first)
            #expect(seen.barrage.text == "second" && seen.by?.rawValue == "host" && seen.seq == seqs[1])
            let log = try await host.ask(.log(count: 10)).entries.map(\.record.action)
            #expect(log == [.pinMessage, .pinMessage])
            pinned.withLock { $0 = seqs[1] }
        }
        try await TestServer.run(storage: storage) { server in
            let seq = pinned.withLock { $0 }
            #expect(try await Self.enter(as: "later", server).content.pinned?.map(\.seq) == [seq])
            // The server has forgotten the message, and knows it by its pin.
            let viewer = try await Robot.viewer(server)
            let sent = try await viewer.send(.delete(seq))
            #expect(try await viewer.hear(.pinned).content.pinned.isEmpty)
            try await viewer.reply(to: sent)
            #expect(try await Self.enter(as: "last", server).content.pinned == nil)
        }
    }

    @Test func `the backend deletes and pins over REST, and reads what is pinned`() async throws {
        let service = "ovation_moderation_srv/"
        try await RESTStage.run { stage in
            let seq = try await Self.say("hello", stage.host)
            let message: [String: Any] = ["RoomId": "r1", "MsgSeq": seq]
            #expect(try await stage.backend.code(service + "pin_message", message) == 0)
            let pinned = try await stage.viewer.hear(.pinned)
            #expect(pinned.by == nil && pinned.content.pinned.first?.barrage.text == "hello")
            let answer = try await stage.backend.response(service + "get_pinned_messages", ["RoomId": "r1"])
            let entry = try #require((answer["PinnedList"] as? [[String: Any]])?.first)
            #expect(entry["MsgSeq"] as? Int64 == seq && entry["TextContent"] as? String == "hello")
            #expect(entry["Sender_Account"] as? String == "host")
            let unpin = message.merging(["IsPinned": false]) { $1 }
            #expect(try await stage.backend.code(service + "pin_message", unpin) == 0)
            #expect(try await stage.viewer.hear(.pinned).content.pinned.isEmpty)
            let deletion = message.merging(["Reason": "off topic"]) { $1 }
            #expect(try await stage.backend.code(service + "delete_message", deletion) == 0)
            let deleted = try await stage.viewer.hear(.deleted)
            #expect(deleted.seq == seq && deleted.by == nil && deleted.reason == "off topic")
            #expect(try await stage.backend.code(service + "delete_message", deletion) == 110_090)
        }
    }

    @Test func `a user who deletes or pins too often is refused, also where nothing would change`() async throws {
        var limits = Limits()
        limits.userControlsPerSecond = 1
        limits.userControlsBurst = 3
        try await TestServer.run(limits: limits) { server in
            let viewer = try await Robot.host(as: "viewer", server)
            var codes: [Int] = []
            for _ in 0..<4 { codes.append(try await viewer.code(.delete(7))) }
            #expect(codes.contains(110_030))
        }
    }

    @Test func `who enters is told of the last gifts`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await Self.enter(as: "early", server).content.gifts == nil)
            for order in ["g1", "g2"] { try await World.give(order, by: viewer) }
            try await World.give("g3", by: host)
            let gifts = try #require(try await Self.enter(as: "late", server).content.gifts)
            #expect(gifts.map(\.gift.sender.userID.rawValue) == ["viewer", "host"])
            #expect(gifts.map(\.gift.count) == [2, 1])
        }
    }
}
