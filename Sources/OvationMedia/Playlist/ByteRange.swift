/// What of a file is asked for with the header `Range` (RFC 9110, 14).
///
/// A segment is small, so a request for several ranges at once gets the whole of it, as one that cannot be read does.
public enum ByteRange: Sendable, Hashable {
    /// Everything: answer 200.
    case whole
    /// Some bytes, one at least: answer 206.
    case part(Range<Int>)
    /// Bytes that the file does not have: answer 416.
    case unsatisfiable

    /// Reads a header of a request for a file of so many bytes; nil stands for no header.
    public init(_ header: String?, byteCount: Int) {
        self = header.flatMap { Self.read($0.utf8, byteCount: byteCount) } ?? .whole
    }

    private static func read(_ header: String.UTF8View, byteCount: Int) -> ByteRange? {
        let unit = "bytes=".utf8
        guard header.count <= 64, header.starts(with: unit) else { return nil }
        let bounds = header.dropFirst(unit.count).split(separator: 0x2D, omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let (first, last) = (number(bounds[0]), number(bounds[1]))
        switch (first, last) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            return first < byteCount ? .part(first..<(min(last, byteCount - 1) + 1)) : .unsatisfiable
        case (let first?, nil):
            guard bounds[1].isEmpty else { return nil }
            return first < byteCount ? .part(first..<byteCount) : .unsatisfiable
        case (nil, let count?):
            guard bounds[0].isEmpty else { return nil }
            return count > 0 && byteCount > 0 ? .part(max(byteCount - count, 0)..<byteCount) : .unsatisfiable
        case (nil, nil): return nil
        }
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(Substring(digits)))
    }
}
