import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// One event may hold several orders. An app gets them one at a time, each once.
@Suite(.timeLimit(.minutes(5))) struct GiftsTogetherTests {
    private static func order(_ id: String, count: Int = 1, durable: Int64) -> GiftReceived.Order {
        GiftReceived.Order(
            orderID: OrderID(unchecked: id), count: count, coins: coins(Int64(count) * 10), durable: durable,
            at: Timestamp(milliseconds: durable * 100))
    }

    private static func coins(_ amount: Int64) -> Coins { Coins(amount) ?? .zero }

    private static func event(_ orders: [GiftReceived.Order], combo: GiftCombo? = nil) -> GiftReceived {
        GiftReceived(
            orderID: orders.last?.orderID ?? OrderID(unchecked: "none"),
            gift: Gift(giftID: GiftID(unchecked: "rose"), name: "Rose", coins: coins(10)),
            count: orders.reduce(0) { $0 + $1.count }, coins: coins(orders.reduce(0) { $0 + $1.coins.amount }),
            sender: UserInfo(userID: UserID(unchecked: "bob")), to: [], combo: combo, orders: orders)
    }

    private static func combo(_ count: Int, isFinal: Bool = false) -> GiftCombo {
        GiftCombo(
            id: 4, count: count, coins: coins(Int64(count) * 10), until: Timestamp(milliseconds: 9_000),
            isFinal: isFinal)
    }

    private static func place(seq: Int64?, durable: Int64) -> EventPosition {
        EventPosition(epoch: "e1", seq: seq, durable: durable, at: Timestamp(milliseconds: 1))
    }

    @Test func `each order has its own number, its time and the combo's running count`() {
        let event = Self.event(
            [Self.order("a", durable: 4), Self.order("b", count: 5, durable: 5), Self.order("c", durable: 7)],
            combo: Self.combo(12))
        let gifts = event.oneByOne(at: Self.place(seq: 11, durable: 6))
        #expect(gifts.map(\.gift.orderID.rawValue) == ["a", "b", "c"])
        #expect(gifts.map(\.gift.count) == [1, 5, 1])
        #expect(gifts.map(\.gift.coins.amount) == [10, 50, 10])
        #expect(gifts.map(\.gift.combo?.count) == [6, 11, 12])
        #expect(gifts.map(\.gift.combo?.coins.amount) == [60, 110, 120])
        #expect(gifts.map(\.place.durable) == [4, 5, 7])
        #expect(gifts.map(\.place.at.milliseconds) == [400, 500, 700])
        #expect(gifts.map(\.gift.orders) == [nil, nil, nil])
        #expect(gifts.map(\.place.seq) == [11, 11, 11])
    }

    @Test func `an event without orders, or with an empty list, is one gift`() {
        var event = Self.event([Self.order("a", durable: 4)])
        for orders in [nil, []] as [[GiftReceived.Order]?] {
            event.orders = orders
            #expect(event.oneByOne(at: Self.place(seq: 11, durable: 4)).map(\.gift) == [event])
        }
    }

    @Test func `inconsistent counts from a server cannot make a combo negative`() {
        var event = Self.event(
            [Self.order("a", count: 9, durable: 4), Self.order("b", count: 5, durable: 5)], combo: Self.combo(1))
        for count in [5, .max, .min] {
            event.orders?[1].count = count
            let gifts = event.oneByOne(at: Self.place(seq: 1, durable: 5))
            for gift in gifts { #expect((gift.gift.combo?.count ?? -1) >= 0) }
            #expect(gifts.first?.gift.combo?.coins == .zero)
        }
    }

    @Test func `an event is shown once, and a replay shows only the new orders`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        _ = try await fixture.roomEvents()
        // Stored event 5 comes in the next frame, so this one confirms events up to 4 only.
        let first = Self.event([Self.order("a", durable: 4), Self.order("c", durable: 6)])
        connection.event(.giftReceived(first), in: ClientFixture.liveID, seq: 11, durable: 4)
        connection.event(.giftReceived(first), in: ClientFixture.liveID, seq: 11, durable: 4)
        #expect(try await fixture.roomEvents() == ["gift.received 11 4", "gift.received 11 6"])
        // The connection is lost before the next frame, and the server replays what follows 4, one by one.
        var resumed = ClientFixture.opened()
        resumed.rooms = [
            SessionOpened.Room(
                room: ClientFixture.liveID, joined: true, recovered: false,
                membership: ClientFixture.joined(seq: 12, durable: 6))
        ]
        let (next, asked) = try await fixture.reconnect(from: connection, answering: resumed)
        #expect(asked.resume?.rooms.map(\.durable) == [4])
        for (id, durable) in [("b", 5), ("c", 6)] as [(String, Int64)] {
            next.event(ClientFixture.gift(id), in: ClientFixture.liveID, seq: nil, durable: durable)
        }
        #expect(
            try await fixture.roomEvents() == ["resumed \(ClientFixture.liveID) false", "gift.received -1 5"],
            "gift c was already shown and is not shown again")
    }

    @Test func `a board is asked for and read`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let row = BoardRow(rank: 1, user: UserInfo(userID: UserID(unchecked: "bob")), coins: Self.coins(9))
        async let page = fixture.client.board(.hosts, .week, count: 5)
        let frame = await connection.nextCommand()
        #expect(frame.command == .boardList(BoardList(kind: .hosts, period: .week, count: 5)))
        #expect(frame.room == nil)
        let answer = BoardPage(kind: .hosts, period: .week, until: Timestamp(milliseconds: 5), rows: [row])
        connection.reply(to: frame, answer)
        #expect(try await page == answer)
    }
}
