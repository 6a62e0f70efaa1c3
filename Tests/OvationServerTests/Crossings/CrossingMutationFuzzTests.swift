import Foundation
import OvationTestKit
import Testing

@testable import OvationNode

/// Whatever bytes come, they are read or refused.
@Suite struct CrossingMutationFuzzTests {
    private static let roundCount = Thoroughness.rounds(200, verify: 10_000)

    @Test func `damaged bytes are read or refused, and what is read crosses again`() throws {
        var random = SeededGenerator.printed()
        var (read, refused) = (0, 0)
        for sample in CrossingSample.all {
            let bytes = try sample.encode()
            for _ in 0..<Self.roundCount {
                let damaged = Self.damaged(bytes, &random)
                do throws(CrossingRefused) {
                    let first = try sample.decode(damaged)
                    let second = try sample.decode(first.bytes)
                    #expect(second.content == first.content, "\(sample.name): \(damaged)")
                    #expect(second.bytes == first.bytes, "\(sample.name): \(damaged)")
                    read += 1
                } catch {
                    refused += 1
                }
            }
        }
        // Both happen often, or the damage is of no use.
        #expect(read > CrossingSample.all.count && refused > CrossingSample.all.count)
    }

    @Test func `random bytes are read or refused`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<Self.roundCount * 10 {
            let body = random.bytes(count: random.number(0...64))
            for sample in [CrossingSample.all[0], random.pick(CrossingSample.all)] {
                let kind = try sample.encode()[1]
                _ = try? sample.decode(Self.framed(body, kind: kind))
                _ = try? sample.decode(body)
            }
        }
    }

    /// The bytes with one to three damages. Mostly the header is made right again, so that the damage gets past it.
    private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        if random.chance(0.1) {
            var whole = bytes
            damage(&whole, &random)
            return whole
        }
        var body = Array(bytes.dropFirst(CrossingFrame.headerBytes))
        for _ in 0..<random.number(1...3) { damage(&body, &random) }
        return framed(body, kind: bytes[1])
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        switch random.number(0...5) {
        case 0: bytes.removeLast(random.number(0...bytes.count))
        case 1: bytes += random.bytes(count: random.number(1...16))
        case 2 where !bytes.isEmpty:
            let start = random.number(0...(bytes.count - 1))
            bytes.removeSubrange(start..<random.number(start...bytes.count))
        case 3 where !bytes.isEmpty:
            let start = random.number(0...(bytes.count - 1))
            bytes.insert(contentsOf: Array(bytes[start...].prefix(20)), at: random.number(0...bytes.count))
        case 4 where !bytes.isEmpty: bytes[random.number(0...(bytes.count - 1))] = random.bytes(count: 1)[0]
        default:
            for _ in 0..<random.number(1...4) where !bytes.isEmpty {
                bytes[random.number(0...(bytes.count - 1))] ^= 1 << UInt8(random.number(0...7))
            }
        }
    }

    private static func framed(_ body: [UInt8], kind: UInt8) -> [UInt8] {
        [CrossingFrame.version, kind] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }
}
