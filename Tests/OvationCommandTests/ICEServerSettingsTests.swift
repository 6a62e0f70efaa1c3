import OvationNode
import OvationPictures
import Testing

@testable import ovation

/// The servers that help users of WebRTC to reach each other, as an operator names them.
struct ICEServerSettingsTests {
    private func load(_ environment: [String: String]) -> LoadedConfiguration {
        let sources = ConfigurationSources(flags: [], environment: environment, file: nil)
        return LoadedConfiguration(sources, defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `servers are named with a secret that is not shown`() throws {
        let loaded = load([
            "OVATION_RTC_ICE_SERVERS": "turn:turn.example.com:3478", "OVATION_RTC_TURN_SECRET": "north",
            "OVATION_RTC_TURN_SECONDS": "600",
        ])
        #expect(loaded.problems == [])
        #expect(loaded.settings.rtc.iceServers == ["turn:turn.example.com:3478"])
        #expect(loaded.settings.rtc.turnSecret == "north" && loaded.settings.rtc.turnSeconds == 600)
        let key = try #require(ConfigurationKey.all.first { $0.name == "rtc.turnSecret" })
        #expect(key.yaml(in: loaded.settings) == "(not shown)")
    }

    @Test(arguments: [
        ("OVATION_RTC_ICE_SERVERS", "https://turn.example.com"), ("OVATION_RTC_ICE_SERVERS", "turn:"),
        ("OVATION_RTC_TURN_SECONDS", "59"), ("OVATION_RTC_TURN_SECONDS", "604801"),
    ])
    func `what is no such server, and a time out of its range, is refused`(variable: String, value: String) {
        #expect(load([variable: value]).problems.count == 1)
    }
}
