import Foundation
import OvationModel
import OvationTestKit
import Testing

@testable import OvationWire

/// Bytes from the network never trap. An accepted frame means the same after it is encoded again.
@Suite struct FrameFuzzTests {
    @Test func `damaged commands are refused with a code or keep their meaning when encoded again`() throws {
        var random = SeededGenerator.printed()
        let seeds = try (Fixture.of(.command) + Fixture.of(.invalidCommand)).map { [UInt8](try $0.bytes) }
        var accepted = 0
        for round in 0..<20_000 {
            let bytes = random.damaged(seeds[round % seeds.count], with: seeds)
            switch CommandFrame.decode(Data(bytes)) {
            case .success(let frame):
                accepted += 1
                #expect(CommandFrame.decodeGenerally(Data(bytes)) == .success(frame), "both decoders agree")
                let written = try frame.encoded()
                #expect(CommandFrame.decode(written) == .success(frame), "\(String(decoding: bytes, as: UTF8.self))")
                #expect(frame.id >= 0)
                #expect(frame.room.map { LiveID.isValid($0.rawValue) } ?? !frame.command.needsRoom)
            case .failure(let failure):
                let codes: [ErrorCode] = [.malformedFrame, .unknownOperation, .illegalParameter]
                #expect(codes.contains(failure.rejection.code), "\(String(decoding: bytes, as: UTF8.self))")
                #expect(failure.isMalformed == (failure.id == nil))
                #expect(failure.rejection.message.utf8.count < 2_000, "a long frame gets no long answer")
            }
        }
        #expect(accepted > 500, "too few damaged frames pass the first check")
    }

    @Test func `damaged server frames throw or keep their meaning when encoded again`() throws {
        var random = SeededGenerator.printed()
        let seeds = try (Fixture.of(.event) + Fixture.of(.reply) + Fixture.of(.invalidServerFrame))
            .map { [UInt8](try $0.bytes) }
        var accepted = 0
        for round in 0..<20_000 {
            let bytes = random.damaged(seeds[round % seeds.count], with: seeds)
            guard let frame = try? ServerFrame.decode(Data(bytes)) else { continue }
            accepted += 1
            if case .event(.room(let room, let position, let event)) = frame {
                let written = FrameEncoder.event(
                    room: room, position: position, name: event.name, data: event.encodedData)
                guard case .event(.room(let room2, let position2, let event2)) = try ServerFrame.decode(Data(written))
                else {
                    Issue.record("decoded as something else: \(String(decoding: written, as: UTF8.self))")
                    continue
                }
                #expect(
                    room2 == room && position2 == position && event2 == event,
                    "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(accepted > 500, "too few damaged frames pass the first check")
    }

    @Test func `random bytes are malformed`() {
        var random = SeededGenerator.printed()
        for _ in 0..<5_000 {
            let bytes = Data(random.bytes(count: .random(in: 0...64, using: &random)))
            #expect(Self.isMalformed(bytes))
            #expect(throws: (any Error).self) { try ServerFrame.decode(bytes) }
        }
    }

    @Test(arguments: [
        "[", "{\"a\":", "{\"id\":1,\"op\":\"room.list\",\"data\":{\"x\":[", "\"", "\\", "-", "1", "{\"id\":", " ",
    ])
    func `64 KiB of one repeated token are refused quickly`(part: String) {
        let bytes = Data(String(repeating: part, count: 65_536 / part.utf8.count).utf8)
        #expect(Self.isMalformed(bytes))
    }

    private static func isMalformed(_ bytes: Data) -> Bool {
        guard case .failure(let failure) = CommandFrame.decode(bytes) else { return false }
        return failure.isMalformed && failure.id == nil
    }
}

extension SeededGenerator {
    /// Randomly damaged bytes: flipped bits, a cut, or parts removed, inserted, repeated or taken from another frame.
    fileprivate mutating func damaged(_ bytes: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var bytes = bytes.count > 4_096 ? Array(bytes.prefix(4_096)) : bytes
        let tokens: [[UInt8]] = [
            "null", "true", "1e400", "-0", "9223372036854775808", "0.5", "\"\"", "[]", "{}", "\\u0000", "\\ud83d",
            "\u{FEFF}",
            "\"id\":", "\"op\":", "\"data\":", "\"room\":", "\"event\":", "e\u{301}", "\u{212A}",
        ].map { Array($0.utf8) }
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let at = Int.random(in: 0...bytes.count, using: &self)
            switch next() % 7 {
            case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(next() % 8)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
            case 3: bytes.insert(contentsOf: tokens[Int(next() % UInt64(tokens.count))], at: at)
            case 4 where at < bytes.count:
                let end = Int.random(in: at...min(bytes.count, at + 16), using: &self)
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: end)
            case 5 where Int.random(in: 0..<4, using: &self) == 0: bytes.removeSubrange(at...)
            case 6:
                let other = others[Int(next() % UInt64(others.count))].prefix(64)
                bytes.insert(contentsOf: other, at: at)
            default: break
            }
        }
        return bytes
    }
}
