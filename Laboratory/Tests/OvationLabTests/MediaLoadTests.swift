import ArgumentParser
import NIOCore
import OvationMedia
import OvationTestKit
import Testing

@testable import ovation_lab

/// The pictures that the tool publishes, and how it reads them.
@Suite struct MediaLoadTests {
    /// A frame from a server.
    private func frame(_ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true) -> [UInt8] {
        var frame = ByteBuffer()
        frame.writeInteger((isLast ? 0x80 : 0) | opcode)
        switch payload.count {
        case ..<126: frame.writeInteger(UInt8(payload.count))
        case ..<65_536:
            frame.writeInteger(UInt8(126))
            frame.writeInteger(UInt16(payload.count))
        default:
            frame.writeInteger(UInt8(127))
            frame.writeInteger(UInt64(payload.count))
        }
        return Array(frame.readableBytesView) + payload
    }

    private func events(_ bytes: [UInt8], chunk: Int) -> [MediaFrameReader.Event]? {
        var (reader, events, rest) = (MediaFrameReader(), [MediaFrameReader.Event](), bytes[...])
        while !rest.isEmpty {
            guard rest.prefix(chunk).withUnsafeBytes({ reader.read($0, into: &events) }) else { return nil }
            rest = rest.dropFirst(chunk)
        }
        return events
    }

    @Test func `frames are found however the stream is cut, and only the start of a large one is kept`() {
        var random = SeededGenerator.printed()
        let large = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
        let bytes =
            frame(1, Array("{}".utf8)) + frame(2, large) + frame(9, []) + frame(2, Array(large.prefix(300)))
            + frame(8, [3, 0xE8])
        let expected: [MediaFrameReader.Event] = [
            .text(Array("{}".utf8)),
            .binary(beginning: Array(large.prefix(MediaFrameReader.keptBytesMax)), byteCount: 70_000),
            .control(opcode: 9, []), .binary(beginning: Array(large.prefix(300)), byteCount: 300),
            .control(opcode: 8, [3, 0xE8]),
        ]
        #expect(events(bytes, chunk: .max) == expected)
        #expect(events(bytes, chunk: 1) == expected)
        for _ in 0..<5 { #expect(events(bytes, chunk: random.number(2...9_000)) == expected) }
    }

    @Test func `a message in several frames is one, even with a ping between them`() {
        var random = SeededGenerator.printed()
        let content = (0..<9_000).map { UInt8(truncatingIfNeeded: $0) }
        let bytes =
            frame(2, Array(content[..<3_000]), isLast: false) + frame(9, [1])
            + frame(0, Array(content[3_000..<3_001]), isLast: false) + frame(0, Array(content[3_001...]))
            + frame(1, [0x7B])
        let expected: [MediaFrameReader.Event] = [
            .control(opcode: 9, [1]),
            .binary(beginning: Array(content.prefix(MediaFrameReader.keptBytesMax)), byteCount: 9_000),
            .text([0x7B]),
        ]
        #expect(events(bytes, chunk: .max) == expected)
        for _ in 0..<5 { #expect(events(bytes, chunk: random.number(1...4_000)) == expected) }
    }

    @Test(
        arguments: [
            [0x82, 0x80] as [UInt8], [0xC2, 0], [0x80, 0], [0x02, 0, 0x81, 0], [0x09, 0], [0x89, 126, 0, 200],
            [0x83, 0],
        ])
    func `a frame that no server sends is a violation`(bytes: [UInt8]) {
        #expect(events(bytes, chunk: .max) == nil)
    }

    @Test(arguments: [64_000, 1_000_000, 4_000_000], [500, 1_000])
    func `a recording has the requested rate, and a relay accepts it`(rate: Int, milliseconds: Int)
        throws
    {
        let parts = MediaStamp.recording(bitsPerSecond: rate, milliseconds: milliseconds)
        #expect(parts.count == 2)
        guard case .fragment(let fragment) = parts.last else {
            Issue.record("there is no fragment")
            return
        }
        #expect(fragment.span.beginsWithKeyFrame)
        #expect(fragment.span.durationMicroseconds == Int64(milliseconds) * 1_000)
        let wanted = Double(rate) / 8 * Double(milliseconds) / 1_000
        #expect(abs(Double(fragment.bytes.count) - wanted) < wanted / 20)
    }

    @Test func `a stamp is read from the start of a fragment alone`() throws {
        guard case .fragment(let fragment) = MediaStamp.recording(bitsPerSecond: 1_000_000, milliseconds: 1_000).last
        else {
            Issue.record("there is no fragment")
            return
        }
        var bytes = fragment.bytes
        MediaStamp.stamp(&bytes, nanoseconds: 1_234_567_890_123)
        #expect(bytes.count == fragment.bytes.count)
        let beginning = Array(bytes.prefix(MediaFrameReader.keptBytesMax))
        #expect(MediaStamp.nanoseconds(in: beginning) == 1_234_567_890_123)
        #expect(MediaStamp.nanoseconds(in: Array("ftyp".utf8)) == nil)
        #expect(MediaStamp.nanoseconds(in: Array(bytes.prefix(200))) == nil)
        // The stamp replaces no header, so the stream is still readable.
        var (reader, found) = (FragmentedMP4Reader(), [MediaPart]())
        guard
            case .initialisation(let segment) = MediaStamp.recording(bitsPerSecond: 1_000_000, milliseconds: 1_000)
                .first
        else { return }
        try reader.read((segment.bytes + bytes)[...], into: &found)
        #expect(found.count == 2)
    }

    @Test func `media has 500 players of a megabit beside 500 viewers, in five rounds`() throws {
        let command = try #require(try Lab.parseAsRoot(["load", "media", "--start-server"]) as? LoadCommand.Media)
        #expect(
            command.scenario
                == MediaScenario(
                    players: 500, bitsPerSecond: 1_000_000, fragmentMilliseconds: 1_000, rounds: 5, rampSeconds: 2,
                    isBesideNginx: false, giftTimesMax: 1.3))
        #expect(command.options.plan(LoadCommand.Media.defaults).viewers == 500)
    }

    @Test(arguments: [
        ["--players", "0"], ["--bit-rate", "1"], ["--rounds", "0"], ["--fragment", "5000"], ["--times", "0"],
        ["--player-ramp", "-1"], ["--gifts", "0"],
    ])
    func `an invalid command line of media is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Lab.parseAsRoot(["load", "media"] + arguments) }
    }

    @Test func `gifts may take 1.3 times as long, or ten milliseconds longer`() {
        #expect(MediaScenario.giftMillisecondsMax(without: 5, times: 1.3) == 15)
        #expect(MediaScenario.giftMillisecondsMax(without: 100, times: 1.3) == 130)
        #expect(MediaScenario.median([]) == nil)
        #expect(MediaScenario.median([3, 1, 2]) == 2)
        #expect(MediaScenario.median([4, 1, 2, 3]) == 2.5)
    }
}
