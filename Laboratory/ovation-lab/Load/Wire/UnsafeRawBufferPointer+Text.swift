import Foundation

/// Searches bytes for texts.
extension UnsafeRawBufferPointer {
    /// The offset of the first occurrence of a text; nil if there is none.
    func firstPlace(of text: StaticString) -> Int? {
        firstPlace(of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The offset of the first occurrence of a text; nil if there is none.
    func firstPlace(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        // The C library searches fastest. The load tool reads everything that the server writes, and must cost less than the server.
        guard let base = baseAddress, let wanted = text.baseAddress, let first = text.first else { return nil }
        var place = 0
        while count - place >= text.count,
            let found = memchr(base + place, Int32(first), count - place - text.count + 1)
        {
            place = UnsafeRawPointer(found) - base
            if memcmp(found, wanted, text.count) == 0 { return place }
            place += 1
        }
        return nil
    }

    /// Whether the bytes of a range are this text.
    func has(_ text: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount, range.upperBound <= count else { return false }
        for offset in 0..<range.count where self[range.lowerBound + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
