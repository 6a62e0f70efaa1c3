import OvationTestKit
import Testing

@testable import OvationSupport

/// Deflated bytes inflate to themselves at every level, and damaged streams are refused.
@Suite struct UserSigZlibTests {
    @Test(arguments: [.standard] + (-1...10).map { Zlib.Level.number($0) })
    func `bytes deflated at any level inflate to themselves`(level: Zlib.Level) throws {
        var random = SeededGenerator.printed()
        for count in [0, 1, 2, 100, 4_096, 70_000] {
            for bytes in [random.bytes(count: count), [UInt8](repeating: 7, count: count)] {
                #expect(try Zlib.inflate(Zlib.deflate(bytes, level: level), bytesMax: count) == bytes)
            }
        }
    }

    @Test func `inflating accepts exactly the bound and no byte more`() throws {
        let deflated = Zlib.deflate([UInt8](repeating: 1, count: 1_000))
        #expect(try Zlib.inflate(deflated, bytesMax: 1_000).count == 1_000)
        #expect(throws: Zlib.Failure.tooLarge) { try Zlib.inflate(deflated, bytesMax: 999) }
        #expect(throws: Zlib.Failure.tooLarge) { try Zlib.inflate(deflated, bytesMax: 0) }
    }

    @Test func `a damaged stream is refused with what is wrong`() {
        let deflated = Zlib.deflate([1, 2, 3])
        #expect(throws: Zlib.Failure.truncated) { try Zlib.inflate([], bytesMax: 10) }
        #expect(throws: Zlib.Failure.truncated) { try Zlib.inflate(Array(deflated.dropLast()), bytesMax: 10) }
        #expect(throws: Zlib.Failure.trailingBytes) { try Zlib.inflate(deflated + [0], bytesMax: 10) }
        #expect(throws: Zlib.Failure.damaged) { try Zlib.inflate([0xFF] + deflated, bytesMax: 10) }
        #expect(throws: Zlib.Failure.damaged) { try Zlib.inflate(deflated.dropLast() + [0xAA], bytesMax: 10) }
    }
}
