import CZlib
import NIOCore
import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationSupport

struct RawDeflaterTests {
    private func deflated(_ message: [UInt8], level: Int = 6, windowBits: Int = 15) -> ByteBuffer {
        var output = ByteBuffer()
        let deflater = RawDeflater(level: level, windowBits: windowBits, memoryLevel: 8)
        message.withUnsafeBytes { deflater.append($0, to: &output) }
        return output
    }

    @Test func `a deflated message inflates to itself, whatever its size, level and window`() throws {
        var random = SeededGenerator.printed()
        for size in [0, 1, 2, 100, 1_000, 65_535, 65_536, 200_000] {
            for (level, windowBits) in [(1, 9), (6, 15), (9, 12)] {
                let words: [[UInt8]] = (0..<20).map { _ in random.bytes(count: 7) }
                var message: [UInt8] = []
                while message.count < size { message += words[random.number(0...19)] }
                message = Array(message.prefix(size))
                let inflated = try RawInflater.inflate(
                    deflated(message, level: level, windowBits: windowBits), bytesMax: size)
                #expect(Array(inflated.readableBytesView) == message)
            }
        }
    }

    @Test func `a message that inflates beyond the bound is refused without using more memory`() throws {
        let bomb = deflated(Array(repeating: 0, count: 20_000_000), level: 9)
        #expect(bomb.readableBytes < 25_000)
        #expect(throws: RawInflater.Failure.tooLarge) { try RawInflater.inflate(bomb, bytesMax: 65_536) }
        let fits = deflated(Array(repeating: 0, count: 65_536))
        #expect(try RawInflater.inflate(fits, bytesMax: 65_536).readableBytes == 65_536)
        #expect(throws: RawInflater.Failure.tooLarge) { try RawInflater.inflate(fits, bytesMax: 65_535) }
    }

    @Test func `damaged messages are refused or read as something, and never trap`() {
        var random = SeededGenerator.printed()
        let sample = Array(deflated(Array("{\"text\":\"hello hello hello\"}".utf8)).readableBytesView)
        for _ in 0..<5_000 {
            var bytes = sample
            for _ in 0...random.number(0...3) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            if random.chance(0.3) { bytes.removeLast(random.number(1...bytes.count)) }
            _ = try? RawInflater.inflate(ByteBuffer(bytes: bytes), bytesMax: 1_000)
        }
        #expect(throws: RawInflater.Failure.damaged) {
            try RawInflater.inflate(ByteBuffer(bytes: [0xFF, 0xFF, 0xFF]), bytesMax: 1_000)
        }
    }

    @Test func `a room's stream can be followed from each new start, and makes chat small`() {
        var limits = Limits()
        limits.compressionResetMilliseconds = 1_000
        let deflater = RoomDeflater(limits: limits)
        let messages = (0..<100).map { number in
            let sender = #"{"avatarURL":"","userID":"u\#(number % 9)","userName":"Someone"}"#
            let barrage = #"{"sender":\#(sender),"text":"what a song \#(number * 7919 % 1_000)"}"#
            let place = #""epoch":"k3x","event":"barrage.sent","room":"r1","seq":\#(number)"#
            return Array(#"{"at":17321568001\#(number),"data":\#(barrage),\#(place)}"#.utf8)
        }
        var stream = ByteBuffer()
        #expect(deflater.beginAfresh(isWanted: true, at: 0))
        #expect(!deflater.beginAfresh(isWanted: true, at: 999_999_999), "a second has not passed yet")
        for message in messages[..<50] { stream.writeImmutableBuffer(deflater.text(message)) }
        #expect(!deflater.beginAfresh(isWanted: false, at: 5_000_000_000), "no viewer waits for a new start")
        #expect(deflater.beginAfresh(isWanted: true, at: 5_000_000_000))
        let afresh = stream.writerIndex
        for message in messages[50...] { stream.writeImmutableBuffer(deflater.text(message)) }

        #expect(Self.read(stream) == messages)
        #expect(
            Self.read(stream.getSlice(at: afresh, length: stream.writerIndex - afresh) ?? ByteBuffer())
                == Array(messages[50...]))
        #expect(
            stream.readableBytes * 3 < messages.reduce(0) { $0 + $1.count },
            "the stream is at most a third of the messages")
    }

    /// Inflates frames as a client does, with the window of the earlier ones.
    private static func read(_ frames: ByteBuffer) -> [[UInt8]] {
        var frames = frames
        var stream = z_stream()
        inflateInit2_(&stream, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        var messages: [[UInt8]] = []
        while let first = frames.readInteger(as: UInt8.self), let length = frames.readInteger(as: UInt8.self) {
            #expect(first == 0xC1)
            let count = length < 126 ? Int(length) : Int(frames.readInteger(as: UInt16.self) ?? 0)
            var input = (frames.readBytes(length: count) ?? []) + [0, 0, 0xFF, 0xFF]
            messages.append(
                [UInt8](unsafeUninitializedCapacity: 4_096) { space, written in
                    input.withUnsafeMutableBufferPointer { input in
                        stream.next_in = input.baseAddress
                        stream.avail_in = UInt32(input.count)
                        stream.next_out = space.baseAddress
                        stream.avail_out = UInt32(space.count)
                        inflate(&stream, Z_SYNC_FLUSH)
                    }
                    written = space.count - Int(stream.avail_out)
                })
        }
        return messages
    }
}
