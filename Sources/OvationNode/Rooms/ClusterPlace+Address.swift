import OvationBroker
package import OvationPictures

extension ClusterPlace {
    /// This node, as those that it fetches pictures from know it.
    package var fetchingServer: FetchingServer { FetchingServer(slot: node.slot, incarnation: node.incarnation) }

    /// Where the other nodes reach a node's port over HTTP, without a slash at the end; nil where nothing says so.
    ///
    /// - Parameter port: the one that it listens on, which an ``address`` without a port takes.
    package func pictureAddress(of configuration: NodeConfiguration, port: Int) -> String? {
        let isKnown =
            !Self.isEveryAddress(configuration.host) && (isOnOneMachine || !Self.isLoopback(configuration.host))
        guard let host = address ?? (isKnown ? Self.bracketed(configuration.host) : nil), !host.isEmpty else {
            return nil
        }
        let scheme = configuration.tls == nil ? "http" : "https"
        return "\(scheme)://\(host)" + (Self.hasPort(host) ? "" : ":\(port)")
    }

    /// Whether a host stands for all addresses of a machine, so that nobody can connect to it.
    package static func isEveryAddress(_ host: String) -> Bool { ["", "0.0.0.0", "::", "[::]"].contains(host) }

    /// Whether a host is a machine for itself, so that nobody elsewhere can connect to it.
    package static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        return ["localhost", "::1", "[::1]"].contains(name) || name.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
    }

    /// An address of IPv6 as it stands in a URL.
    package static func bracketed(_ host: String) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }

    /// Whether a host has a port behind it.
    private static func hasPort(_ host: String) -> Bool {
        let end = host.lastIndex(of: "]").map { host[host.index(after: $0)...] } ?? host[...]
        return end.contains(":")
    }
}
