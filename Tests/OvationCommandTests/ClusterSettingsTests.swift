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

    @Test(arguments: ["10.0.0.7", "10.0.0.7:8080", "one.example:8080", "[fd00::7]", "[fd00::7]:8080"])
    func `an address for other servers has a port or none`(address: String) throws {
        #expect(try load(flags: ["--cluster.address", address]).problems == [])
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
            (["--cluster.address", "http://10.0.0.7"], "one.example:8080"),
            (["--cluster.address", "fd00::7"], "[fd00::7]"),
            (["--cluster.address", "10.0.0.7:70000"], "one.example:8080"),
        ]
        for (flags, words) in wrong {
            let problems = try load(flags: flags).problems
            #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
            #expect(!problems.joined().contains("hidden"))
        }
    }
}
