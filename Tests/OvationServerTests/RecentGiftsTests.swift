import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// What those who enter are told of earlier gifts.
struct RecentGiftsTests {
    private static func gift(_ sender: String, coins: Int64, count: Int = 1) -> GiftReceived {
        let gift = Gift(giftID: GiftID(unchecked: "gift\(coins)"), name: "Gift", coins: Samples.coins(coins))
        return GiftReceived(
            orderID: Samples.id("o"), gift: gift, count: count, coins: Samples.coins(coins * Int64(count)),
            sender: Samples.user(sender), to: [Samples.host])
    }

    /// Gives gifts, one a second, and returns what is remembered as sender and coins.
    private static func give(
        _ gifts: [GiftReceived], countMax: Int = 3, seconds: Int64 = 1
    ) -> [String] {
        var recent = RecentGifts(countMax: countMax)
        for (number, gift) in gifts.enumerated() {
            recent.append(
                gift, durable: Int64(number), at: Samples.time.adding(seconds: Int64(number) * seconds))
        }
        return recent.records.map { "\($0.gift.sender.userID) \($0.gift.coins.amount)" }
    }

    @Test func `the last gifts are remembered, oldest first`() {
        let gifts = ["a", "b", "c", "d"].map { Self.gift($0, coins: 1) }
        #expect(Self.give(gifts) == ["b 1", "c 1", "d 1"])
        #expect(Self.give(gifts, countMax: 0) == [])
    }

    @Test func `a flood of small gifts does not hide a great one for five minutes`() {
        let flood = [Self.gift("great", coins: 1_000)] + (0..<50).map { Self.gift("u\($0)", coins: 999) }
        #expect(Self.give(flood) == ["great 1000", "u48 999", "u49 999"])
        #expect(Self.give(flood, seconds: 60) == ["u47 999", "u48 999", "u49 999"])
        let allGreat = (0..<5).map { Self.gift("u\($0)", coins: 1_000) } + [Self.gift("small", coins: 1)]
        #expect(Self.give(allGreat) == ["u2 1000", "u3 1000", "u4 1000"])
    }

    @Test func `gifts of one sender that follow each other are one`() {
        let gifts = [Self.gift("a", coins: 5, count: 2), Self.gift("a", coins: 5), Self.gift("b", coins: 5)]
        #expect(Self.give(gifts + [Self.gift("a", coins: 5)]) == ["a 15", "b 5", "a 5"])
        #expect(Self.give([Self.gift("a", coins: 5), Self.gift("a", coins: 6)]) == ["a 5", "a 6"])
    }
}
