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
        return problems
    }
}
