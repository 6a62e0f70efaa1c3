import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The orders of a combo, its totals, and its end.
struct ComboTests {
    /// A live with three viewers, and the number of the last stored event.
    private final class Combos {
        let live: TestLive
        var durable: Int64 = 0
        private var orders = 0

        init(_ change: (inout Limits) -> Void = { _ in }) throws {
            var limits = Limits.withoutRates
            change(&limits)
            live = TestLive(limits: limits)
            try live.enter("owner", "bob", "carl", "dora")
        }

        func order(_ name: String = "bob", gift: Gift = .rose, count: Int = 1, to: [String] = []) throws -> GiftOrder {
            orders += 1
            let outcome = try live.perform(.gifting(gift, order: "o\(orders)", count: count, to: to), as: name)
            return try #require(outcome.order)
        }

        /// Charges an order under the next number, and returns its combo.
        @discardableResult
        func charge(_ order: GiftOrder) throws -> GiftCombo {
            durable += 1
            return try #require(live.settle(order, durable: durable))
        }

        @discardableResult
        func send(_ name: String = "bob", gift: Gift = .rose, count: Int = 1, to: [String] = []) throws -> GiftCombo {
            try charge(order(name, gift: gift, count: count, to: to))
        }

        /// The combos that end with a tick.
        func ended() -> [GiftCombo] {
            live.tick().publications.flatMap { publication -> [GiftCombo] in
                guard case .comboEnded(let event) = publication.event else { return [] }
                return event.combos.map(\.combo)
            }
        }
    }

    private static let beer = Gift(giftID: GiftID(unchecked: "beer"), name: "Beer", coins: Coins(3) ?? .zero)

    @Test func `gifts of one sender and kind within five seconds of each other are one combo with a running total`()
        throws
    {
        let combos = try Combos()
        let first = try combos.send()
        #expect(first.id == 1)
        #expect(first.until == TestLive.start.adding(seconds: 5))
        combos.live.pass(milliseconds: 4_999)
        let second = try combos.send(count: 10)
        combos.live.pass(milliseconds: 4_999)
        let third = try combos.send()
        #expect([first.count, second.count, third.count] == [1, 11, 12])
        #expect([first.coins, second.coins, third.coins].map(\.amount) == [10, 110, 120])
        #expect(Set([first.id, second.id, third.id]) == [1])
        #expect(third.until == combos.live.now.adding(seconds: 5))
        #expect([first, second, third].map(\.isFinal) == [false, false, false])
    }

