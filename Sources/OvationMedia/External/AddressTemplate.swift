public import OvationModel

/// An address of the operator's own media server, with placeholders for the live and its key: `rtmp://media.example.com/live/{streamKey}`.
///
/// It is checked when the configuration is read. Inserted values are escaped, so a live with the id `../x?y#z` cannot change the rest of
/// the address.
public struct AddressTemplate: Sendable, Hashable {
    /// What an address is used for.
    public enum Purpose: Sendable, CaseIterable {
        /// Publishing: `rtmp`, `rtmps`, `srt`, `http` or `https`.
        case publish
        /// Playing: `http` or `https`.
        case play
    }

    /// An error in a template.
    public enum Mistake: String, Error, Sendable, CaseIterable {
        /// The scheme is missing, or is not allowed for this purpose.
        case scheme
        /// The host is missing, or contains an invalid character.
        case host
        /// There is a placeholder before the path.
        case placeInHost
        /// A placeholder is unknown, or a brace is unbalanced.
        case place
        /// The template contains an invalid character, or has more than 2,000 characters.
        case character
        /// The template has no placeholder for the live or its key, so all lives would share one address.
        case liveMissing
        /// The template would show the key to viewers.
        case keyInPlayAddress
    }

    private enum Piece: Sendable, Hashable {
        case text(String)
        case live
        case key
    }

    private let pieces: [Piece]
    /// The part that every live shares: scheme, host and port, such as `https://media.example.com`. Browser policies contain it.
    public let origin: String

    /// Parses and checks a template.
    ///
    /// - Throws: A ``Mistake``.
    public init(_ template: String, for purpose: Purpose) throws(Mistake) {
        guard template.utf8.count <= 2_000,
            template.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.forbiddenBytes.contains($0) })
        else { throw .character }
        guard let colon = template.firstRange(of: "://"),
            Self.schemes(purpose).contains(String(template[..<colon.lowerBound]))
        else { throw .scheme }
        let behind = template[colon.upperBound...]
        let host = behind.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !host.contains("{"), !host.contains("}") else { throw .placeInHost }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0.isUnreserved || [0x3A, 0x5B, 0x5D].contains($0) }) else {
            throw .host
        }
        pieces = try Self.pieces(template)
        origin = String(template[..<host.endIndex])
        guard pieces.contains(.live) || pieces.contains(.key) else { throw .liveMissing }
        guard purpose == .publish || !pieces.contains(.key) else { throw .keyInPlayAddress }
    }

    /// Makes the address for a live. Returns nil if the live's id would change the path, as `.` and `..` do.
    public func address(live: LiveID, key: StreamKey) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let own): text += own
            case .live:
                guard live.rawValue != ".", live.rawValue != ".." else { return nil }
                text += Self.escaped(live.rawValue)
            case .key: text += key.secret
            }
        }
        return text
    }

    /// Characters that an address cannot contain unescaped: quotation mark, angle brackets, backslash, caret, backtick and bar.
    private static let forbiddenBytes: Set<UInt8> = [0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C]

    private static func schemes(_ purpose: Purpose) -> [String] {
        purpose == .publish ? ["rtmp", "rtmps", "srt", "http", "https"] : ["http", "https"]
    }

    private static func pieces(_ template: String) throws(Mistake) -> [Piece] {
        var (pieces, rest) = ([Piece](), template[...])
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            rest = rest[brace...]
            if rest.hasPrefix("{liveID}") {
                pieces.append(.live)
                rest = rest.dropFirst(8)
            } else if rest.hasPrefix("{streamKey}") {
                pieces.append(.key)
                rest = rest.dropFirst(11)
            } else {
                throw .place
            }
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte in
            byte.isUnreserved ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
