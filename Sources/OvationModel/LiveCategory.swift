/// A category of lives with its names: what a number in ``RoomInfo/categoryList`` means on the page.
///
/// Written as `1=Music;zh-Hans=音乐;ja=音楽`: the number with the name that is shown where no language fits, then languages with theirs.
public struct LiveCategory: Hashable, Sendable {
    /// The number in ``RoomInfo/categoryList``.
    public let number: Int
    /// The text that it was read from.
    public let text: String

    /// Bytes of a name.
    public static let nameBytesMax = 40
    /// What a text has to be, as the end of a sentence.
    public static let rule =
        "a category such as 1=Music;zh-Hans=音乐: a number, a name of at most \(nameBytesMax) bytes, and names in other languages"

    /// Reads a category; nil for a text that is none.
    public init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        guard let first = parts.first, first.count == 2, let number = Int(first[0]), number >= 0 else { return nil }
        for part in parts {
            guard part.count == 2, !part[1].isEmpty, part[1].utf8.count <= Self.nameBytesMax else { return nil }
            // A comma parts categories where they stand in one line.
            guard !part[1].unicodeScalars.contains(where: { $0 == "," || $0 == "=" || $0.value < 0x20 }) else {
                return nil
            }
        }
        for part in parts.dropFirst() {
            let isTag = part[0].utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            }
            guard isTag, (2...20).contains(part[0].utf8.count) else { return nil }
        }
        self.number = number
        self.text = text
    }
}
