/// What a client and this server agreed on for permessage-deflate (RFC 7692).
///
/// Every client message is compressed by itself (`client_no_context_takeover`), so the server keeps no window per client.
package struct DeflateExtension: Hashable, Sendable {
    /// Whether the server may refer to earlier messages. A room's shared stream does.
    var keepsContext: Bool
    /// How far back the server refers at most, as a power of two: 9 to 15.
    var windowBits: Int
    /// Whether the client asked for `server_max_window_bits`, which is answered then.
    private var namesWindowBits: Bool

    /// Chooses the first offer that can be met.
    ///
    /// - Parameter offers: the values of `Sec-WebSocket-Extensions`, one for each time that the header is there.
    static func accept(_ offers: [String]) -> DeflateExtension? {
        for header in offers {
            for offer in header.split(separator: ",") {
                if let accepted = accept(offer) { return accepted }
            }
        }
        return nil
    }

    private static func accept(_ offer: Substring) -> DeflateExtension? {
        var parts = offer.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard parts.removeFirst().lowercased() == "permessage-deflate" else { return nil }
        var accepted = DeflateExtension(keepsContext: true, windowBits: 15, namesWindowBits: false)
        var seen: Set<String> = []
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            let name = pair[0].lowercased()
            guard seen.insert(name).inserted else { return nil }
            let value = pair.count == 2 ? unquoted(pair[1]) : nil
            switch name {
            case "server_no_context_takeover" where pair.count == 1: accepted.keepsContext = false
            case "client_no_context_takeover" where pair.count == 1: break
            case "server_max_window_bits":
                // zlib knows no raw stream of 8 bits.
                guard let value, let bits = windowBits(value), bits >= 9 else { return nil }
                accepted.windowBits = bits
                accepted.namesWindowBits = true
            // The client's own window is its choice: the server accepts 15 bits.
            case "client_max_window_bits" where pair.count == 1: break
            case "client_max_window_bits": guard let value, windowBits(value) != nil else { return nil }
            default: return nil
            }
        }
        return accepted
    }

    /// The value of the answer's `Sec-WebSocket-Extensions`.
    var header: String {
        var header = "permessage-deflate; client_no_context_takeover"
        if !keepsContext { header += "; server_no_context_takeover" }
        if namesWindowBits { header += "; server_max_window_bits=\(windowBits)" }
        return header
    }

    /// How far back a stream refers that many clients share, as a power of two: 16 KiB are some fifty messages.
    package static let sharedWindowBits = 14

    /// Whether the client can follow a stream that many share.
    package var followsSharedStream: Bool { keepsContext && windowBits >= Self.sharedWindowBits }

    private static func windowBits(_ text: Substring) -> Int? {
        guard let bits = Int(text), String(bits) == text, (8...15).contains(bits) else { return nil }
        return bits
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    private static func unquoted(_ text: Substring) -> Substring {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
        return text.dropFirst().dropLast()
    }
}
