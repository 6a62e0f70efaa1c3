import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// The handwritten gift encoders write the bytes that `Codable` writes.
@Suite struct GiftJSONTests {
    @Test func `any gift is encoded as Codable encodes it`() {
        var generator = SeededGenerator.printed()
        for _ in 0..<500 {
            let event = Self.event(&generator)
            #expect(RoomEvent.giftReceived(event).encodedData == WireJSON.bytes(event))
        }
    }

    @Test func `the answer to an order is encoded as Codable encodes it`() {
        for (order, gift, number) in [("o-1", "rose", 7), ("\"\\/é", "玫瑰", 9_007_199_254_740_991), ("o", "g", 0)] {
            let charged = GiftCharged(
                orderID: OrderID(unchecked: order), giftID: GiftID(unchecked: gift), count: number,
                coins: Coins(Int64(number)) ?? .zero, balance: Coins(Int64(number)) ?? .zero, durable: Int64(number),
                at: Timestamp(milliseconds: Int64(number)))
            #expect(charged.json == WireJSON.bytes(charged))
        }
    }

    @Test func `a new balance is encoded as Codable encodes it`() {
        for amount in [0, 1, 9_007_199_254_740_991] as [Int64] {
            let wallet = Wallet(balance: Coins(amount) ?? .zero)
            let expected =
                #"{"event":"wallet.changed","data":"# + String(decoding: WireJSON.bytes(wallet), as: UTF8.self) + "}"
            #expect(String(decoding: FrameEncoder.walletChanged(wallet), as: UTF8.self) == expected)
        }
    }

    private static func event(_ generator: inout SeededGenerator) -> GiftReceived {
        func text() -> String {
            let parts = ["rose", "\"", "\\", "}", "/", "\u{1}", "\u{7F}", "\n", "é", "玫瑰", "🌹", "\u{2028}"]
            return (0..<generator.number(0...4)).map { _ in parts[generator.number(0...parts.count - 1)] }.joined()
        }
        func user() -> UserInfo { UserInfo(userID: Samples.id("u-1"), userName: text(), avatarURL: text()) }
        func number() -> Int64 { [0, 1, -1, 99, 9_007_199_254_740_991][generator.number(0...4)] }
        func coins() -> Coins { Coins(number()) ?? .max }
        var gift = Samples.gift("rose", coins: 7)
        gift.name = text()
        gift.desc = text()
        gift.iconURL = text()
        gift.level = generator.number(-1...9)
        if generator.chance(0.5) { gift.extensionInfo = ["b": text(), "a": text()] }
        var event = GiftReceived(
            orderID: Samples.id("o-1"), gift: gift, count: generator.number(1...9_999), coins: coins(), sender: user(),
            to: (0..<generator.number(0...3)).map { _ in user() })
        if generator.chance(0.5) { event.isUnconfirmed = generator.chance(0.5) }
        if generator.chance(0.5) { event.gifterLevel = generator.number(0...10) }
        if generator.chance(0.5) {
            event.combo = GiftCombo(
                id: number(), count: generator.number(1...99), coins: coins(),
                until: Timestamp(milliseconds: number()), isFinal: generator.chance(0.5))
        }
        if generator.chance(0.5) {
            event.orders = (0..<generator.number(0...3)).map { _ in
                GiftReceived.Order(
                    orderID: Samples.id("o-2"), count: 1, coins: coins(), durable: number(),
                    at: Timestamp(milliseconds: number()))
            }
        }
        return event
    }
}
