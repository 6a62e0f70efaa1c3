/// Looking for texts in bytes.
extension UnsafeRawBufferPointer {
    /// Where a text stands first.
    func firstPlace(of text: StaticString) -> Int? {
        firstPlace(of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Where a text stands first.
    func firstPlace(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = text.first, text.count <= count else { return nil }
        searching: for start in 0...(count - text.count) where self[start] == first {
            for offset in 1..<text.count where self[start + offset] != text[offset] { continue searching }
            return start
        }
        return nil
    }

    /// Whether a text of the range's length stands there.
    func has(_ text: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount, range.upperBound <= count else { return false }
        for offset in 0..<range.count where self[range.lowerBound + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
