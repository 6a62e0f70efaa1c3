import Foundation

extension OvationClient {
    /// Returns an absolute address. An address that begins with a slash is on the client's server.
    package func resolved(_ address: String) -> String {
        guard address.hasPrefix("/"), var server = URLComponents(string: configuration.serverURL) else {
            return address
        }
        switch server.scheme?.lowercased() {
        case "ws": server.scheme = "http"
        case "wss": server.scheme = "https"
        default: break
        }
        server.path = ""
        guard let base = server.url else { return address }
        return URL(string: address, relativeTo: base)?.absoluteString ?? address
    }
}
