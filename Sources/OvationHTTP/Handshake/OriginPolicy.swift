import Foundation

/// Which pages may open a connection, and call the REST API. A browser names its page in `Origin`; a native app sends none and
/// is let in.
package struct OriginPolicy: Sendable {
    /// Origins that are allowed beside the server's own, for instance `https://app.example.com`; `*` allows every one.
    package let allowed: Set<String>
    /// Whether requests have to be for a name of this machine or for that of an allowed origin.
    let answersToLoopbackOnly: Bool

    /// Makes a policy of the configured list.
    ///
    /// - Parameter answersToLoopbackOnly: for a developer's server. It trusts this machine, and a page whose name was made to mean
    ///   this machine (DNS rebinding) is same-origin to the browser; the name in `Host` is what gives it away.
    package init(allowed: [String], answersToLoopbackOnly: Bool = false) {
        self.allowed = Set(allowed.map { Self.normalized($0) })
        self.answersToLoopbackOnly = answersToLoopbackOnly
    }

    /// Whether a request for a host is answered at all. One without a host comes from no browser.
    package func allows(host: String?) -> Bool {
        guard answersToLoopbackOnly, let host else { return true }
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let name = Self.name(inAuthority: host.lowercased()[...])
        return Self.isLoopback(name) || allowed.contains("*")
            || allowed.contains { origin in
                origin.range(of: "://").map { Self.name(inAuthority: origin[$0.upperBound...]) == name } ?? false
            }
    }

    /// The name or address of an authority, without its port.
    private static func name(inAuthority authority: Substring) -> Substring {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            let rest = authority[authority.index(after: end)...]
            return rest.isEmpty || rest.hasPrefix(":") ? authority[...end] : authority
        }
        return authority.prefix { $0 != ":" }
    }

    private static func isLoopback(_ name: Substring) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a handshake is let in.
    ///
    /// Origins are compared whole, scheme, host and port, never by a part of them.
    package func allows(origin: String?, host: String?) -> Bool {
        guard allows(host: host) else { return false }
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
