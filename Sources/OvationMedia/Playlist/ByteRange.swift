/// The part of a file that a `Range` header requests (RFC 9110, section 14).
///
/// Segments are small, so requests for several ranges get the whole file, and so do malformed headers.
public enum ByteRange: Sendable, Hashable {
    /// The whole file: answer 200.
    case whole
    /// At least one byte: answer 206.
    case part(Range<Int>)
    /// A range outside the file: answer 416.
    case unsatisfiable

    /// Parses the header of a request for a file of this size; nil if the request has no such header.
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
