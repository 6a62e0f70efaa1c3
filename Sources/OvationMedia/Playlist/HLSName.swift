/// A file that players request below the address of a live's picture.
public enum HLSName: Sendable, Hashable {
    /// `main.m3u8`: the playlist that players open first.
    case main
    /// `index.m3u8`: the playlist of the segments.
    case playlist
    /// `init-<number>.mp4`: an initialisation segment.
    case initialisation(Int64)
    /// `<number>.m4s`: a segment.
    case segment(Int64)

    /// Parses the last component of a path. Returns nil if it is not one of these names. Each number has only one spelling, so that a cache
    /// keeps only one copy.
    public init?(_ name: some StringProtocol) {
        let text = String(name)
        if text == "main.m3u8" {
            self = .main
        } else if text == "index.m3u8" {
            self = .playlist
        } else if text.hasPrefix("init-"), text.hasSuffix(".mp4") {
            guard let number = Self.number(text.dropFirst(5).dropLast(4)) else { return nil }
            self = .initialisation(number)
        } else if text.hasSuffix(".m4s") {
            guard let number = Self.number(text.dropLast(4)) else { return nil }
            self = .segment(number)
        } else {
            return nil
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        guard text.utf8.first != 0x30 || text.utf8.count == 1 else { return nil }
        return Int64(text)
    }
}

extension HLSName: CustomStringConvertible {
    /// The name in a path.
    public var description: String {
        switch self {
        case .main: "main.m3u8"
        case .playlist: "index.m3u8"
        case .initialisation(let number): "init-\(number).mp4"
        case .segment(let number): "\(number).m4s"
        }
    }
}
