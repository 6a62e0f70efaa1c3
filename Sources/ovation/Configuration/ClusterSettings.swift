import Foundation
import OvationBroker
import OvationBrokerNATS

/// What a server is told of the cluster that it is to join.
enum ClusterSettings {
    /// What is wrong with it, a sentence each. No sentence shows a password.
    static func problems(_ settings: ServerSettings) -> [String] {
        var problems: [String] = []
        if let url = settings.brokerURL {
            if settings.storageURL == nil {
                problems.append(
                    "cluster.brokerURL needs storage.url: servers that serve at the same time share a PostgreSQL database."
                )
            }
            do throws(NATSAddress.Malformed) { _ = try NATSAddress(url) } catch {
                problems.append("cluster.brokerURL does not fit: \(error)")
            }
        }
        if ClusterName(settings.clusterName) == nil {
            problems.append(
                "cluster.name is \"\(settings.clusterName)\", but it has 1 to 32 characters, of a to z, digits and \"-\"."
            )
        }
        if let secret = settings.clusterSecret, secret.count < FrameSeal.secretCharactersMin {
            problems.append(
                "cluster.secret has fewer than \(FrameSeal.secretCharactersMin) characters. Who guesses it can speak as a server of the "
                    + "cluster. Leave it out, and app.secret is taken; or make one: openssl rand -hex 32.")
        }
        if let address = settings.clusterAddress, !isAddress(address) {
            problems.append(
                "cluster.address is \"\(address)\", but it is a name or an address with or without a port: 10.0.0.7, one.example:8080 or "
                    + "[fd00::7]:8080. The others use http://, or https:// where this server has a certificate.")
        }
        return problems
    }

    /// Whether a text is a host with or without a port, and nothing else that a URL may have.
    static func isAddress(_ text: String) -> Bool {
        guard (1...255).contains(text.utf8.count),
            text.utf8.allSatisfy({ Self.addressBytes.contains($0) }),
            let url = URLComponents(string: "http://\(text)"), let host = url.host, !host.isEmpty,
            url.path.isEmpty, url.user == nil, url.query == nil
        else { return false }
        // An address of IPv6 without brackets has no place for a port.
        let colons =
            text.hasPrefix("[") ? text.drop { $0 != "]" }.count(where: { $0 == ":" }) : text.count(where: { $0 == ":" })
        return colons == 0 || colons == 1 && url.port.map { (1...65_535).contains($0) } ?? false
    }

    private static let addressBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]".utf8)
}
