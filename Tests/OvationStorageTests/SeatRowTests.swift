import Foundation
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

/// The handwritten row of a seat is the one that earlier versions kept.
@Suite struct SeatRowTests {
    /// What `Codable` writes, which is what rows were before they were written by hand.
    private func encoded(_ seat: Seat) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(seat), as: UTF8.self)
    }

    @Test func `rows of earlier versions are written byte for byte, and read`() throws {
        var taken = Seat(index: 3)
        taken.user = UserInfo(
            userID: Samples.id("mei"), userName: "Mei \"M\" \\ \u{0}\u{1F}\n\u{7F} \u{2028} 玫瑰 🌹",
            avatarURL: "https://example.com/mei.png")
        taken.isMicrophoneOn = true
        taken.isCameraLocked = true
        taken.region = SeatRegion(x: -1, y: 0, w: 360, h: 640, zorder: 2)
        var full = Seat(index: 49)
        (full.isLocked, full.isMicrophoneLocked, full.isCameraLocked) = (true, true, true)
        (full.isMicrophoneOn, full.isCameraOn, full.isFeatured) = (true, true, true)
        let rows: [(Seat, String)] = [
            (Seat(index: 0), #"{"index":0}"#),
            (
                full,
                #"{"index":49,"isCameraLocked":true,"isCameraOn":true,"isFeatured":true,"isLocked":true,"#
                    + #""isMicrophoneLocked":true,"isMicrophoneOn":true}"#
            ),
            (
                taken,
                #"{"index":3,"isCameraLocked":true,"isMicrophoneOn":true,"#
                    + #""region":{"h":640,"w":360,"x":-1,"y":0,"zorder":2},"#
                    + #""user":{"avatarURL":"https://example.com/mei.png","userID":"mei","#
                    + #""userName":"Mei \"M\" \\ \u0000\u001f\n"# + "\u{7F} \u{2028} 玫瑰 🌹\"}}"
            ),
        ]
        for (seat, row) in rows {
            let written = StoredJSON.text(seat)
            #expect(written == row)
            #expect(try encoded(seat) == row)
            #expect(try StoredJSON.value(Seat.self, row, in: "room_seat.seat") == seat)
        }
    }

    @Test func `any seat is written as Codable writes it`() throws {
        var random = SeededGenerator.printed("rows of seats")
        let parts = [
            "ada", "\"", "\\", "}", "/", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\r", "\n", "é", "玫瑰", "🌹", "\u{2028}",
        ]
        func text() -> String {
            (0..<random.number(0...4)).map { _ in parts[random.number(0...parts.count - 1)] }.joined()
        }
        for _ in 0..<500 {
            var seat = Seat(index: random.number(0...49))
            if random.chance(0.7) {
                seat.user = UserInfo(userID: Samples.id("u-1"), userName: text(), avatarURL: text())
            }
            for flag in [
                \Seat.isLocked, \.isMicrophoneLocked, \.isCameraLocked, \.isMicrophoneOn, \.isCameraOn, \.isFeatured,
            ] { seat[keyPath: flag] = random.chance(0.5) }
            if random.chance(0.5) {
                seat.region = SeatRegion(
                    x: random.number(-9...9_999), y: random.number(0...9), w: random.number(0...720),
                    h: random.number(0...1_280), zorder: random.number(0...9))
            }
            let written = StoredJSON.text(seat)
            #expect(try encoded(seat) == written)
        }
    }
}
