import Foundation

/// Which pages may open a connection. A browser names its page in `Origin`; a native app sends none and is let in.
struct OriginPolicy: Sendable {
    /// Origins that are allowed beside the server's own, for instance `https://app.example.com`; `*` allows every one.
    let allowed: Set<String>

    /// Makes a policy of the configured list.
    init(allowed: [String]) { self.allowed = Set(allowed.map { Self.normalized($0) }) }

    /// Whether a handshake is let in.
    ///
    /// Origins are compared whole, scheme, host and port, never by a part of them.
    func allows(origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        // An origin is ASCII. Folding the case of anything else could make one host look like another.
        guard origin.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let normalized = Self.normalized(origin)
        if allowed.contains("*") || allowed.contains(normalized) { return true }
        guard let host, let schemeEnd = normalized.range(of: "://") else { return false }
        let scheme = normalized[..<schemeEnd.lowerBound]
        guard scheme == "http" || scheme == "https" else { return false }
        return normalized == Self.normalized("\(scheme)://\(host)")
    }

    /// Lower case, without a slash at the end, and without the port that goes without saying, which browsers leave out.
    private static func normalized(_ origin: String) -> String {
        let lower = origin.lowercased()
        let text = lower.hasSuffix("/") ? lower.dropLast() : lower[...]
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where text.hasPrefix(scheme) && text.hasSuffix(port) {
            return String(text.dropLast(port.count))
        }
        return String(text)
    }
}
