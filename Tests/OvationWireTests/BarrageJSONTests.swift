import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// A barrage has a handwritten encoder, because it is the most frequent event. Its output must equal that of `Codable`.
@Suite struct BarrageJSONTests {
    @Test func `the handwritten barrage encoder writes the bytes that Codable writes`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<5_000 {
            let sender = UserInfo(
                userID: UserID(unchecked: random.token(count: .random(in: 1...32, using: &random))),
                userName: random.nastyText(), avatarURL: random.nastyText())
            let kind: Barrage.Kind =
                Bool.random(using: &random)
                ? .text(random.nastyText(), extensionInfo: random.nastyFields())
                : .custom(businessID: random.nastyText(), data: random.nastyText())
            let barrage = Barrage(sender: sender, kind: kind)
            let byHand = RoomEvent.barrageSent(barrage).encodedData
            let byCodable = [UInt8](try WireJSON.encoder().encode(barrage))
            try #require(
                byHand == byCodable,
                "\(String(decoding: byHand, as: UTF8.self)) is not \(String(decoding: byCodable, as: UTF8.self))")
            #expect(try RoomEvent.decode(.barrageSent, data: byHand) == .barrageSent(barrage))
        }
    }

    @Test func `the handwritten answers to login and join have the bytes that Codable writes`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<1_000 {
            let joined = RoomJoined(
                liveID: LiveID(unchecked: random.token(count: .random(in: 1...48, using: &random))),
                sessionID: LiveSessionID(unchecked: random.token(count: 12)),
                role: [.owner, .admin, .viewer].randomElement(using: &random) ?? .viewer,
                muted: .random(using: &random),
                mutedUntil: Bool.random(using: &random) ? Samples.time : nil,
                mutedReason: Bool.random(using: &random) ? random.nastyText() : nil, created: .random(using: &random),
                epoch: random.token(count: 8), seq: .random(in: 0...Int64.max, using: &random), durable: 7)
            #expect(joined.json == [UInt8](try WireJSON.encoder().encode(joined)))
            let user = UserInfo(
                userID: UserID(unchecked: random.token(count: 8)), userName: random.nastyText(),
                avatarURL: random.nastyText())
            let opened = SessionOpened(
                session: SessionID(unchecked: random.token(count: 12)), resumed: .random(using: &random), user: user,
                profile: UserProfile(), at: Samples.time, silenceSeconds: 90, rooms: [])
            #expect(opened.json == [UInt8](try WireJSON.encoder().encode(opened)))
        }
    }

    @Test func `every character of the first planes is escaped as Codable escapes it`() throws {
        let sender = UserInfo(userID: UserID(unchecked: "alice"))
        for first in stride(from: UInt32(0), to: 0x3_0000, by: 0x100) {
            let scalars = (first..<first + 0x100).compactMap(Unicode.Scalar.init)
            let barrage = Barrage(
                sender: sender, kind: .text(String(String.UnicodeScalarView(scalars)), extensionInfo: [:]))
            #expect(
                RoomEvent.barrageSent(barrage).encodedData == [UInt8](try WireJSON.encoder().encode(barrage)),
                "from U+\(String(first, radix: 16))")
        }
    }

    @Test func `an event frame with awkward texts decodes to the same texts`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<2_000 {
            let room = LiveID(
                unchecked: String(
                    decoding: (0..<random.next() % 48 + 1).map { _ in UInt8(0x20 + random.next() % 95) }, as: UTF8.self)
            )
            let position = EventPosition(
                epoch: random.nastyText(), seq: Bool.random(using: &random) ? Int64(bitPattern: random.next()) : nil,
                durable: Bool.random(using: &random) ? Int64(bitPattern: random.next()) : nil,
                at: Timestamp(milliseconds: Int64(bitPattern: random.next())))
            let event = RoomEvent.barrageSent(
                Barrage(
                    sender: UserInfo(userID: UserID(unchecked: "alice"), userName: random.nastyText()),
                    kind: .text(random.nastyText(), extensionInfo: random.nastyFields())))
            let frame = FrameEncoder.event(room: room, position: position, name: event.name, data: event.encodedData)
            guard
                case .event(.room(let readRoom, let readPosition, let readEvent)) = try ServerFrame.decode(Data(frame))
            else {
                Issue.record("decoded as something else: \(String(decoding: frame, as: UTF8.self))")
                return
            }
            #expect(readRoom == room)
            #expect(readPosition == position)
            #expect(readEvent == event)
        }
    }
}
