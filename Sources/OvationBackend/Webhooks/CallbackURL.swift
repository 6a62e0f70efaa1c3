import Foundation

/// A URL that callbacks may be posted to, or an effect be fetched from, taken apart.
///
/// It is read by a grammar of its own that is narrower than RFC 3986. Two readers that understand the same text differently would let
/// an attacker past the check. The URL that is used is put together from the parts again.
package struct CallbackURL: Hashable, Sendable {
    /// Whether TLS is used.
    package let isSecure: Bool
    /// A name in lower case, or an address without brackets.
    package let host: String
    /// Whether `host` is an address.
    package let isAddress: Bool
    /// The port; without one in the text, that of the scheme.
    package let port: Int
    /// From the first slash on, with the query; `/` where there was neither.
    let target: String

    /// Reads a URL.
    ///
    /// - Throws: a sentence that says what is wrong with it.
    package init(_ text: String) throws(CallbackFailure) {
        guard text.utf8.count <= Self.bytesMax else {
            throw .addressRefused("It is longer than \(Self.bytesMax) bytes.")
        }
        guard text.utf8.allSatisfy(Self.isPlain) else {
            throw .addressRefused("It has a space, a control character, or one of \" < > \\ ^ ` { | } #.")
        }
        guard let colon = text.firstRange(of: "://") else { throw .addressRefused("It has no scheme.") }
        switch text[..<colon.lowerBound].lowercased() {
        case "http": isSecure = false
        case "https": isSecure = true
        default: throw .addressRefused("Its scheme is neither http nor https.")
        }
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let tail = rest[authority.endIndex...]
        target = tail.hasPrefix("/") ? String(tail) : "/" + tail
        guard !authority.contains("@") else { throw .addressRefused("It has a user name in it.") }
        guard !authority.contains("%") else { throw .addressRefused("Its host has an escape in it.") }
        let (host, port) = try Self.split(authority)
        (self.host, isAddress) = try Self.check(host)
        guard let port else {
            self.port = isSecure ? 443 : 80
            return
        }
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(port),
            (1...65_535).contains(number)
        else { throw .addressRefused("Its port is not a number from 1 to 65535.") }
        self.port = number
    }

    /// The URL, put together from its parts.
    package var text: String {
        let scheme = isSecure ? "https" : "http"
        let shown = host.contains(":") ? "[\(host)]" : host
        let port = port == (isSecure ? 443 : 80) ? "" : ":\(port)"
        return "\(scheme)://\(shown)\(port)\(target)"
    }

    /// The URL with more of a query behind what it has.
    func text(addingQuery query: String) -> String {
        let separator = target.contains("?") ? (target.hasSuffix("?") || target.hasSuffix("&") ? "" : "&") : "?"
        return "\(text)\(separator)\(query)"
    }

    /// Whether the HTTP client finds this host, too, in a text that it is given.
    ///
    /// The client reads the text once more. If it found another host there, it would look that host up by itself.
    package func isHost(of text: String) -> Bool {
        URL(string: text)?.host?.trimmingCharacters(in: ["[", "]"]) == host
    }

    private static let bytesMax = 1_024

    /// Printable, and nothing that some reader of URLs takes for something else.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>\^`{|}#"#.utf8.contains(byte)
    }

    private static func split(_ authority: Substring) throws(CallbackFailure) -> (Substring, Substring?) {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .addressRefused("Its host has no end.") }
            let host = authority[...end]
            let behind = authority[authority.index(after: end)...]
            if behind.isEmpty { return (host, nil) }
            guard behind.hasPrefix(":") else { throw .addressRefused("Its host is followed by something.") }
            return (host, behind.dropFirst())
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw .addressRefused("Its host has a colon in it.") }
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    private static func check(_ host: Substring) throws(CallbackFailure) -> (String, isAddress: Bool) {
        if host.hasPrefix("[") {
            let address = String(host.dropFirst().dropLast())
            var bytes = in6_addr()
            guard inet_pton(AF_INET6, address, &bytes) == 1 else {
                throw .addressRefused("Its host is no IPv6 address.")
            }
            return (address.lowercased(), true)
        }
        let name = String(host).lowercased()
        var bytes = in_addr()
        if inet_pton(AF_INET, name, &bytes) == 1 { return (name, true) }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // Some resolvers read 0x7f.1, 2130706433 and 0177.0.0.1 as addresses; a real name never ends in a number.
        guard let last = labels.last, !last.isEmpty, !isNumber(last) else {
            throw .addressRefused("Its host is neither a name nor an address as it is usually written.")
        }
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.first != UInt8(ascii: "-")
                && label.utf8.last != UInt8(ascii: "-")
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
        guard isName, name.utf8.count <= 253 else {
            throw .addressRefused("Its host is no name of letters, digits, hyphens and dots.")
        }
        return (name, false)
    }

    private static func isNumber(_ label: Substring) -> Bool {
        let digits = label.hasPrefix("0x") ? label.dropFirst(2) : label
        return label.hasPrefix("0x")
            ? digits.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
            : digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
