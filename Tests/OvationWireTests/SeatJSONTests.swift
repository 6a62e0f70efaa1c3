import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// The handwritten seat encoders write the bytes that `Codable` writes.
@Suite struct SeatJSONTests {
    @Test func `any change of seats is encoded as Codable encodes it`() {
        var generator = SeededGenerator.printed()
        for _ in 0..<500 {
            let event = Self.event(&generator)
            #expect(RoomEvent.seatChanged(event).encodedData == WireJSON.bytes(event))
        }
    }

    @Test func `the answer about a seat is encoded as Codable encodes it`() {
        for index in [nil, 0, 8, -1] as [Int?] {
            let taken = SeatTaken(index: index)
            #expect(taken.json == WireJSON.bytes(taken))
        }
        let helped = SeatTaken(index: 3, iceServers: [ICEServer(urls: ["stun:example.org"])])
        #expect(helped.json == WireJSON.bytes(helped))
    }

    private static func event(_ generator: inout SeededGenerator) -> SeatChanged {
        func text() -> String {
            let parts = ["ada", "\"", "\\", "}", "/", "\u{1}", "\u{7F}", "\n", "é", "玫瑰", "🌹", "\u{2028}"]
            return (0..<generator.number(0...4)).map { _ in parts[generator.number(0...parts.count - 1)] }.joined()
        }
        func user() -> UserInfo { UserInfo(userID: Samples.id("u-1"), userName: text(), avatarURL: text()) }
        func seat() -> Seat {
            var seat = Seat(index: generator.number(0...49))
            if generator.chance(0.7) { seat.user = user() }
            seat.isLocked = generator.chance(0.5)
            seat.isMicrophoneLocked = generator.chance(0.5)
            seat.isCameraLocked = generator.chance(0.5)
            seat.isMicrophoneOn = generator.chance(0.5)
            seat.isCameraOn = generator.chance(0.5)
            seat.isFeatured = generator.chance(0.5)
            if generator.chance(0.5) {
                seat.region = SeatRegion(
                    x: generator.number(-9...9_999), y: generator.number(0...9), w: generator.number(0...720),
                    h: generator.number(0...1_280), zorder: generator.number(0...9))
            }
            return seat
        }
        var event = SeatChanged(
            reason: SeatChangeReason.allCases[generator.number(0...SeatChangeReason.allCases.count - 1)],
            seats: (0..<generator.number(0...3)).map { _ in seat() })
        if generator.chance(0.5) { event.by = user() }
        if generator.chance(0.5) { event.templateID = generator.number(0...999) }
        if generator.chance(0.5) {
            event.removed = (0..<generator.number(0...2)).map { _ in
                SeatChanged.Removal(userID: Samples.id("u-2"), index: generator.number(0...8))
            }
        }
        return event
    }
}
