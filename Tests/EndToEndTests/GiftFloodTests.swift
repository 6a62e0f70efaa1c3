import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

/// Floods of small gifts, combos and boards, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct GiftFloodTests {
    /// An order in a frame, and the number of its stored event.
    private struct Told: Hashable {
        var orderID: OrderID
        var count: Int
        var coins: Coins
        var durable: Int64
    }

    /// The gifts that a client saw in a live's frames.
    private struct Gifts {
        var frames = 0
        var orders: [Told] = []
        var durables: [Int64] = []
        var seq: Int64 = 0
        var comboID: Int64?
        var comboCount: Int?
        var level: Int?

        mutating func note(_ frame: Robot.Frame) throws { if let gift = frame.heard(.gift) { try note(gift) } }

        mutating func note(_ gift: Heard<GiftReceived>) throws {
            let durable = try #require(gift.durable)
            frames += 1
            durables.append(durable)
            seq = gift.position?.seq ?? seq
            comboID = gift.combo?.id ?? comboID
            comboCount = gift.combo?.count ?? comboCount
            level = gift.gifterLevel ?? level
            let several = gift.orders?.map {
                Told(orderID: $0.orderID, count: $0.count, coins: $0.coins, durable: $0.durable)
            }
            orders +=
                several ?? [Told(orderID: gift.orderID, count: gift.count, coins: gift.coins, durable: durable)]
        }
    }

    /// Limits of a live that writes at once until it has more than this many members; see ``hold(_:_:)``.
    private static func holding(above members: Int) -> Limits {
        var limits = Limits()
        limits.coalescingMilliseconds = 0
        limits.coalescingLargeRoomViewers = members
        limits.coalescingLargeRoomMilliseconds = 600_000
        limits.comboWindowMilliseconds = 600_000
        return limits
    }

    /// Lets one more user ask to enter, which makes the live's tick very long. From then on only an end or a return writes a tick, so that
    /// the machine's speed does not decide which gifts share a frame. That user waits for the tick too.
    private static func hold(_ server: TestServer, _ host: Robot) async throws {
        try await Robot.logIn("extra", server).send(.join)
        while true {
            let users = try await host.ask(.audience()).audience
            if users.contains(where: { $0.userID == Samples.id("extra") }) { return }
        }
    }

    private static func readToTheEnd(_ robot: Robot) async throws -> Gifts {
        var gifts = Gifts()
        while let frame = try await robot.next() {
            try gifts.note(frame)
            if frame.heard(.ended) != nil { return gifts }
        }
        Issue.record("the connection closed before the live ended")
        return gifts
    }

    // MARK: Floods

    @Test func `a combo goes on after a restart of the server, with its number and its sums`() async throws {
        let storage = try TestServer.emptyStorage()
        var limits = Limits()
        limits.comboWindowMilliseconds = 600_000
        for (order, count) in [("o1", 2), ("o2", 5)] {
            try await TestServer.run(limits: limits, storage: storage) { server async throws in
                let isFirst = order == "o1"
                let host = try await isFirst ? Robot.host(server) : Robot.viewer(as: "host", server)
                let viewer = try await Robot.viewer(server)
                try await viewer.ask(.give(order, count: isFirst ? 2 : 3))
                let combo = try #require(try await host.hear(.gift).combo)
                #expect(combo.id == 1 && combo.count == count && combo.coins.amount == Int64(count))
            }
        }
    }

    @Test func `two thousand small gifts fit in a few frames, each is charged and counted, and all are one combo`()
        async throws
    {
        try await TestServer.run(limits: Self.holding(above: 2)) { server in
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            try await Self.hold(server, host)
            try await fan.send((1...2_000).map { Wish.give("o\($0)") })
            var own = Gifts()
            var answered = 0
            while answered < 2_000, let frame = try await fan.next() {
                try own.note(frame)
                guard case .reply(_, let answer) = frame.content else { continue }
                _ = try answer.get()
                answered += 1
            }
            try await host.send(.end)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.orders.count == 2_000)
            #expect(Set(gifts.orders.map(\.orderID)).count == 2_000)
            #expect(gifts.orders.map(\.durable) == Array(1...2_000))
            #expect(gifts.frames == 16, "a frame has up to 128 orders")
            #expect(gifts.durables == gifts.durables.sorted())
            #expect(gifts.durables.last == 2_000)
            #expect(gifts.comboID == 1 && gifts.comboCount == 2_000)
            #expect(gifts.level == 4, "2,000 coins are enough for level 4")
            let rest = try await Self.readToTheEnd(fan)
            #expect(own.orders + rest.orders == gifts.orders, "the sender sees what everybody sees")
            let audit = try await server.storage.auditLedger()
            #expect(audit.orders == 2_000 && audit.problems.isEmpty)
            #expect(try await server.storage.balance(of: .user(Samples.id("fan")))?.amount == 8_000)
        }
    }

    @Test func `gifts of two senders in turn come in two lists, and no frame hides one behind a later number`()
        async throws
    {
        try await TestServer.run(limits: Self.holding(above: 3)) { server in
            let host = try await Robot.host(server)
            let ann = try await Robot.viewer(as: "ann", server)
            let ben = try await Robot.viewer(as: "ben", server)
            try await Self.hold(server, host)
            for number in 1...20 {
                try await ann.ask(.give("a\(number)"))
                try await ben.ask(.give("b\(number)"))
            }
            try await host.send(.end)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.frames == 2)
            #expect(gifts.durables == [1, 40])
            let numbers: [Int64] = Array(stride(from: 1, to: 40, by: 2)) + Array(stride(from: 2, through: 40, by: 2))
            #expect(gifts.orders.map(\.durable) == numbers)
        }
    }

    @Test func `a sender whose orders wait for the disk is not read further`() async throws {
        let base = try SQLiteStorage(inMemory: LedgerPolicy(newUserGrant: Samples.coins(10_000)))
        let storage = FaultyStorage(base)
        try await TestServer.run(storage: storage, eventLoops: 1) { server in
            _ = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            let other = try await Robot.viewer(as: "other", server)
            storage.script(.hold)
            try await fan.send(.give("first"))
            await storage.waitUntilHeld()
            // All of it reaches the socket before the other viewer's pings, so by their answers the loop has read as much as it wants.
            try await fan.send((1...300).map { Wish.give("o\($0)") })
            for _ in 1...3 { try await other.ask(.ping) }
            storage.release()
            var answered = 0
            while answered < 301, let frame = try await fan.next() {
                if frame.repliesTo != nil { answered += 1 }
            }
            #expect(storage.ordersMost <= Limits().ordersInFlightMax)
            #expect(storage.ordersMost > 1, "orders share a commit")
            #expect(try await server.storage.auditLedger().orders == 301)
        }
    }

    // MARK: Coming back

    @Test(arguments: [true, false])
    func `a viewer who comes back while gifts wait for the tick gets each gift once`(isRecovered: Bool) async throws {
        try await TestServer.run(limits: Self.holding(above: 3)) { server in
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            let viewer = try await Robot.connect(server)
            let session = try await viewer.ask(.open("viewer")).session
            let joined = try await viewer.ask(.join)
            _ = try await viewer.hear(.snapshot)
            try await fan.ask(.give("o0"))
            var seen = Gifts()
            try seen.note(try await viewer.hear(.gift))
            let told = try await host.hear(.gift)
            try await Self.hold(server, host)
            for number in 1...5 { try await fan.ask(.give("o\(number)")) }
            await viewer.cut()
            for number in 6...9 { try await fan.ask(.give("o\(number)")) }

            let again = try await Robot.connect(server)
            let resume = joined.resume(
                session, epoch: isRecovered ? nil : "another", seq: seen.seq, durable: 1)
            let opened = try await again.ask(.open("viewer", resuming: resume))
            #expect(opened.rooms.map(\.recovered) == [isRecovered])
            try await fan.ask(.give("o10"))
            try await host.send(.end)
            let rest = try await Self.readToTheEnd(again)
            let orders = seen.orders + rest.orders
            #expect(orders.map(\.orderID.rawValue) == (0...10).map { "o\($0)" })
            #expect(orders.map(\.durable) == Array(1...11))
            #expect(rest.comboID == 1 && rest.comboCount == 11)
            var all = try await Self.readToTheEnd(host)
            try all.note(told)
            #expect(Set(all.orders) == Set(orders) && all.orders.count == 11)
        }
    }

    @Test func `an order that is sent again is neither shown nor counted again`() async throws {
        try await TestServer.run(limits: Self.holding(above: 2)) { server in
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            for _ in 1...3 { try await fan.ask(.give("same")) }
            try await fan.ask(.give("other"))
            try await host.send(.end)
            let gifts = try await Self.readToTheEnd(host)
            #expect(gifts.orders.map(\.orderID.rawValue) == ["same", "other"])
            #expect(gifts.comboCount == 2)
        }
    }

    @Test func `everybody hears when a combo is over`() async throws {
        var limits = Limits()
        limits.comboWindowMilliseconds = 1
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            try await fan.ask(.give("o1", count: 7))
            for robot in [host, fan] {
                let entry = try #require(try await robot.hear(.comboEnded).combos.first)
                #expect(entry.sender.userID == Samples.id("fan"))
                #expect(entry.giftID == Samples.id("rose"))
                #expect(entry.combo.count == 7 && entry.combo.id == 1 && entry.combo.isFinal)
            }
        }
    }

    // MARK: Boards

    private static func texts(_ rows: [BoardRow]) -> [String] {
        rows.map { row in
            let level = row.gifterLevel.map { " level \($0)" } ?? ""
            return "\(row.rank) \(row.user.userID) \(row.coins.amount)\(level)"
        }
    }

    private static func board(
        _ kind: BoardKind? = nil, _ period: BoardPeriod? = nil, count: Int? = nil, over robot: Robot
    ) async throws -> [String] {
        texts(try await robot.ask(.board(kind, period, count: count)).rows)
    }

    @Test func `boards follow every gift, are in the snapshot, and survive a restart`() async throws {
        let storage = try SQLiteStorage(
            inMemory: LedgerPolicy(hostSharePercent: 50, newUserGrant: Samples.coins(10_000)))
        let expected = ["1 ann 200 level 2", "2 ben 7 level 1"]
        var limits = Limits()
        limits.boardIntervalMilliseconds = 1
        try await TestServer.run(limits: limits, storage: storage) { server in
            let host = try await Robot.host(server)
            let ann = try await Robot.logIn("ann", server)
            try await ann.ask(.join)
            #expect(try await ann.hear(.snapshot).topSenders == nil)
            let ben = try await Robot.viewer(as: "ben", server)
            #expect(try await Self.board(over: ben) == [])
            try await ben.ask(.give("o1", count: 7))
            try await ann.ask(.give("o1", "crown", count: 2))
            var told: [String] = []
            while told != expected { told = Self.texts(try await host.hear(.board).top) }
            #expect(try await Self.board(over: ben) == expected)
            #expect(try await Self.board(nil, .day, count: 1, over: ben) == ["1 ann 200 level 2"])
            #expect(try await Self.board(nil, .week, over: ben) == expected)
            #expect(try await Self.board(.hosts, .all, over: ben) == ["1 host 207"])
            for wrong: Wish<BoardPage> in [.board(count: 0), .board(count: 101), .board(.hosts)] {
                #expect(try await ben.code(wrong) == 100_002)
            }
            #expect(try await ben.code(.board(), in: "nothing") == 100_004)
        }
        try await TestServer.run(storage: storage) { server in
            let late = try await Robot.logIn("late", server)
            try await late.ask(.join)
            #expect(Self.texts(try await late.hear(.snapshot).topSenders ?? []) == expected)
            #expect(try await Self.board(over: late) == expected)
            #expect(try await Self.board(nil, .all, over: late) == expected)
            try await late.ask(.give("o1", count: 9))
            #expect(try await Self.board(over: late) == [expected[0], "2 late 9 level 1", "3 ben 7 level 1"])
        }
    }
}
