import Foundation

/// The address of a server's WebSocket.
public struct TransportEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The host's name or IP address. An IPv6 address has no brackets.
    public let host: String
    /// The port, 1 to 65535.
    public let port: Int
    /// The path of the request, with its leading slash.
    public let path: String
    /// Whether the connection is encrypted.
    public let isSecure: Bool

    /// Parses the URL of a server. Returns nil if it is not valid.
    ///
    /// The schemes `ws`, `wss`, `http` and `https` are accepted. The URL must not have a user, a query or a fragment. `/v1/ws` is added to
    /// the path unless it is there. The default port is 80 or 443.
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

    /// The value of the `Host` header. The scheme's default port is left out.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The URL in its canonical spelling, which is the same for all URLs that mean the same endpoint.
    public var description: String { "\(isSecure ? "wss" : "ws")://\(hostHeader)\(path)" }
}
