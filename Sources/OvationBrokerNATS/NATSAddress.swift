/// Where a NATS server is, or the servers of its cluster are: `nats://user:password@host:4222`, several with commas between.
package struct NATSAddress: Equatable, Sendable, CustomStringConvertible {
    /// The addresses as they were written.
    let urls: [String]
    /// Whether the way is encrypted (`tls://`).
    let isEncrypted: Bool

    /// Why a text is no address.
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Reads the addresses.
    ///
    /// - Throws: ``Malformed``, which says what to change and shows no password.
    package init(_ text: String) throws(Malformed) {
        urls = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
        isEncrypted = urls.contains { $0.hasPrefix("tls://") }
        for url in urls {
            guard url.hasPrefix("nats://") || url.hasPrefix("tls://") else {
                throw Malformed(description: "Each address of a NATS server begins with nats:// or tls://.")
            }
            guard isEncrypted == url.hasPrefix("tls://") else {
                throw Malformed(description: "Either all addresses of NATS servers begin with tls://, or none does.")
            }
            guard let host = Self.place(of: url), let first = host.first, first != ":" else {
                throw Malformed(description: "An address of a NATS server names no host, as nats://host:4222 does.")
            }
        }
    }

    /// Host and port of the first address.
    package var first: (host: String, port: Int)? {
        guard let place = urls.first.flatMap({ Self.place(of: $0) }) else { return nil }
        let isBracketed = place.hasPrefix("[")
        let end = isBracketed ? place.firstIndex(of: "]") : place.lastIndex(of: ":")
        let host = place[..<(end ?? place.endIndex)]
        let rest = end.map { place[$0...].drop { $0 == "]" || $0 == ":" } } ?? ""
        return (String(isBracketed ? host.dropFirst() : host), Int(rest) ?? 4_222)
    }

    /// The addresses without users and passwords, for people and logs.
    package var description: String { urls.map { Self.place(of: $0) ?? "?" }.joined(separator: ", ") }

    /// Host and port of an address.
    private static func place(of url: String) -> Substring? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...]
        let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        return place.prefix { $0 != "/" }
    }
}
