import Foundation

/// Where a server's WebSocket is.
public struct TransportEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// Name or address of the host; an IPv6 address without brackets.
    public let host: String
    /// The port, 1 to 65535.
    public let port: Int
    /// The path of the request, beginning with a slash.
    public let path: String
    /// Whether the connection is encrypted.
    public let isSecure: Bool

    /// Reads the URL of a server; nil where it is none.
    ///
    /// `ws`, `wss`, `http` and `https` are accepted, without user, query and fragment, and `/v1/ws` is added to the
    /// path. A port that is missing is 80 or 443.
    public init?(serverURL: String) {
        guard let components = URLComponents(string: serverURL),
            components.user == nil, components.password == nil, components.query == nil, components.fragment == nil,
            var host = components.host
        else { return nil }
        switch components.scheme?.lowercased() {
        case "ws", "http": isSecure = false
        case "wss", "https": isSecure = true
        default: return nil
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let port = components.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        var path = components.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        self.host = host.lowercased()
        self.port = port
        self.path = path.hasSuffix("/v1/ws") ? path : path + "/v1/ws"
    }

    /// The value of the `Host` header: without a port where it is the scheme's own.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The URL, in one spelling for all that mean the same.
    public var description: String { "\(isSecure ? "wss" : "ws")://\(hostHeader)\(path)" }
}
