/// Walks over JSON byte by byte, without making anything of it.
///
/// It trusts what it steps over to be JSON and checks only what it needs to find its way; it never reads beyond the end.
struct JSONScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    /// Steps over one character; false where another stands there.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Steps over a string and says where its content is, escapes as they stand.
    mutating func string() -> Range<Int>? {
        guard skip("\"") else { return nil }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position - 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        position = bytes.count
        return nil
    }

    /// Steps over a whole number and says which; nil where none stands there or it does not fit.
    mutating func integer() -> Int64? {
        skipSpace()
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let start = position
        var value: Int64 = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = scaled.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            position += 1
        }
        return position == start ? nil : isNegative ? -value : value
    }

    /// Steps over any value.
    mutating func skipValue() -> Bool {
        skipSpace()
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return false }
                if depth == 0 { return true }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return true }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: ","):
                if depth == 0 { return true }
            default: break
            }
            position += 1
        }
        return depth == 0
    }
}
