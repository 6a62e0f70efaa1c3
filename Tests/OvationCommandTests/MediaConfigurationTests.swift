import Testing

@testable import OvationPictures
@testable import ovation

/// The settings of the operator's own media server.
struct MediaConfigurationTests {
    private static let whole = [
        "OVATION_MEDIA_MODE": "external",
        "OVATION_MEDIA_PUBLISH_URL": "rtmp://media.example.com/live/{liveID}?key={streamKey}",
        "OVATION_MEDIA_PLAY_URL": "https://media.example.com/hls/{liveID}.m3u8",
        "OVATION_MEDIA_HOOKS_SECRET": "0123456789abcdef",
    ]

    private func load(_ environment: [String: String]) -> LoadedConfiguration {
        let sources = ConfigurationSources(flags: [], environment: environment, file: nil)
        return LoadedConfiguration(sources, defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `complete settings are accepted, and the secret is not shown`() throws {
        let loaded = load(Self.whole)
        #expect(loaded.problems == [] && loaded.warnings == [])
        let media = MediaServerSettings.configuration(loaded.settings)
        #expect(media.mode == .external)
        #expect(media.publishURL != nil && media.playURL != nil)
        let key = try #require(ConfigurationKey.all.first { $0.name == "media.hooksSecret" })
        #expect(key.yaml(in: loaded.settings) == "(not shown)")
    }

    @Test func `a media server without addresses or a secret is refused, key by key`() {
        let problems = load(["OVATION_MEDIA_MODE": "external"]).problems
        #expect(problems.count == 3)
        for name in ["media.publishURL", "media.playURL", "media.hooksSecret"] {
            #expect(problems.contains { $0.contains(name) }, "\(name)")
        }
        #expect(load(["OVATION_MEDIA_MODE": "none"]).problems == [])
        #expect(load(["OVATION_MEDIA_MODE": "carrier pigeon"]).problems.count == 1)
    }

    @Test(arguments: [
        ("OVATION_MEDIA_PUBLISH_URL", "ftp://a/{streamKey}", "it begins with rtmp://"),
        ("OVATION_MEDIA_PLAY_URL", "rtmp://a/{liveID}", "it begins with http://"),
        ("OVATION_MEDIA_PLAY_URL", "https://a/{streamKey}/{liveID}", "viewers would see"),
        ("OVATION_MEDIA_PLAY_URL", "https://a/live.m3u8", "it needs {liveID}"),
        ("OVATION_MEDIA_PUBLISH_URL", "rtmp://{liveID}/a", "behind the host"),
        ("OVATION_MEDIA_PUBLISH_URL", "rtmp:///{liveID}", "needs the name"),
        ("OVATION_MEDIA_PUBLISH_URL", "rtmp://a/{live}", "no other places"),
        ("OVATION_MEDIA_PUBLISH_URL", "rtmp://a/ {liveID}", "a character"),
        ("OVATION_MEDIA_HOOKS_SECRET", "too short", "at least 16"),
        ("OVATION_MEDIA_HOOKS_SECRET", "0123456789abcdef&x", "stands in an address"),
    ])
    func `an invalid address or secret is refused with a sentence`(
        variable: String, value: String, words: String
    ) {
        let problems = load(Self.whole.merging([variable: value]) { $1 }).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains(words) == true, "\(problems)")
    }
}
