import Foundation
import OvationModel
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Lives from their beginning to their end, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomTests {
    @Test func `a live runs from its creation to its statistics`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await host.hear(.joined).user.userID.rawValue == "viewer")

            let listed = try #require(try await viewer.ask(.lives()).rooms.first)
            #expect(listed.info.liveID.rawValue == "r1")
            #expect(listed.audienceCount == 1)

            try await viewer.send(.say("hello"))
            #expect(try await host.hear(.barrage).text == "hello")
            #expect(try await viewer.hear(.barrage).text == "hello")

            try await viewer.send(.like(3))
            let likes = try await host.hear(.likes)
            #expect(likes.total == 3 && likes.added == 3)

            let order = Wish.give("o1", "crown", count: 2)
            let charged = try await viewer.ask(order)
            #expect(charged.coins == Samples.coins(200))
            #expect(charged.balance == Samples.coins(9_800))
            let gift = try await host.hear(.gift)
            #expect(gift.durable == charged.durable)
            #expect(gift.orderID == charged.orderID)

            let statistics = try await host.ask(.end)
            #expect(statistics.totalViewers == 1)
            #expect(statistics.totalGiftsSent == 2)
            #expect(statistics.totalGiftCoins == 200)
            #expect(statistics.totalUniqueGiftSenders == 1)
            #expect(statistics.totalLikesReceived == 3)
            #expect(statistics.totalMessageSent == 1)
            #expect(try await viewer.hear(.ended).reason == .endedByHost)

            #expect(try await viewer.code(.say("too late")) == 100_004)
            // A charged order gets its answer again although the live is over.
            #expect(try await viewer.ask(order) == charged)
        }
    }

    @Test func `a live continues without its owner, who may come back or end it from outside`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.leave)
            #expect(try await viewer.hear(.ownerLeft).user.userID.rawValue == "host")
            #expect(try await viewer.ask(.say("still here")).seq != nil)
            try await viewer.ask(.give("o1"))

            let back = try await host.ask(.join)
            #expect(back.role == .owner && !back.created)
            #expect(try await viewer.hear(.ownerJoined).user.userID.rawValue == "host")
            #expect(try await host.ask(.join).role == .owner, "a member may enter again")

            try await host.ask(.leave)
            #expect(try await host.ask(.end).totalGiftsSent == 1)
            #expect(try await viewer.hear(.ended).reason == .endedByHost)
        }
    }

    @Test func `only the host's own sessions find the host's lives, public or not`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            try await host.ask(.create("r2") { $0.isPublicVisible = false })
            _ = try await Robot.host(of: "r3", as: "other", server)

            func hosted(_ robot: Robot, count: Int? = nil) async throws -> [String]? {
                try await robot.ask(.lives(count: count)).hosted?.map(\.info.liveID.rawValue)
            }
            // The host on another device, or on the same page after a reload.
            let second = try await Robot.logIn("host", server)
            #expect(try await hosted(second) == ["r2", "r1"])
            #expect(
                try await hosted(second, count: 1) == ["r2"], "the list has as many lives as requested, newest first")
            let viewer = try await Robot.logIn("viewer", server)
            #expect(try await hosted(viewer) == nil)

            // The owner ends a live without being in it.
            try await second.ask(.end, in: "r2")
            #expect(try await hosted(second) == ["r1"])
            try await second.ask(.end)
            #expect(try await hosted(second) == nil)
        }
    }

    @Test func `a name may be in any direction, but may not turn the text around it`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            #expect(try await host.code(.profile(nickname: "avoN tsoH\u{202e}")) == 110_110)
            #expect(try await host.code(.profile(nickname: "\u{200f}\u{0639}\u{0644}\u{064a}")) == 0)
            #expect(try await host.code(.update { $0.liveName = "a\u{2066}" }) == 110_110)
            #expect(try await host.code(.update { $0.notice = "\u{202a}" }) == 110_110)
            #expect(try await host.code(.create("r2") { $0.liveName = "\u{202d}" }) == 110_110)
            #expect(try await host.code(.mute("bo", reason: "\u{2067}")) == 110_110)
            #expect(try await host.code(.say("a\u{2066}b\u{2069}")) == 0)
        }
    }

    @Test func `a repeated order gets the same bytes, and another order under its id gets a conflict`() async throws {
        try await TestServer.run { server in
            _ = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            func answer(_ count: Int) async throws -> String {
                try await viewer.raw.send(
                    #"{"id":90,"op":"gift.send","room":"r1","data":{"orderID":"same","giftID":"rose","count":\#(count)}}"#
                )
                while let frame = await viewer.raw.nextText() {
                    if frame.json["id"] as? Int == 90 { return frame.text }
                }
                return ""
            }
            let first = try await answer(1)
            #expect(first.contains(#""ok""#))
            #expect(try await answer(1) == first)
            #expect(try await answer(2).contains("110005"))
            #expect(try await viewer.ask(.wallet).balance == Samples.coins(9_999))
        }
    }

    @Test func `a gift that costs more than the wallet has is refused and leaves nothing behind`() async throws {
        try await TestServer.run { server in
            _ = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await viewer.code(.give("o1", "rocket", count: 3)) == 110_004)
            #expect(try await viewer.ask(.give("o1", "rocket", count: 2)).balance == .zero)
            #expect(try await server.storage.auditLedger().problems == [])
        }
    }

    @Test func `a kicked viewer hears of it, is out, and may come back unless banned`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.kick("viewer", reason: "spam"))
            #expect(try await viewer.hear(.kicked).reason == "spam")
            #expect(try await viewer.code(.say("still here?")) == 100_005)
            try await viewer.ask(.join)
            try await host.ask(.ban("viewer", seconds: 600))
            #expect(try await viewer.hear(.banned).banned)
            #expect(try await viewer.code(.join) == 100_016)
        }
    }

    @Test func `a mute survives leaving and joining again`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.mute("viewer"))
            #expect(try await viewer.hear(.muted).muted)
            try await viewer.ask(.leave)
            #expect(try await viewer.ask(.join).muted)
            #expect(try await viewer.code(.say("a")) == 100_017)
            #expect(try await viewer.code(.give("o1")) == 0, "gifts are never muted")
        }
    }

    @Test func `a viewer who comes back soon enough was never away and misses nothing`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.connect(server)
            let session = try await viewer.ask(.open("viewer")).session
            let joined = try await viewer.ask(.join)
            _ = try await host.hear(.joined)
            await viewer.cut()
            for number in 1...3 { try await host.ask(.say("message \(number)")) }
            try await host.ask(.give("g"))

            let again = try await Robot.connect(server)
            let opened = try await again.ask(.open("viewer", resuming: joined.resume(session)))
            #expect(opened.resumed)
            #expect(opened.rooms.map(\.recovered) == [true])
            for number in 1...3 { #expect(try await again.hear(.barrage).text == "message \(number)") }
            #expect(try await again.hear(.gift).orderID == Samples.id("g"))
            // The host saw neither a leave nor a second join.
            let list = try await host.send(.audience())
            while let frame = try await host.next() {
                #expect(frame.heard(.left) == nil && frame.heard(.joined) == nil)
                guard case .reply(list.id, let page) = frame.content else { continue }
                #expect(try ServerFrame.decodeOK(AudiencePage.self, from: page.get()).count == 1)
                break
            }
        }
    }

    /// The place in a live of a client that was connected to an earlier run of the server.
    private static func oldPlace(in live: String = "r1", durable: Int64) -> SessionOpen.Position {
        SessionOpen.Position(room: Samples.id(live), epoch: "old", seq: 5, durable: durable, sessionID: nil)
    }

    @Test func `a client of an earlier run gets its missed gifts from the storage and a fresh snapshot`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            await (try await Robot.viewer(server)).cut()
            for number in 1...3 { try await host.ask(.give("g\(number)")) }
            let viewer = try await Robot.connect(server)
            let places = [Self.oldPlace(durable: 1), Self.oldPlace(in: "never", durable: 1)]
            let opened = try await viewer.ask(
                .open("viewer", resuming: SessionOpen.Resume(session: Samples.id("gone"), rooms: places)))
            #expect(!opened.resumed)
            #expect(opened.rooms.map(\.joined) == [true, false])
            #expect(!opened.rooms[0].recovered)
            #expect(opened.rooms[1].error?.code == .roomNotFound)
            #expect(try await viewer.hear(.gift).orderID == Samples.id("g2"))
            #expect(try await viewer.hear(.gift).orderID == Samples.id("g3"))
            _ = try await viewer.hear(.snapshot)
        }
    }

    @Test(arguments: [false, true])
    func `a client that missed too much for one replay is closed with 3004 and gets all of it over several connections`(
        isOver: Bool
    ) async throws {
        var limits = Limits()
        limits.replayBytesMax = 1_000
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.host(server)
            await (try await Robot.viewer(server)).cut()
            for number in 1...20 { try await host.ask(.give("g\(number)")) }
            if isOver { try await host.ask(.end) }
            var (durable, orders, connections) = (Int64(0), [String](), 0)
            var isCaughtUp = false
            while !isCaughtUp {
                connections += 1
                let viewer = try await Robot.connect(server)
                let place = Self.oldPlace(durable: durable)
                let opened = try await viewer.ask(
                    .open("viewer", resuming: SessionOpen.Resume(session: Samples.id("gone"), rooms: [place])))
                let entry = try #require(opened.rooms.first)
                // As long as there is more to come, the client keeps its old place.
                let isCut = entry.membership?.epoch == "old"
                #expect(!entry.recovered)
                #expect(entry.joined == (isCut || !isOver))
                if isCut { #expect(entry.membership?.seq == 5) }
                while !isCaughtUp, let frame = await viewer.raw.next() {
                    if frame.opcode == 0x8 {
                        #expect(isCut && frame.closeCode == 3004)
                        break
                    }
                    guard frame.opcode == 0x1 else { continue }
                    let told = try Robot.Frame(frame)
                    if let gift = told.heard(.gift) {
                        durable = try #require(gift.durable)
                        orders.append(gift.orderID.rawValue)
                    }
                    isCaughtUp = told.heard(.snapshot) != nil || told.heard(.ended) != nil
                    if isCaughtUp { #expect(!isCut) }
                }
            }
            #expect(orders == (1...20).map { "g\($0)" })
            #expect(connections > 3)
        }
    }

    @Test func `the sixth session of a user closes the oldest with 3502`() async throws {
        try await TestServer.run { server in
            var robots: [Robot] = []
            for _ in 0..<6 { robots.append(try await Robot.logIn("busy", server)) }
            #expect(await robots[0].raw.closeCode() == 3502)
            try await robots[1].ask(.ping)
        }
    }

    @Test func `the room sees a new nickname, and so does a later connection`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await viewer.ask(.profile(nickname: "Ada"))
            try await viewer.ask(.say("hi"))
            #expect(try await host.hear(.barrage).sender.userName == "Ada")
            let later = try await Robot.connect(server)
            #expect(try await later.ask(.open("viewer")).user.userName == "Ada")
        }
    }
}
