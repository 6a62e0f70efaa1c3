import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// The gifts of one tick become frames.
struct GiftGatheringTests {
    private static func gift(
        _ durable: Int64, from sender: String = "bob", _ giftID: String = "rose", count: Int = 1, price: Int64 = 10,
        to: [UserInfo] = [Samples.host], combo: GiftCombo? = nil, level: Int? = nil
    ) -> GiftGathering.Gift {
        let gift = Samples.gift(giftID, coins: price)
        let event = GiftReceived(
            orderID: Samples.id("o\(durable)"), gift: gift, count: count,
            coins: Samples.coins(price * Int64(count)), sender: Samples.user(sender), to: to)
        return GiftGathering.Gift(
            event: event, durable: durable,
            at: Samples.time.adding(milliseconds: durable), combo: combo, gifterLevel: level)
    }

    private static func gathered(_ gifts: [GiftGathering.Gift], ordersMax: Int = 128) -> [GiftGathering.Frame] {
        var limits = Limits()
        limits.giftOrdersPerFrameMax = ordersMax
        var gathering = GiftGathering(limits: limits)
        for gift in gifts { gathering.add(gift) }
        return gathering.take()
    }

    private static func event(_ frame: GiftGathering.Frame) throws -> GiftReceived {
        try JSONDecoder().decode(GiftReceived.self, from: Data(frame.data))
    }

    @Test func `a single gift is sent as it is stored, with its combo and level`() throws {
        let combo = GiftCombo(id: 7, count: 12, coins: Samples.coins(120), until: Samples.time)
        let gift = Self.gift(7, combo: combo, level: 3)
        let frames = Self.gathered([gift])
        #expect(frames.map(\.durable) == [7])
        var expected = gift.event
        expected.combo = combo
        expected.gifterLevel = 3
        #expect(try frames.map(Self.event) == [expected])
        let bare = Self.gift(8)
        #expect(Self.gathered([bare]).first?.data == RoomEvent.giftReceived(bare.event).encodedData)
    }

    @Test func `equal gifts share one frame that lists their orders and still reads as one gift`() throws {
        let combo = GiftCombo(id: 7, count: 8, coins: Samples.coins(80), until: Samples.time)
        let frames = Self.gathered([Self.gift(7), Self.gift(8, count: 5), Self.gift(9, count: 2, combo: combo)])
        let event = try Self.event(try #require(frames.first))
        #expect(frames.count == 1 && frames[0].orders == 3)
        #expect(frames[0].durable == 9)
        #expect(frames[0].at == Samples.time.adding(milliseconds: 9))
        #expect(event.orderID.rawValue == "o9" && event.count == 8 && event.coins == Samples.coins(80))
        #expect(event.combo == combo)
        #expect(event.orders?.map(\.orderID.rawValue) == ["o7", "o8", "o9"])
        #expect(event.orders?.map(\.count) == [1, 5, 2])
        #expect(event.orders?.map(\.durable) == [7, 8, 9])
        #expect(event.orders?.map(\.coins.amount) == [10, 50, 20])
    }

    @Test func `the orders of two senders in turn become two frames with rising numbers that skip no order`() throws {
        let frames = Self.gathered((1...10).map { Self.gift($0, from: $0 % 2 == 1 ? "bob" : "carl") })
        #expect(frames.count == 2)
        // The first frame has orders 1, 3, 5, …, so only everything up to 1 is complete. The second has the rest.
        #expect(frames.map(\.durable) == [1, 10])
    }

    @Test func `a frame that completes a higher number than its only gift's lists that gift with its own number`()
        throws
    {
        let frames = Self.gathered([Self.gift(1), Self.gift(2, from: "carl"), Self.gift(3)])
        #expect(frames.map(\.durable) == [1, 3] && frames.map(\.orders) == [2, 1])
        let last = try Self.event(frames[1])
        #expect(last.orderID.rawValue == "o2" && last.orders?.map(\.durable) == [2])
    }

    @Test func `another gift, price, name or receiver needs another frame`() throws {
        var renamed = Self.gift(5)
        renamed.event.sender.userName = "Robert"
        let frames = Self.gathered([
            Self.gift(1), Self.gift(2, "rose", count: 1, price: 11), Self.gift(3, "beer"),
            Self.gift(4, to: [Samples.host, Samples.alice]), renamed,
        ])
        #expect(frames.count == 5)
        #expect(frames.map(\.durable) == [1, 2, 3, 4, 5])
    }

    @Test func `a frame has a limited number of orders`() throws {
        let frames = Self.gathered((1...300).map { Self.gift($0) }, ordersMax: 128)
        #expect(frames.map(\.orders) == [128, 128, 44])
        #expect(frames.map(\.durable) == [128, 256, 300])
        let longest = (1...128).map { number in
            var gift = Self.gift(Int64(number), count: 9_999)
            gift.event.orderID = Samples.id(String(repeating: "x", count: 61) + String(format: "%03d", number))
            return gift
        }
        #expect(try #require(Self.gathered(longest).first).data.count < 32_768)
    }

    @Test func `a gift is taken only once`() {
        var gathering = GiftGathering(limits: Limits())
        let before = gathering.take()
        #expect(before.isEmpty && gathering.isEmpty)
        gathering.add(Self.gift(1))
        #expect(!gathering.isEmpty)
        let first = gathering.take()
        let again = gathering.take()
        #expect(first.count == 1 && again.isEmpty && gathering.isEmpty)
        gathering.add(Self.gift(2))
        let second = gathering.take()
        #expect(second.map(\.durable) == [2])
    }

    /// A client that is cut off after any frame asks for the events after its last `durable`, and gets exactly what it has not seen.
    @Test(arguments: 1...20)
    func `a viewer who is cut off between two frames misses nothing`(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let gifts = (1...60).map { Self.gift($0, from: "u\(generator.number(0...4))") }
        let frames = Self.gathered(gifts, ordersMax: generator.number(1...6))
        var seen: Set<Int64> = []
        var last: Int64 = 0
        for frame in frames {
            #expect(frame.durable > last, "seed \(run)")
            last = frame.durable
            let event = try Self.event(frame)
            let alone = try #require(Int64(event.orderID.rawValue.dropFirst()))
            let told = event.orders?.map(\.durable) ?? [alone]
            for number in told { #expect(seen.insert(number).inserted, "seed \(run): told twice") }
            for number in 1...frame.durable { #expect(seen.contains(number), "seed \(run): \(number) is missing") }
        }
        #expect(seen.count == 60)
        #expect(last == 60)
    }
}
