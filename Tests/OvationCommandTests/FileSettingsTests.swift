import Testing

@testable import ovation

/// Where uploaded files are kept, and how their addresses begin.
@Suite struct FileSettingsTests {
    private func load(_ yaml: String) -> LoadedConfiguration {
        LoadedConfiguration(
            ConfigurationSources(flags: [], environment: [:], file: ("ovation.yaml", Array(yaml.utf8))),
            defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `files are in the data folder, and with PostgreSQL only in a folder that somebody names`() {
        #expect(load("server:\n  data: /srv/one\n").settings.keptFilesFolder == "/srv/one/files")
        let shared = "storage:\n  url: postgres://server@127.0.0.1/ovation\n"
        #expect(load(shared).settings.keptFilesFolder == nil)
        #expect(load(shared + "files:\n  folder: /srv/shared\n").settings.keptFilesFolder == "/srv/shared")
    }

    @Test(arguments: ["https://live.example.com", "http://127.0.0.1:8080", "https://[::1]:8443"])
    func `a public URL is a scheme and a host`(url: String) {
        let loaded = load("server:\n  publicURL: \"\(url)\"\n")
        #expect(loaded.problems == [])
        #expect(loaded.settings.publicURL == url)
    }

    @Test(arguments: [
        "live.example.com", "https://live.example.com/", "https://live.example.com/app", "ftp://live.example.com",
        "https://user@live.example.com", "https://Live.example.com", "https://", "https://a b",
        "https://" + String(repeating: "a", count: 100) + ".com",
    ])
    func `anything else is a problem that names the key`(url: String) {
        #expect(load("server:\n  publicURL: \"\(url)\"\n").problems.contains { $0.contains("server.publicURL") })
    }

    @Test func `an origin of frames has no path`() {
        #expect(load("web:\n  embedOrigins: [\"https://www.example.com\"]\n").problems == [])
        #expect(!load("web:\n  embedOrigins: [\"https://www.example.com/shop\"]\n").problems.isEmpty)
        #expect(!load("web:\n  embedOrigins: [\"https://a.example; script-src *\"]\n").problems.isEmpty)
    }

    @Test func `the address of the shop is one of https without anything that ends an attribute`() {
        #expect(
            load("web:\n  rechargeURL: \"https://shop.example.com/coins?user={user}&coins={coins}\"\n").problems == [])
        for wrong in [
            "http://shop.example.com", "javascript:alert(1)", "https://", "https://shop.example.com/a b",
            "https://shop.example.com/<b>", "https://shop.example.com/\u{2713}",
        ] {
            #expect(!load("web:\n  rechargeURL: \"\(wrong)\"\n").problems.isEmpty, "\(wrong)")
        }
    }
}
