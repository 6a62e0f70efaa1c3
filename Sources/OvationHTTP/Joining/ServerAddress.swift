import Foundation

/// Where another server of the cluster listens.
package struct ServerAddress: Sendable, Hashable {
    /// A name or an address, without the brackets of IPv6.
    package let host: String
    package let port: Int
    /// Whether it wants TLS.
    package let isEncrypted: Bool

    /// Reads `http://10.0.0.7:8080`, as servers tell each other; nil where it is no such address.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else { return nil }
        switch parts.scheme {
        case "http": (isEncrypted, port) = (false, parts.port ?? 80)
        case "https": (isEncrypted, port) = (true, parts.port ?? 443)
        default: return nil
        }
        guard (1...65_535).contains(port) else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
