/// The name of an uploaded file: the SHA-256 of its content in hexadecimal digits, and its type. `9f86…0a08.png`
///
/// The same content has the same name wherever it is uploaded, and a name never stands for other bytes.
public struct FileName: Hashable, Sendable {
    /// The path under which files are served, up to the name.
    public static let folder = "/v1/files/"
    /// How many hexadecimal digits a name begins with.
    public static let digitCount = 64

    /// The digits.
    public let digits: String
    /// The type.
    public let type: FileType

    /// The name as text.
    public var text: String { "\(digits).\(type.rawValue)" }
    /// The path at which the file is served.
    public var path: String { Self.folder + text }

    /// Makes the name of a content with this SHA-256 in hexadecimal digits; nil if these are none.
    public init?(digits: String, type: FileType) {
        guard digits.utf8.count == Self.digitCount, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.digits = digits
        self.type = type
    }

    /// Reads a name; nil if the text is none.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.digitCount + 8 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let type = FileType(rawValue: String(parts[1])) else { return nil }
        self.init(digits: String(parts[0]), type: type)
    }

    /// Finds the names of all files whose address stands in a text.
    public static func named(in text: String) -> Set<FileName> {
        let (bytes, start) = (Array(text.utf8), Array(folder.utf8))
        var names: Set<FileName> = []
        var place = 0
        while place + start.count + digitCount < bytes.count {
            // The comparison of one byte leaves out nearly all places.
            guard bytes[place] == start[0], bytes[place..<place + start.count].elementsEqual(start) else {
                place += 1
                continue
            }
            place += start.count
            let rest = bytes[place...].prefix { isDigit($0) || $0 == UInt8(ascii: ".") || isLetter($0) }
            if let name = FileName(String(decoding: rest.prefix(digitCount + 8), as: UTF8.self)) { names.insert(name) }
        }
        return names
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