    @Test func `a gift after the end of the window starts another combo`() throws {
        let combos = try Combos()
        try combos.send(count: 9)
        combos.live.pass(milliseconds: 5_000)
        let next = try combos.send()
        #expect(next.id == 2 && next.count == 1)
        #expect(
            combos.ended() == [
                GiftCombo(
                    id: 1, count: 9, coins: Coins(90) ?? .zero, until: TestLive.start.adding(seconds: 5), isFinal: true)
            ])
    }

    @Test func `another sender, gift or receiver makes another combo, and all continue side by side`() throws {
        let combos = try Combos()
        let ids = try [
            combos.send(), combos.send("carl"), combos.send(gift: Self.beer), combos.send(to: ["carl"]),
            combos.send(to: ["carl", "owner"]), combos.send(to: ["owner", "carl"]),
        ].map(\.id)
        #expect(ids == [1, 2, 3, 4, 5, 6])
        // An order without a receiver is for the owner.
        #expect(try combos.send(to: ["owner"]).id == 1)
        #expect(try combos.send("carl").count == 2)
    }

    @Test func `an order that is not charged neither counts nor prolongs a combo`() throws {
        let combos = try Combos()
        try combos.send()
        combos.live.pass(milliseconds: 4_000)
        let refused = try combos.order()
        #expect(combos.live.settle(refused, durable: nil) == nil)
        combos.live.pass(milliseconds: 1_000)
        #expect(combos.ended().map(\.count) == [1])
        #expect(try combos.send().id == 2)
    }

    @Test func `the time of an order counts, not how long the disk took`() throws {
        let combos = try Combos()
        try combos.send()
        combos.live.pass(milliseconds: 4_900)
        let slow = try combos.order()
        combos.live.pass(seconds: 60)
        #expect(combos.ended().isEmpty, "a combo with a gift under way does not end")
        let combo = try combos.charge(slow)
        #expect(combo.id == 1 && combo.count == 2)
        #expect(combos.ended().map(\.count) == [2])
    }

    @Test func `the end of a combo is announced once, in the order of the ends`() throws {
        let combos = try Combos()
        try combos.send("carl")
        combos.live.pass(milliseconds: 10)
        try combos.send()
        try combos.send("carl")
        #expect(combos.live.room.nextTick.map { $0 <= TestLive.start.adding(milliseconds: 5_010) } == true)
        combos.live.pass(milliseconds: 5_000)
        let over = combos.ended()
        #expect(over.map(\.id) == [1, 2])
        #expect(over.map(\.count) == [2, 1])
        #expect(over.map(\.isFinal) == [true, true])
        #expect(combos.ended().isEmpty)
    }

    @Test func `a window of zero disables combos`() throws {
        let combos = try Combos { $0.comboWindowMilliseconds = 0 }
        let order = try combos.order()
        #expect(combos.live.settle(order, durable: 1) == nil)
        combos.live.pass(seconds: 60)
        #expect(combos.ended().isEmpty)
    }

    @Test func `beyond the limit of open combos the one due to end first is ended`() throws {
        let combos = try Combos { $0.combosOpenMax = 2 }
        try combos.send("bob")
        combos.live.pass(milliseconds: 1)
        try combos.send("carl")
        combos.live.pass(milliseconds: 1)
        try combos.send("bob")
        try combos.send("dora")
        #expect(combos.ended().map(\.id) == [2])
        #expect(try combos.send("bob").count == 3, "the combo was prolonged and stays open")
        #expect(try combos.send("carl").id > 3, "the combo ended, and the gift starts a new one")
    }

    @Test func `a combo never exceeds the largest number of coins`() throws {
        let combos = try Combos()
        let dear = Gift(giftID: GiftID(unchecked: "dear"), name: "Dear", coins: .max)
        #expect(try combos.send(gift: dear).coins == .max)
        let next = try combos.send(gift: dear)
        #expect(next.id == 2 && next.coins == .max)
    }

    @Test func `a clock that is set back by an hour does not keep a combo open for an hour`() throws {
        let combos = try Combos()
        try combos.send()
        combos.live.pass(seconds: -3_600)
        #expect(combos.ended().isEmpty)
        #expect(try combos.send().count == 2)
        combos.live.pass(seconds: 5)
        #expect(combos.ended().map(\.count) == [2])
    }

    @Test func `an end held back by the rate is announced later, and many ends at once take several events`() throws {
        let combos = try Combos { limits in
            limits.roomMessagesPerSecond = 2
            limits.roomMessagesBurst = 2
            limits.combosOpenMax = 1_000
        }
        for number in 0..<150 {
            let gift = Gift(giftID: GiftID(unchecked: "g\(number)"), name: "G", coins: Coins(1) ?? .zero)
            try combos.send(gift: gift)
        }
        combos.live.pass(seconds: 5)
        for _ in 1...2 { combos.live.tellGifts() }
        #expect(combos.ended().isEmpty, "the rate is used up")
        combos.live.pass(seconds: 2)
        let first = combos.ended()
        #expect(first.count == 100)
        combos.live.pass(seconds: 2)
        #expect(combos.ended().count == 50)
    }

    @Test(arguments: 1...10)
    func `a server that takes over goes on with every combo that is open, and with no other`(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let combos = try Combos { $0.combosOpenMax = run % 2 == 0 ? 3 : 1_000 }
        var limits = Limits()
        limits.combosOpenMax = run % 2 == 0 ? 3 : 1_000
        var (first, gifts) = (ComboBook(limits: limits), [PastGift]())
        func next() throws -> (order: GiftOrder, record: SettledOrder) {
            combos.live.pass(milliseconds: Int64(generator.number(0...2_500)))
            let order = try combos.order(
                ["bob", "carl", "dora"][generator.number(0...2)], gift: generator.chance(0.5) ? .rose : Self.beer,
                count: generator.number(1...9))
            combos.durable += 1
            return (order, order.settled(durable: combos.durable))
        }
        for _ in 0..<60 {
            let (order, record) = try next()
            _ = first.settled(order, as: record)
            gifts.append(PastGift(event: order.received, durable: record.durable, at: record.at))
        }
        var second = TestLive(limits: limits).room
        second.handle(.giftsRead(gifts), at: combos.live.now)
        for _ in 0..<20 {
            let (order, record) = try next()
            let combo = first.settled(order, as: record)
            let goesOn = second.handle(.orderCharged(order, as: record), at: combos.live.now).combo
            #expect(combo != nil && goesOn == combo, "seed \(run)")
        }
    }

    /// The rule over the whole history: an order belongs to the last combo of its kind if that combo's last order came less than a window
    /// before.
    @Test(arguments: 1...20)
    func `random orders make the combos that the rule predicts, whatever the ticks in between`(run: UInt64) throws {
        var generator = SeededGenerator(seed: run)
        let combos = try Combos()
        var expected: [String: (id: Int64, count: Int, last: Timestamp)] = [:]
        for _ in 0..<300 {
            combos.live.pass(milliseconds: Int64(generator.number(0...3_500)))
            let name = ["bob", "carl", "dora"][generator.number(0...2)]
            let gift = generator.number(0...1) == 0 ? Gift.rose : Self.beer
            let count = generator.number(1...20)
            let order = try combos.order(name, gift: gift, count: count)
            if generator.number(0...4) == 0 {
                #expect(combos.live.settle(order, durable: nil) == nil)
            } else {
                let combo = try combos.charge(order)
                let key = "\(name) \(gift.giftID)"
                if let known = expected[key], order.at.milliseconds(since: known.last) < 5_000 {
                    expected[key] = (known.id, known.count + count, order.at)
                } else {
                    expected[key] = (combos.durable, count, order.at)
                }
                #expect(combo.id == expected[key]?.id, "seed \(run)")
                #expect(combo.count == expected[key]?.count, "seed \(run)")
            }
            if generator.number(0...1) == 0 { _ = combos.ended() }
        }
    }
}
