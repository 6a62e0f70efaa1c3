import Testing

@testable import OvationPictures
@testable import ovation

/// The settings of WebRTC.
struct RTCConfigurationTests {
    private static let whole = [
        "OVATION_RTC_ENGINE": "janus", "OVATION_RTC_JANUS_URL": "http://127.0.0.1:8088/janus",
        "OVATION_RTC_JANUS_SECRET": "0123456789abcdef", "OVATION_MEDIA_LATENCY": "low",
        "OVATION_RTC_ICE_SERVERS": "stun:stun.example.com,turns:[2001:db8::1]:5349?transport=tcp",
    ]

    private func load(_ environment: [String: String]) -> LoadedConfiguration {
        let sources = ConfigurationSources(flags: [], environment: environment, file: nil)
        return LoadedConfiguration(sources, defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `complete settings are accepted, and the secrets are not shown`() throws {
        let loaded = load(Self.whole)
        #expect(loaded.problems == [] && loaded.warnings == [])
        let rtc = MediaServerSettings.configuration(loaded.settings).rtc
        #expect(rtc.engine == .janus && rtc.latency == .low && rtc.iceServers.count == 2)
        for name in ["rtc.janusSecret", "rtc.turnSecret"] {
            let key = try #require(ConfigurationKey.all.first { $0.name == name })
            #expect(key.isSecret)
        }
    }

    @Test func `Janus without an address or a secret is refused, key by key`() {
        let problems = load(["OVATION_RTC_ENGINE": "janus"]).problems
        #expect(problems.count == 2)
        for name in ["rtc.janusURL", "rtc.janusSecret"] {
            #expect(problems.contains { $0.contains(name) }, "\(name)")
        }
    }

    @Test(arguments: [
        ("OVATION_RTC_JANUS_URL", "ws://127.0.0.1:8188", "an address such as"),
        ("OVATION_RTC_JANUS_URL", "http://user@127.0.0.1/janus", "an address such as"),
        ("OVATION_RTC_JANUS_URL", "http://127.0.0.1/janus?apisecret=x", "an address such as"),
        ("OVATION_RTC_ICE_SERVERS", "https://turn.example.com", "a server such as"),
        ("OVATION_RTC_VIDEO_CODECS", "theora", "one of h264"),
        ("OVATION_RTC_ENGINE", "none", "needs rtc.engine"),
        ("OVATION_MEDIA_MODE", "none", "has to be relay"),
    ])
    func `what does not fit is refused with a sentence`(variable: String, value: String, words: String) {
        let problems = load(Self.whole.merging([variable: value]) { $1 }).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains(words) == true, "\(problems)")
    }
}
