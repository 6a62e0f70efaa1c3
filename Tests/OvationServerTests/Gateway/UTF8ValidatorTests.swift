import OvationTestKit
import Testing

@testable import OvationHTTP

/// The validator agrees with Swift's own validation, and finds an error at the very byte that causes it.
struct UTF8ValidatorTests {
    /// Bytes that complete a character after any valid beginning of it.
    private static let completions: [[UInt8]] = [
        [], [0x80], [0x80, 0x80], [0xA0, 0x80], [0x80, 0x80, 0x80], [0x90, 0x80, 0x80],
    ]

    private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Whether some continuation makes the bytes valid UTF-8 by Swift's own validation.
    private func isExtendable(_ bytes: [UInt8]) -> Bool { Self.completions.contains { isUTF8(bytes + $0) } }

    private func feed(_ bytes: some Sequence<UInt8>, to validator: inout UTF8Validator) -> Bool {
        Array(bytes).withUnsafeBytes { validator.consume($0) }
    }

    /// Tries every byte after a prefix and compares. Continues with the bytes that may follow.
    private func walk(_ prefix: [UInt8], _ validator: UTF8Validator, depth: Int, count: inout Int) {
        for byte in UInt8.min...UInt8.max {
            var next = validator
            let bytes = prefix + [byte]
            let isAccepted = feed([byte], to: &next)
            count += 1
            // Only 80 to BF can continue a character, so Swift is asked about those alone.
            let mayBeUTF8 = validator.isComplete || (0x80...0xBF).contains(byte)
            guard isAccepted == (mayBeUTF8 && isExtendable(bytes)), !isAccepted || next.isComplete == isUTF8(bytes)
            else {
                Issue.record("\(bytes): accepted \(isAccepted), complete \(next.isComplete)")
                return
            }
            // A complete character resets the validator, and the level above walks through that. Here it is enough to continue after the
            // smallest and the largest last byte.
            guard isAccepted, depth > 1, !next.isComplete || byte == 0x80 || byte == 0xBF else { continue }
            walk(bytes, next, depth: depth - 1, count: &count)
        }
    }

    @Test func `every sequence of three bytes is accepted or refused at the same byte as Swift's`() {
        var count = 0
        walk([], UTF8Validator(), depth: 3, count: &count)
        #expect(count > 300_000)
    }

    /// The bytes at the boundaries of UTF-8's classes.
    private static let edges: [UInt8] = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF,
        0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
    ]

    @Test func `four-byte characters have the boundaries that Unicode defines`() {
        for first in UInt8(0xF0)...0xF5 {
            for second in Self.edges {
                for third in [UInt8(0x7F), 0x80, 0xBF, 0xC0] {
                    for fourth in [UInt8(0x7F), 0x80, 0xBF, 0xC0] {
                        let bytes = [first, second, third, fourth]
                        var validator = UTF8Validator()
                        let isValid = feed(bytes, to: &validator) && validator.isComplete
                        #expect(isValid == isUTF8(bytes), "\(bytes)")
                    }
                }
            }
        }
    }

    @Test func `it does not matter where bytes are split`() {
        for first in Self.edges {
            for second in Self.edges {
                for third in Self.edges {
                    let bytes = [first, second, third]
                    let expected = isUTF8(bytes)
                    for splits in 0..<4 {
                        var validator = UTF8Validator()
                        var isValid = true
                        var piece: [UInt8] = []
                        for (place, byte) in bytes.enumerated() {
                            piece.append(byte)
                            guard place == 2 || splits >> place & 1 == 1 else { continue }
                            isValid = isValid && feed(piece, to: &validator)
                            piece = []
                        }
                        isValid = isValid && validator.isComplete
                        if isValid != expected { Issue.record("\(bytes) split by \(splits)") }
                    }
                }
            }
        }
    }

    @Test func `random text is valid wherever it is split, and damaged text is judged as Swift judges it`() {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for _ in 0..<2_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) else { continue }
                bytes += Array(String(scalar).utf8)
            }
            if Bool.random(using: &random), !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random), !bytes.isEmpty { bytes.removeLast() }
            let expected = isUTF8(bytes)
            for split in 0...bytes.count {
                var validator = UTF8Validator()
                let isValid =
                    feed(bytes[..<split], to: &validator) && feed(bytes[split...], to: &validator)
                    && validator.isComplete
                #expect(isValid == expected, "\(bytes) at \(split), seed \(seed)")
            }
        }
    }

    @Test func `an empty text is valid`() {
        var validator = UTF8Validator()
        #expect(validator.isComplete)
        #expect(feed([], to: &validator) == true)
        #expect(validator.isComplete)
    }
}
