import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// What is put together by hand of a gift is what `Codable` writes.
@Suite struct GiftJSONTests {
    private static let event = GiftReceived(
        orderID: Samples.id("o-1"), gift: Samples.gift("}\"\\rose", coins: 7), count: 3, coins: Samples.coins(21),
        sender: UserInfo(userID: Samples.id("bob"), userName: "B}ob\u{1}", avatarURL: "{"), to: [Samples.host])

    private func json(_ bytes: [UInt8]) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    @Test(arguments: [nil, 0, 10], [nil, false, true])
    func `combo and level are added to what is stored`(level: Int?, isFinal: Bool?) throws {
        var expected = Self.event
        expected.gifterLevel = level
        expected.combo = isFinal.map {
            GiftCombo(id: 17, count: 12, coins: .max, until: Timestamp(milliseconds: -1), isFinal: $0)
        }
        let extended = GiftReceived.extending(
            stored: RoomEvent.giftReceived(Self.event).encodedData, combo: expected.combo, gifterLevel: level)
        #expect(try json(extended) == json(RoomEvent.giftReceived(expected).encodedData))
        #expect(try RoomEvent.decode(.giftReceived, data: extended) == .giftReceived(expected))
    }
}
