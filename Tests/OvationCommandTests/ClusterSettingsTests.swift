import ArgumentParser
import Testing

@testable import ovation

/// What a server is told of the cluster that it is to join.
struct ClusterSettingsTests {
    private func load(flags: [String]) throws -> LoadedConfiguration {
        let given = try ConfigurationOptions.parse(ConfigurationFlag.expandingKeys(in: flags)).flags()
        return LoadedConfiguration(
            ConfigurationSources(flags: given, environment: [:], file: nil),
            defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `what a server cannot join a cluster with is refused, and no password is shown`() throws {
        let nats = "nats://u:hidden@10.0.0.5:4222"
        let database = ["--storage.url", "postgres://o@10.0.0.4/o"]
        #expect(try load(flags: database + ["--cluster.brokerURL", nats]).problems == [])
        let wrong: [([String], String)] = [
            (["--cluster.brokerURL", nats], "needs storage.url"),
            (database + ["--cluster.brokerURL", "http://u:hidden@10.0.0.5"], "nats://"),
            (["--cluster.name", "The Cluster"], "1 to 32"),
            (["--cluster.secret", "hidden"], "fewer than 32"),
        ]
        for (flags, words) in wrong {
            let problems = try load(flags: flags).problems
            #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
            #expect(!problems.joined().contains("hidden"))
        }
    }
}
