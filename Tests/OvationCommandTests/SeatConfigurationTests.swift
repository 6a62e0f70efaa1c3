import OvationNode
import Testing

@testable import ovation

/// The servers that help users in seats, as an operator names them.
struct SeatConfigurationTests {
    private func load(_ environment: [String: String]) -> LoadedConfiguration {
        let sources = ConfigurationSources(flags: [], environment: environment, file: nil)
        return LoadedConfiguration(sources, defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `servers are named with a secret that is not shown`() throws {
        let loaded = load([
            "OVATION_SEATS_ICE_SERVERS": "turn:turn.example.com:3478", "OVATION_SEATS_TURN_SECRET": "north",
            "OVATION_SEATS_TURN_SECONDS": "600",
        ])
        #expect(loaded.problems == [])
        #expect(loaded.settings.iceServers == ["turn:turn.example.com:3478"])
        #expect(loaded.settings.turnSecret == "north" && loaded.settings.turnSeconds == 600)
        let key = try #require(ConfigurationKey.all.first { $0.name == "seats.turnSecret" })
        #expect(key.yaml(in: loaded.settings) == "(not shown)")
    }

    @Test(arguments: [
        ("OVATION_SEATS_ICE_SERVERS", "https://turn.example.com"), ("OVATION_SEATS_ICE_SERVERS", "turn:"),
        ("OVATION_SEATS_TURN_SECONDS", "59"), ("OVATION_SEATS_TURN_SECONDS", "86401"),
    ])
    func `what is no such server, and a time out of its range, is refused`(variable: String, value: String) {
        #expect(load([variable: value]).problems.count == 1)
    }
}
