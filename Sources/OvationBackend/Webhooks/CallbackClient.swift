package import NIOHTTP1
package import OvationSupport

extension Callback.Client {
    /// Who sent a request that opens a WebSocket.
    package init(_ head: HTTPRequestHead, from peer: String?, trustedProxies: [CIDRBlock]) {
        let address = ClientAddress.of(
            peer: peer, forwardedFor: head.headers["X-Forwarded-For"], trustedProxies: trustedProxies)
        self.init(address: address, platform: Platform(userAgent: head.headers.first(name: "User-Agent") ?? ""))
    }
}

extension Callback.Client.Platform {
    /// What a client that names itself runs on: browsers all begin with `Mozilla/`, ours say it in brackets, `Ovation/1 (iOS)`.
    init(userAgent: String) {
        if userAgent.hasPrefix("Mozilla/") {
            self = .web
        } else if userAgent.hasPrefix("Ovation/"), let open = userAgent.firstIndex(of: "("),
            let close = userAgent[open...].firstIndex(of: ")")
        {
            self = Self(rawValue: String(userAgent[userAgent.index(after: open)..<close])) ?? .unknown
        } else {
            self = .unknown
        }
    }
}

/// Where a client is, also behind proxies.
package enum ClientAddress {
    /// How many entries of `X-Forwarded-For` are read. Nobody runs more proxies than that, and strangers may write any number.
    private static let hopsMax = 32

    /// The address that a request came from; empty if it is not known.
    ///
    /// Each proxy adds the address that it was called from to the end of `X-Forwarded-For`. So the list is read from its end, for as
    /// long as the proxy that wrote the entry is trusted. Anybody may have made up what stands before.
    /// - Parameters:
    ///   - peer: the address at the other end of the connection.
    ///   - forwardedFor: the lines of the header, in their order.
    ///   - trustedProxies: the proxies that are believed.
    package static func of(peer: String?, forwardedFor: [String], trustedProxies: [CIDRBlock]) -> String {
        var address = peer ?? ""
        let hops = forwardedFor.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for hop in hops.suffix(hopsMax).reversed() {
            guard trustedProxies.contains(where: { $0.contains(address) }) else { break }
            guard let entry = plain(hop) else { break }
            address = entry
        }
        return address
    }

    /// The address of an entry, without the port that some proxies add; nil where it is none.
    private static func plain(_ entry: Substring) -> String? {
        var text = entry.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        if text.first == "[", let end = text.firstIndex(of: "]") {
            text = text[text.index(after: text.startIndex)..<end]
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            text = text[..<colon]
        }
        // A range is no address, and a zone means something on one machine only.
        guard !text.contains("/"), !text.contains("%"), CIDRBlock(String(text)) != nil else { return nil }
        return String(text)
    }
}
