/// Goes through JSON byte by byte: RFC 8259 to the letter, without recursion and without an allocation.
///
/// Whatever strangers send passes here before Foundation reads it. The decoder of swift-foundation, as it ships with Swift 6.3,
/// sometimes traps instead of throwing when it works out where in a malformed document the mistake is; it must not be asked.
package struct JSONCursor {
    /// How deep arrays and objects may be nested. The messages of this project need four levels, an effect of SVGA 1.x eight.
    package static let depthMax = 64
    /// How many marks may follow each other in a text: accents and the like, as Unicode's combining classes tell them.
    ///
    /// Swift sorts such a row, by insertion, wherever it hashes or compares a text, so that one frame of marks would take an event loop a
    /// second. Text that people write has three in a row, and Unicode's own bound for streams is 30 (UAX #15).
    package static let marksMax = 256

    /// A string in the document.
    package struct Text {
        /// Its bytes, without the quotes.
        package let range: Range<Int>
        /// Whether it has escapes, so that its bytes are not yet its content.
        package let isEscaped: Bool
    }

    package let bytes: UnsafeRawBufferPointer
    package private(set) var index = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether the bytes are one JSON value and nothing else.
    package static func isDocument(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var cursor = JSONCursor(bytes)
        return cursor.skipValue() && cursor.isAtEnd()
    }

    /// The next byte that is no white space; nil at the end. The cursor stands on it.
    package mutating func peek() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Whether nothing but white space follows.
    package mutating func isAtEnd() -> Bool { peek() == nil }

    /// Goes past this byte and the white space before it; false where another one stands there.
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek(), byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Goes past a string.
    package mutating func text() -> Text? {
        guard skip("\"") else { return nil }
        let start = index
        if let text = text(from: start, isMark: Self.mayBeMark) { return text }
        // Most texts have no row of characters that may be marks; whether they are takes a look into a table for each.
        index = start
        return text(from: start, isMark: Self.isMark)
    }

    private mutating func text(from start: Int, isMark: (UInt32) -> Bool) -> Text? {
        var isEscaped = false
        var marks = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return Text(range: start..<index - 1, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                guard let value = skipEscape() else { return nil }
                marks = isMark(value) ? marks + 1 : 0
            case 0x00..<0x20: return nil
            case 0x20..<0x80:
                index += 1
                marks = 0
            default:
                guard let value = skipMultibyte() else { return nil }
                marks = isMark(value) ? marks + 1 : 0
            }
            guard marks <= Self.marksMax else { return nil }
        }
        return nil
    }

    /// Whether a character is sorted among those before it.
    static func isMark(_ value: UInt32) -> Bool {
        switch value {
        // These are taken apart into marks and are none themselves.
        case 0xF73, 0xF75, 0xF81: true
        case _ where mayBeMark(value): Unicode.Scalar(value)?.properties.canonicalCombiningClass != .notReordered
        default: false
        }
    }

    /// False for Latin, Han, Hangul, emoji and others, among which there is none.
    private static func mayBeMark(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x300, 0x3400..<0xA66F, 0xAC00..<0xFB1E, 0x1F000..<0xE0000: false
        default: true
        }
    }

    /// Goes past a whole number and returns it; nil where another value stands there, or one out of range.
    package mutating func wholeNumber() -> Int64? {
        _ = peek()
        let start = index
        guard skipNumber() else { return nil }
        var value: Int64 = 0
        let isNegative = bytes[start] == UInt8(ascii: "-")
        for position in (isNegative ? start + 1 : start)..<index {
            let digit = Int64(bytes[position]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, exceeds) = tenfold.subtractingReportingOverflow(digit)
            guard !overflows, !exceeds else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    /// Goes past `true` or `false` and returns which; nil where another value stands there.
    package mutating func truth() -> Bool? {
        _ = peek()
        if skipWord("true") { return true }
        return skipWord("false") ? false : nil
    }

    /// Goes past a value of any kind.
    package mutating func skipValue() -> Bool {
        // One bit a level: whether it is an object.
        var objects: UInt64 = 0
        var depth = 0
        while true {
            guard let byte = peek() else { return false }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.depthMax else { return false }
                index += 1
                let isObject = byte == UInt8(ascii: "{")
                if skip(isObject ? "}" : "]") { break }
                objects = objects << 1 | (isObject ? 1 : 0)
                depth += 1
                if isObject { guard skipKey() else { return false } }
                continue
            case UInt8(ascii: "\""): guard text() != nil else { return false }
            case UInt8(ascii: "t"): guard skipWord("true") else { return false }
            case UInt8(ascii: "f"): guard skipWord("false") else { return false }
            case UInt8(ascii: "n"): guard skipWord("null") else { return false }
            default: guard skipNumber() else { return false }
            }
            // A value is over: so may be what it is in.
            while depth > 0 {
                let isObject = objects & 1 == 1
                if skip(",") {
                    if isObject { guard skipKey() else { return false } }
                    break
                }
                guard skip(isObject ? "}" : "]") else { return false }
                objects >>= 1
                depth -= 1
            }
            if depth == 0 { return true }
        }
    }

    private mutating func skipKey() -> Bool { text() != nil && skip(":") }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        guard bytes.count - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] { return false }
        index += word.utf8CodeUnitCount
        return true
    }

    /// `-`, an integer without leading zeros, a fraction, an exponent.
    private mutating func skipNumber() -> Bool {
        skipByte { $0 == UInt8(ascii: "-") }
        guard index < bytes.count else { return false }
        if bytes[index] == UInt8(ascii: "0") {
            index += 1
        } else {
            guard skipDigits() else { return false }
        }
        if skipByte({ $0 == UInt8(ascii: ".") }) { guard skipDigits() else { return false } }
        if skipByte({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            skipByte { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            guard skipDigits() else { return false }
        }
        return true
    }

    @discardableResult
    private mutating func skipByte(_ isWanted: (UInt8) -> Bool) -> Bool {
        guard index < bytes.count, isWanted(bytes[index]) else { return false }
        index += 1
        return true
    }

    /// One digit at least.
    private mutating func skipDigits() -> Bool {
        let start = index
        while skipByte({ (0x30...0x39).contains($0) }) {}
        return index > start
    }

    /// Goes past a backslash and what belongs to it; two of them where they name one character together. Returns what they name, which
    /// for the short ones is only known to be ASCII.
    private mutating func skipEscape() -> UInt32? {
        guard index + 1 < bytes.count else { return nil }
        let kind = bytes[index + 1]
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
            return UInt32(kind)
        case UInt8(ascii: "u"):
            guard let unit = unitOfEscape(), !UTF16.isTrailSurrogate(unit) else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return UInt32(unit) }
            guard let trail = unitOfEscape(), UTF16.isTrailSurrogate(trail) else { return nil }
            return 0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
        default: return nil
        }
    }

    /// Goes past `\uXXXX`.
    private mutating func unitOfEscape() -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes[index + 2..<index + 6] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt16(byte - 0x41 + 10)
            case 0x61...0x66: unit = unit << 4 | UInt16(byte - 0x61 + 10)
            default: return nil
            }
        }
        index += 6
        return unit
    }

    /// Goes past a character of two to four bytes, in its shortest form and none of a surrogate (RFC 3629), and returns it.
    private mutating func skipMultibyte() -> UInt32? {
        let lead = bytes[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        // Of the first byte what stands behind the bits that say how many follow.
        var value = UInt32(lead & (0x7F >> UInt8(length)))
        value = value << 6 | UInt32(bytes[index + 1] & 0x3F)
        for byte in bytes[index + 2..<index + length] {
            guard (0x80...0xBF).contains(byte) else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        index += length
        return value
    }
}
