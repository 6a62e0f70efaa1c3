import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

/// Floods of small gifts, combos and boards, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct GiftFloodTests {
    /// An order as a frame told it, with the numbers of its frame.
    private struct Told: Hashable {
        var orderID: String
        var count: Int
        var coins: Int
        var durable: Int
    }

    /// What the frames of a live told a client about gifts.
    private struct Gifts {
        var frames = 0
        var orders: [Told] = []
        var durables: [Int] = []
        var seq = 0
        var comboID: Int?
        var comboCount: Int?
        var level: Int?

        mutating func note(_ frame: [String: Any]) throws {
            guard frame["event"] as? String == "gift.received" else { return }
            let data = try #require(frame["data"] as? [String: Any])
            let durable = try #require(frame["durable"] as? Int)
            frames += 1
            durables.append(durable)
            seq = frame["seq"] as? Int ?? seq
            let combo = data["combo"] as? [String: Any]
            comboID = combo?["id"] as? Int ?? comboID
            comboCount = combo?["count"] as? Int ?? comboCount
            level = data["gifterLevel"] as? Int ?? level
            var alone = data
            alone["durable"] = durable
            for order in data["orders"] as? [[String: Any]] ?? [alone] {
                orders.append(
                    Told(
                        orderID: try #require(order["orderID"] as? String), count: try #require(order["count"] as? Int),
                        coins: try #require(order["coins"] as? Int), durable: try #require(order["durable"] as? Int)))
            }
        }
    }

    private static func open(_ user: String, _ server: TestServer) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        return client
    }

    private static func create(by user: String = "host", _ server: TestServer) async throws -> RawClient {
        let client = try await open(user, server)
        try await client.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
        _ = try await client.event("room.snapshot")
        return client
    }

    /// Enters the live; answers what the reply said, and the snapshot.
    private static func enter(
        _ user: String, _ server: TestServer
    ) async throws -> (client: RawClient, joined: [String: Any], snapshot: [String: Any]) {
        let client = try await open(user, server)
        try await client.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
        let joined = try #require(try await client.reply(to: 2)["ok"] as? [String: Any])
        let snapshot = try #require(try await client.event("room.snapshot")["data"] as? [String: Any])
        return (client, joined, snapshot)
    }

    private static func order(_ orderID: String, id: Int, gift: String = "rose", count: Int = 1) -> String {
        #"{"id":\#(id),"op":"gift.send","room":"r1","data":{"orderID":"\#(orderID)","giftID":"\#(gift)","count":\#(count)}}"#
    }

    /// Sends an order and waits for its answer.
    private static func give(
        _ orderID: String, gift: String = "rose", count: Int = 1, over client: RawClient
    ) async throws {
        try await client.send(order(orderID, id: 50, gift: gift, count: count))
        #expect(try await client.reply(to: 50)["ok"] != nil)
    }

    /// Many frames in one write, so that the server reads them all at once.
    private static func burst(_ texts: [String], over client: RawClient) async throws {
        var bytes: [UInt8] = []
        for text in texts {
            let payload = Array(text.utf8)
            bytes += [0x81, 0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), 0, 0, 0, 0] + payload
        }
        try await client.send(bytes: bytes)
    }

    /// Limits under which a live writes at once until it is held with one member more; see ``hold(_:_:)``.
    private static func holding(above members: Int) -> Limits {
        var limits = Limits()
        limits.coalescingMilliseconds = 0
        limits.coalescingLargeRoomViewers = members
        limits.coalescingLargeRoomMilliseconds = 600_000
        limits.comboWindowMilliseconds = 600_000
        return limits
    }

    /// Lets one more user ask to enter. From then on nothing but an end or a return writes a tick, so that what is told
    /// together does not depend on the machine. That user waits for the tick like everything else.
    private static func hold(_ server: TestServer, _ host: RawClient) async throws {
        let extra = try await open("extra", server)
        try await extra.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
        while true {
            try await host.send(#"{"id":80,"op":"audience.list","room":"r1"}"#)
            let page = try await host.reply(to: 80)["ok"] as? [String: Any]
            let users = (page?["audience"] as? [[String: Any]] ?? []).compactMap { $0["userID"] as? String }
            if users.contains("extra") { return }
        }
    }

    private static func readToTheEnd(_ client: RawClient) async throws -> Gifts {
        var gifts = Gifts()
        while let frame = await client.nextText() {
            let json = frame.json
            try gifts.note(json)
            if json["event"] as? String == "room.ended" { return gifts }
        }
        Issue.record("closed before the end of the live")
        return gifts
    }

    // MARK: Floods

    @Test func `two thousand small gifts are a few frames, each is charged and counted, and all are one combo`()
        async throws
    {
        try await TestServer.run(limits: Self.holding(above: 2)) { server in
            let host = try await Self.create(server)
            let (fan, _, _) = try await Self.enter("fan", server)
            try await Self.hold(server, host)
            try await Self.burst((1...2_000).map { Self.order("o\($0)", id: 1_000 + $0) }, over: fan)
            var own = Gifts()
            var answered = 0
            while answered < 2_000, let frame = await fan.nextText() {
                let json = frame.json
                try own.note(json)
                guard let id = json["id"] as? Int, id > 1_000 else { continue }
                #expect(json["ok"] != nil, "\(frame.text)")
                answered += 1
            }
            try await host.send(#"{"id":3,"op":"room.end","room":"r1"}"#)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.orders.count == 2_000)
            #expect(Set(gifts.orders.map(\.orderID)).count == 2_000)
            #expect(gifts.orders.map(\.durable) == Array(1...2_000))
            #expect(gifts.frames == 16, "128 orders a frame")
            #expect(gifts.durables == gifts.durables.sorted())
            #expect(gifts.durables.last == 2_000)
            #expect(gifts.comboID == 1 && gifts.comboCount == 2_000)
            #expect(gifts.level == 4, "2,000 coins")
            let rest = try await Self.readToTheEnd(fan)
            #expect(own.orders + rest.orders == gifts.orders, "the sender sees what everybody sees")
            let audit = try await server.storage.auditLedger()
            #expect(audit.orders == 2_000 && audit.problems.isEmpty)
            #expect(try await server.storage.balance(of: .user(Samples.id("fan")))?.amount == 8_000)
        }
    }

    @Test func `two senders who alternate are told in two lists, and nothing is hidden behind a larger number`()
        async throws
    {
        try await TestServer.run(limits: Self.holding(above: 3)) { server in
            let host = try await Self.create(server)
            let (ann, _, _) = try await Self.enter("ann", server)
            let (ben, _, _) = try await Self.enter("ben", server)
            try await Self.hold(server, host)
            for number in 1...20 {
                try await Self.give("a\(number)", over: ann)
                try await Self.give("b\(number)", over: ben)
            }
            try await host.send(#"{"id":3,"op":"room.end","room":"r1"}"#)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.frames == 2)
            #expect(gifts.durables == [1, 40])
            let numbers = Array(stride(from: 1, to: 40, by: 2)) + Array(stride(from: 2, through: 40, by: 2))
            #expect(gifts.orders.map(\.durable) == numbers)
        }
    }

    @Test func `a sender whose orders wait for the disk is read no further`() async throws {
        let base = try SQLiteStorage(inMemory: LedgerPolicy(newUserGrant: Samples.coins(10_000)))
        let storage = FaultyStorage(base)
        try await TestServer.run(storage: storage, eventLoops: 1) { server in
            _ = try await Self.create(server)
            let (fan, _, _) = try await Self.enter("fan", server)
            let (other, _, _) = try await Self.enter("other", server)
            storage.script(.hold)
            try await fan.send(Self.order("first", id: 50))
            await storage.waitUntilHeld()
            // All of it is in the socket's memory before the other one's ping; the loop has read what it wants by then.
            try await Self.burst((1...300).map { Self.order("o\($0)", id: 1_000 + $0) }, over: fan)
            for id in 60...62 {
                try await other.send(#"{"id":\#(id),"op":"session.ping"}"#)
                _ = try await other.reply(to: id)
            }
            storage.release()
            var answered = 0
            while answered < 301, let frame = await fan.nextText() {
                if frame.json["id"] is Int { answered += 1 }
            }
            #expect(storage.ordersMost <= Limits().ordersInFlightMax)
            #expect(storage.ordersMost > 1, "orders share a commit")
            #expect(try await server.storage.auditLedger().orders == 301)
        }
    }

    // MARK: Coming back

    @Test(arguments: [true, false])
    func `who comes back while gifts wait for the tick gets each of them once`(isRecovered: Bool) async throws {
        try await TestServer.run(limits: Self.holding(above: 3)) { server in
            let host = try await Self.create(server)
            let (fan, _, _) = try await Self.enter("fan", server)
            let viewer = try await RawClient.open(port: server.port)
            let session = try #require(
                (try await viewer.logIn("viewer")["ok"] as? [String: Any])?["session"] as? String)
            try await viewer.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            let joined = try #require(try await viewer.reply(to: 2)["ok"] as? [String: Any])
            _ = try await viewer.event("room.snapshot")
            try await Self.give("o0", over: fan)
            var seen = Gifts()
            try seen.note(try await viewer.event("gift.received"))
            let told = try await host.event("gift.received")
            try await Self.hold(server, host)
            for number in 1...5 { try await Self.give("o\(number)", over: fan) }
            await viewer.cut()
            for number in 6...9 { try await Self.give("o\(number)", over: fan) }

            let again = try await RawClient.open(port: server.port)
            let known = try #require(joined["epoch"] as? String)
            let epoch = isRecovered ? known : "another"
            try await again.send(
                """
                {"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"viewer","userSig":"dev","resume":\
                {"session":"\(session)","rooms":[{"room":"r1","epoch":"\(epoch)","seq":\(seen.seq),"durable":1}]}}}
                """)
            let opened = try #require(try await again.reply(to: 1)["ok"] as? [String: Any])
            let entry = try #require((opened["rooms"] as? [[String: Any]])?.first)
            #expect(entry["recovered"] as? Bool == isRecovered)
            try await Self.give("o10", over: fan)
            try await host.send(#"{"id":3,"op":"room.end","room":"r1"}"#)
            let rest = try await Self.readToTheEnd(again)
            let orders = seen.orders + rest.orders
            #expect(orders.map(\.orderID) == (0...10).map { "o\($0)" })
            #expect(orders.map(\.durable) == Array(1...11))
            #expect(rest.comboID == 1 && rest.comboCount == 11)
            var all = try await Self.readToTheEnd(host)
            try all.note(told)
            #expect(Set(all.orders) == Set(orders) && all.orders.count == 11)
        }
    }

    @Test func `an order that is sent again is neither told nor counted again`() async throws {
        try await TestServer.run(limits: Self.holding(above: 2)) { server in
            let host = try await Self.create(server)
            let (fan, _, _) = try await Self.enter("fan", server)
            for _ in 1...3 { try await Self.give("same", over: fan) }
            try await Self.give("other", over: fan)
            try await host.send(#"{"id":3,"op":"room.end","room":"r1"}"#)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.orders.map(\.orderID) == ["same", "other"])
            #expect(gifts.comboCount == 2)
        }
    }

    @Test func `a combo that is over is told to everybody`() async throws {
        var limits = Limits()
        limits.comboWindowMilliseconds = 1
        try await TestServer.run(limits: limits) { server in
            let host = try await Self.create(server)
            let (fan, _, _) = try await Self.enter("fan", server)
            try await Self.give("o1", count: 7, over: fan)
            for client in [host, fan] {
                let data = try #require(try await client.event("combo.ended")["data"] as? [String: Any])
                let entry = try #require((data["combos"] as? [[String: Any]])?.first)
                let combo = try #require(entry["combo"] as? [String: Any])
                #expect((entry["sender"] as? [String: Any])?["userID"] as? String == "fan")
                #expect(entry["giftID"] as? String == "rose")
                #expect(combo["count"] as? Int == 7 && combo["id"] as? Int == 1 && combo["isFinal"] as? Bool == true)
            }
        }
    }

    // MARK: Boards

    private static func rows(_ data: [String: Any]?, _ key: String = "rows") -> [String] {
        (data?[key] as? [[String: Any]] ?? []).map { row in
            let user = (row["user"] as? [String: Any])?["userID"] as? String ?? ""
            let level = (row["gifterLevel"] as? Int).map { " level \($0)" } ?? ""
            return "\(row["rank"] ?? "") \(user) \(row["coins"] ?? "")\(level)"
        }
    }

    private static func board(_ data: String, over client: RawClient) async throws -> [String] {
        try await client.send(#"{"id":70,"op":"board.list","room":"r1","data":\#(data)}"#)
        return rows(try await client.reply(to: 70)["ok"] as? [String: Any])
    }

    @Test func `boards follow every gift, are told and shown on entering, and survive a restart`() async throws {
        let storage = try SQLiteStorage(
            inMemory: LedgerPolicy(hostSharePercent: 50, newUserGrant: Samples.coins(10_000)))
        let expected = ["1 ann 200 level 2", "2 ben 7 level 1"]
        var limits = Limits()
        limits.boardIntervalMilliseconds = 1
        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await Self.create(server)
            let (ann, _, empty) = try await Self.enter("ann", server)
            let (ben, _, _) = try await Self.enter("ben", server)
            #expect(empty["topSenders"] == nil)
            #expect(try await Self.board("{}", over: ben) == [])
            try await Self.give("o1", count: 7, over: ben)
            try await Self.give("o1", gift: "crown", count: 2, over: ann)
            var told: [String] = []
            while told != expected {
                told = Self.rows(try await host.event("board.changed")["data"] as? [String: Any], "top")
            }
            #expect(try await Self.board("{}", over: ben) == expected)
            #expect(try await Self.board(#"{"period":"day","count":1}"#, over: ben) == ["1 ann 200 level 2"])
            #expect(try await Self.board(#"{"period":"week"}"#, over: ben) == expected)
            #expect(try await Self.board(#"{"period":"all","kind":"hosts"}"#, over: ben) == ["1 host 207"])
            for wrong in [#"{"count":0}"#, #"{"count":101}"#, #"{"kind":"hosts"}"#] {
                try await ben.send(#"{"id":71,"op":"board.list","room":"r1","data":\#(wrong)}"#)
                #expect((try await ben.reply(to: 71)["error"] as? [String: Any])?["code"] as? Int == 100_002)
            }
            try await ben.send(#"{"id":72,"op":"board.list","room":"nothing"}"#)
            #expect((try await ben.reply(to: 72)["error"] as? [String: Any])?["code"] as? Int == 100_004)
        }
        try await TestServer.run(storage: storage) { server in
            let (late, _, snapshot) = try await Self.enter("late", server)
            #expect(Self.rows(snapshot, "topSenders") == expected)
            #expect(try await Self.board("{}", over: late) == expected)
            #expect(try await Self.board(#"{"period":"all"}"#, over: late) == expected)
            try await Self.give("o1", count: 9, over: late)
            #expect(try await Self.board("{}", over: late) == [expected[0], "2 late 9 level 1", "3 ben 7 level 1"])
        }
    }
}
