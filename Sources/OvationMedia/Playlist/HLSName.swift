/// What a player asks for below the address of a live's picture.
public enum HLSName: Sendable, Hashable {
    /// `index.m3u8`: the playlist.
    case playlist
    /// `init-<number>.mp4`: an initialisation segment.
    case initialisation(Int64)
    /// `<number>.m4s`: a segment.
    case segment(Int64)

    /// Reads the last part of a path; nil where it is none of these. A number has no other spelling than its own, so a cache in front keeps
    /// one copy.
    public init?(_ name: some StringProtocol) {
        let text = String(name)
        if text == "index.m3u8" {
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
    /// The name as it stands in a path.
    public var description: String {
        switch self {
        case .playlist: "index.m3u8"
        case .initialisation(let number): "init-\(number).mp4"
        case .segment(let number): "\(number).m4s"
        }
    }
}
