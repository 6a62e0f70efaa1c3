import ArgumentParser
import Foundation
import Logging
import OvationModel
import Testing

@testable import ovation

/// Reads a configuration from texts.
private func load(
    flags: [String] = [], environment: [String: String] = [:], yaml: String? = nil, isDev: Bool = false
) throws -> LoadedConfiguration {
    // The parser takes far longer than the rest, and hundreds of configurations here have no flags.
    let given =
        flags.isEmpty ? [] : try ConfigurationOptions.parse(ConfigurationFlag.expandingKeys(in: flags)).flags()
    let sources = ConfigurationSources(
        flags: given, environment: environment, file: yaml.map { ("ovation.yaml", Array($0.utf8)) })
    return LoadedConfiguration(sources, defaults: ServerSettings(isDev: isDev, logsToTerminal: false))
}

/// The sources of a value, and their precedence.
@Suite struct ConfigurationPrecedenceTests {
    @Test func `without any source every value is the default`() throws {
        let loaded = try load()
        #expect(loaded.problems == [])
        #expect(loaded.warnings == [])
        #expect(loaded.settings == ServerSettings(isDev: false, logsToTerminal: false))
        #expect(loaded.settings.host == "0.0.0.0")
        #expect(loaded.settings.port == 8_080)
        #expect(loaded.settings.newUserGrant == 0)
        #expect(loaded.settings.limits == Limits())
    }

    @Test func `a developer's server listens only on its own machine and allows top-ups`() throws {
        let settings = try load(isDev: true).settings
        #expect(settings.host == "127.0.0.1")
        #expect(settings.newUserGrant == 10_000)
        #expect(settings.sdkAppID == 1_400_000_001)
        #expect(settings.administrators == ["administrator"])
    }

    @Test func `a flag overrides the environment, which overrides the file, which overrides the default`() throws {
        let yaml = "server:\n  port: 1\n  eventLoops: 1\napp:\n  sdkAppID: 1\n"
        let environment = ["OVATION_SERVER_PORT": "2", "OVATION_SERVER_EVENT_LOOPS": "2"]
        let settings = try load(flags: ["--port", "3"], environment: environment, yaml: yaml).settings
        #expect(settings.port == 3)
        #expect(settings.eventLoops == 2)
        #expect(settings.sdkAppID == 1)
    }

    @Test func `every key can be set from each source`() throws {
        let words = ["TLS needs both", "silenceSeconds", "media.", "rtc.", "cluster.", "publicURL", "web.rechargeURL"]
        for key in ConfigurationKey.all {
            let (text, yaml) = Self.value(of: key)
            let (section, name) = (key.components[0], key.components[1])
            let other = ServerSettings(isDev: false, logsToTerminal: false)
            let flag = ["--\(key.name)", text]
            #expect(
                ConfigurationFlag.expandingKeys(in: ["--\(key.name)=\(text)"])
                    == ConfigurationFlag.expandingKeys(in: flag))
            for loaded in [
                try load(flags: flag),
                try load(environment: [ConfigurationSources.variable(of: key): text]),
                try load(yaml: "\(section):\n  \(name): \(yaml)\n"),
            ] {
                // Another test covers combinations such as a certificate without a key.
                #expect(
                    loaded.problems.allSatisfy { problem in words.contains { problem.contains($0) } },
                    "\(key.name)")
                #expect(loaded.warnings.allSatisfy { $0.contains("app.secret") }, "\(key.name)")
                #expect(loaded.settings.namedKeys == [key.name])
                var settings = loaded.settings
                settings.namedKeys = []
                #expect(settings != other, "\(key.name) changed nothing")
            }
        }
    }

    /// A value other than the default, as plain text and as YAML.
    private static func value(of key: ConfigurationKey) -> (text: String, yaml: String) {
        switch key.value {
        case .integer(let range, let field):
            let value = ServerSettings(isDev: false, logsToTerminal: false)[keyPath: field]
            let other = value == range.upperBound ? value - 1 : value + 1
            return ("\(other)", "\(other)")
        case .limit(_, let field):
            let other = Limits()[keyPath: field] + 1
            return ("\(other)", "\(other)")
        case .mediaLimit(_, let field):
            let other = ServerSettings(isDev: false, logsToTerminal: false).mediaLimits[keyPath: field] + 1
            return ("\(other)", "\(other)")
        case .text, .optionalText: return ("changed to something else", "changed to something else")
        case .list:
            let entry =
                [
                    "server.trustedProxies": "10.0.0.0/8", "app.allowedOrigins": "https://example.com",
                    "web.embedOrigins": "https://example.com",
                    "callback.allowPrivateNetworks": "10.0.0.0/8", "callback.allowPorts": "8443",
                    "boards.gifterLevels": "7", "app.categories": "1=Music;ja=音楽", "rtc.videoCodecs": "vp8",
                    "rtc.iceServers": "stun:stun.example.com",
                ][key.name] ?? "alice"
            return (entry, "[\"\(entry)\"]")
        case .choice(let choices, let get, _):
            let value = get(ServerSettings(isDev: false, logsToTerminal: false))
            let other = choices.first { $0 != value } ?? ""
            return (other, other)
        }
    }

    @Test func `every named flag sets its key`() throws {
        let arguments = [
            "--host", "::", "--port", "81", "--data", "/d", "--tls-cert", "c", "--tls-key", "k", "--trusted-proxy",
            "10.0.0.0/8",
            "--trusted-proxy", "::1", "--event-loops", "3", "--sdk-app-id", "5", "--administrator", "root",
            "--administrator",
            "alice,bob", "--allowed-origin", "*", "--log-level", "trace", "--log-format", "text",
        ]
        let loaded = try load(flags: arguments)
        var expected = ServerSettings(isDev: false, logsToTerminal: false)
        expected.host = "::"
        expected.port = 81
        expected.dataFolder = "/d"
        expected.tlsCertificate = "c"
        expected.tlsKey = "k"
        expected.trustedProxies = ["10.0.0.0/8", "::1"]
        expected.eventLoops = 3
        expected.sdkAppID = 5
        expected.administrators = ["root", "alice", "bob"]
        expected.allowedOrigins = ["*"]
        expected.logLevel = .trace
        expected.logFormat = .text
        expected.namedKeys = loaded.settings.namedKeys
        #expect(loaded.problems == [])
        #expect(loaded.settings == expected)
        let flags = ConfigurationKey.all.compactMap(\.flag).map { "--\($0)" }
        #expect(
            Set(flags) == Set(arguments.filter { $0.hasPrefix("--") }), "the table and the options name the same flags")
    }

    @Test func `environment variables are named after their keys`() {
        let names = Dictionary(
            uniqueKeysWithValues: ConfigurationKey.all.map { ($0.name, ConfigurationSources.variable(of: $0)) })
        #expect(names["limits.roomMessagesPerSecond"] == "OVATION_LIMITS_ROOM_MESSAGES_PER_SECOND")
        #expect(names["server.tlsCertificate"] == "OVATION_SERVER_TLS_CERTIFICATE")
        #expect(names["app.sdkAppID"] == "OVATION_APP_SDK_APP_ID")
        #expect(Set(names.values).count == names.count)
        #expect(ConfigurationSources.otherVariables.isDisjoint(with: names.values))
    }

    @Test func `an empty environment variable counts as unset`() throws {
        let loaded = try load(environment: [
            "OVATION_SERVER_PORT": "", "OVATION_APP_SECRET": "", "OVATION_NONSENSE": "",
        ])
        #expect(loaded.settings == ServerSettings(isDev: false, logsToTerminal: false))
        #expect(loaded.problems == [] && loaded.warnings == [])
    }

    @Test(arguments: [
        "", "\n", "# only a comment\n", "---\n", "server:\n", "server:\n  # port: 1\nlimits:\n", "server: ~\n",
    ])
    func `a file without keys changes nothing`(yaml: String) throws {
        let loaded = try load(yaml: yaml)
        #expect(loaded.problems == [])
        #expect(loaded.settings == ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `an argument that looks like a key after a double dash is left alone`() {
        #expect(
            ConfigurationFlag.expandingKeys(in: ["a", "--x.y", "1", "--", "--x.y", "1"]) == [
                "a", "--set", "x.y=1", "--", "--x.y", "1",
            ])
        #expect(
            ConfigurationFlag.expandingKeys(in: ["--x.y", "--z", "--data", "./a.b", "--c=./d.e"])
                == ["--set", "x.y", "--z", "--data", "./a.b", "--c=./d.e"])
        #expect(ConfigurationFlag.expandingKeys(in: ["--x.y", "-1"]) == ["--set", "x.y=-1"])
    }
}

/// A mistake is reported in a sentence that says where it is and what to do.
@Suite struct ConfigurationProblemTests {
    @Test func `a value beyond its range is refused with the range, whatever its source`() throws {
        let rule = "but server.port is a whole number from 0 to 65535."
        #expect(try load(flags: ["--port", "65536"]).problems == ["--port is \"65536\", \(rule)"])
        #expect(try load(flags: ["--server.port", "-1"]).problems == ["--server.port is \"-1\", \(rule)"])
        #expect(
            try load(environment: ["OVATION_SERVER_PORT": "http"]).problems == [
                "OVATION_SERVER_PORT is \"http\", \(rule)"
            ])
        #expect(try load(yaml: "server: {port: 80.5}").problems == ["ovation.yaml: server.port is \"80.5\", \(rule)"])
        #expect(try load(yaml: "server: {port: 99999999999999999999}").problems.count == 1)
        #expect(
            try load(yaml: "server: {port: [1]}").problems == [
                "ovation.yaml: server.port does not fit: server.port "
                    + "is a whole number from 0 to 65535."
            ])
    }

    @Test(arguments: Limits.definitions.map(\.name)) func `a limit has a smallest value and a description`(name: String)
        throws
    {
        let definition = try #require(Limits.definitions.first { $0.name == name })
        let variable = try ConfigurationSources.variable(
            of: #require(ConfigurationKey.all.first { $0.name == "limits.\(name)" }))
        let least = try load(environment: [variable: "\(definition.least)"])
        #expect(least.settings.limits[keyPath: definition.field] == definition.least)
        let below = try load(environment: [variable: "\(definition.least - 1)"])
        #expect(
            below.problems == [
                "\(variable) is \"\(definition.least - 1)\", but limits.\(name) is a whole number "
                    + "from \(definition.least) to 1000000000."
            ])
        #expect(LimitMeanings.byName[name]?.isEmpty == false)
    }

    @Test func `every description belongs to an existing limit`() {
        #expect(Set(LimitMeanings.byName.keys) == Set(Limits.definitions.map(\.name)))
        for key in ConfigurationKey.all { #expect(!key.meaning.isEmpty && !key.meaning.contains("\n"), "\(key.name)") }
    }

    @Test(arguments: [
        ("server: {prot: 1}", "server.prot", "server.port"),
        ("limits: {romMessagesPerSecond: 1}", "limits.romMessagesPerSecond", "limits.roomMessagesPerSecond"),
        ("port: 1", "port", "server.port"), ("wallet: {sdkAppID: 1}", "wallet.sdkAppID", "app.sdkAppID"),
        ("App: {secret: x}", "App.secret", "app.secret"), ("app: {sdkappid: 1}", "app.sdkappid", "app.sdkAppID"),
        ("limits: {coalescingMillisecond: 1}", "limits.coalescingMillisecond", "limits.coalescingMilliseconds"),
    ]) func `an unknown key in the file is refused with the nearest known one`(
        yaml: String, key: String, nearest: String
    )
        throws
    {
        #expect(try load(yaml: yaml).problems == ["ovation.yaml: There is no key \"\(key)\". Did you mean \(nearest)?"])
    }

    @Test func `an unknown key without a near one is refused without a suggestion`() throws {
        #expect(try load(yaml: "quantum: {flux: 1}").problems == ["ovation.yaml: There is no key \"quantum.flux\"."])
        #expect(try load(yaml: "server: {flux: }").problems == ["ovation.yaml: There is no key \"server.flux\"."])
        #expect(try load(yaml: "? [a, b]\n: 1").problems.count == 1)
    }

    @Test func `an unknown flag is refused with the nearest known one`() throws {
        #expect(
            try load(flags: ["--limits.historyMux", "3"]).problems == [
                "There is no key \"limits.historyMux\". Did you mean limits.historyMax?"
            ])
        #expect(throws: (any Error).self) { try ConfigurationOptions.parse(["--prot", "1"]) }
        do {
            _ = try OvationCommand.parseAsRoot(["serve", "--prot", "1"])
            Issue.record("the unknown flag was accepted")
        } catch {
            #expect(OvationCommand.message(for: error) == "Unknown option '--prot'. Did you mean '--port'?")
        }
        #expect(throws: (any Error).self) { try load(flags: ["--server.port"]) }
        #expect(
            throws: StartupProblem.configurationFileUnreadable(
                path: "/nonexistent", reason: "No such file or directory")
        ) {
            try ConfigurationReader.load(flags: [], file: "/nonexistent")
        }
        #expect(throws: StartupProblem.configurationFileUnreadable(path: "/", reason: "It is no file")) {
            try ConfigurationReader.load(flags: [], file: "/")
        }
    }

    @Test func `a section that has a value is refused with one of its keys`() throws {
        #expect(
            try load(yaml: "server: 8080").problems == [
                "ovation.yaml: server is a section and has keys of its own, such as server.host."
            ])
    }

    @Test func `an unknown OVATION variable is a warning, and other variables are ignored`() throws {
        let loaded = try load(environment: [
            "OVATION_SERVER_PROT": "1", "OVATION_ZZZ": "1", "PATH": "/bin", "OVATION_SERVER_URL": "x",
            "OVATION_ORDER_JOURNAL": "x",
            "OVATION_STRICT": "1", "OVATION_TEST_SEED": "1", "OVATION_BIN": "x", "OVATION_CONFIG": "x",
        ])
        #expect(loaded.problems == [])
        #expect(
            loaded.warnings == [
                "The environment variable OVATION_SERVER_PROT means nothing to ovation and is ignored. "
                    + "Did you mean OVATION_SERVER_PORT?",
                "The environment variable OVATION_ZZZ means nothing to ovation and is ignored.",
            ])
    }

    @Test(arguments: ["a: [", "server:\n\tport: 1", "- a\n- b", "text", "server:\n  port: 1\n  port: 2", "a: &x [*x"])
    func `a file that is not a YAML mapping is refused by its name`(yaml: String) throws {
        let problems = try load(yaml: yaml).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("ovation.yaml") == true)
    }

    @Test func `all problems are reported at once`() throws {
        let loaded = try load(
            flags: ["--port", "x", "--log-level", "loud", "--tls-cert", "c"], yaml: "limits: {adminsMax: -1, x: 1}")
        #expect(loaded.problems.count == 5)
        #expect(
            loaded.problems.contains("TLS needs both a certificate and its key; server.tlsKey (--tls-key) is missing."))
        #expect(
            loaded.problems.contains {
                $0.hasPrefix("--log-level is \"loud\", but log.level is one of trace, debug, info")
            })
    }

    @Test(arguments: [
        ("server.trustedProxies", "10.0.0.1/8"), ("server.trustedProxies", "proxy.local"),
        ("app.administrators", "al ice"),
        ("app.administrators", "張"), ("app.allowedOrigins", "example.com"),
        ("app.allowedOrigins", "https://example.com/"),
        ("app.allowedOrigins", "https://Example.com"), ("app.allowedOrigins", "https://*.example.com"),
        ("app.allowedOrigins", "null"),
    ]) func `a list with an invalid entry is refused`(key: String, entry: String) throws {
        let problems = try load(flags: ["--\(key)", entry]).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains("\"\(entry)\"") == true)
    }

    @Test(arguments: [
        "0.0.0.0", "::", "192.168.1.2", "example.com", "128.0.0.1", "127.0.0.1.evil.com", "localhost.evil.com",
        "0127.0.0.1",
    ])
    func `a developer's server refuses every address except loopback`(host: String) throws {
        let problems = try load(flags: ["--host", host], isDev: true).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains("this machine only") == true)
        #expect(try load(flags: ["--host", host]).problems == [])
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
    func `a developer's server accepts any loopback address`(host: String) throws {
        #expect(try load(environment: ["OVATION_SERVER_HOST": host], isDev: true).problems == [])
    }

    @Test func `a ping interval that is too long for the silence is refused`() throws {
        let problems = try load(flags: ["--limits.silenceSeconds", "25"]).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains("more than limits.pingIntervalSeconds (25)") == true)
    }

    @Test func `a secret that is easy to guess is refused and not shown`() throws {
        for secret in ["abc", String(repeating: "x", count: 15)] {
            let problems = try load(environment: ["OVATION_APP_SECRET": secret]).problems
            #expect(problems.count == 1)
            #expect(problems.first?.contains("fewer than 16 bytes") == true, "\(problems)")
            #expect(!problems.joined().contains(secret))
        }
        #expect(try load(environment: ["OVATION_APP_SECRET": String(repeating: "x", count: 16)]).problems == [])
    }

    @Test func `a secret is never shown`() throws {
        let loaded = try load(flags: ["--app.secret", "hunter2hunter2hunter2"])
        #expect(loaded.settings.secret == "hunter2hunter2hunter2")
        #expect(loaded.problems == [] && loaded.warnings == [])
        let key = try #require(ConfigurationKey.all.first { $0.name == "app.secret" })
        #expect(key.yaml(in: loaded.settings) == "(not shown)")
        #expect(try load(yaml: "app: {secret: [hunter2]}").problems.joined().contains("hunter2") == false)
    }
}

/// The file that `ovation config default` prints.
@Suite struct DefaultConfigurationFileTests {
    @Test func `the default file changes nothing`() throws {
        let loaded = try load(yaml: DefaultConfigurationFile.text)
        #expect(loaded.problems == [])
        var expected = ServerSettings(isDev: false, logsToTerminal: false)
        expected.namedKeys = loaded.settings.namedKeys
        #expect(loaded.settings == expected)
        #expect(try load(yaml: DefaultConfigurationFile.text, isDev: true).problems == [])
    }

    @Test func `the default file names every key with its description`() {
        for key in ConfigurationKey.all {
            #expect(DefaultConfigurationFile.text.contains("  # \(key.meaning)\n"), "\(key.name)")
            let lines = ["\n  \(key.components[1]): ", "\n  # \(key.components[1]): "]
            #expect(lines.contains { DefaultConfigurationFile.text.contains($0) }, "\(key.name)")
        }
    }

    @Test func `the default file is valid when its keys are uncommented`() throws {
        let uncommented = DefaultConfigurationFile.text.replacing("  # host:", with: "  host:")
            .replacing("  # newUserGrant:", with: "  newUserGrant:").replacing("  # format:", with: "  format:")
        #expect(try load(yaml: uncommented).problems == [])
    }
}

/// The known name that is nearest to a misspelled one.
@Suite struct NearestNameTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "ab", 2), ("port", "prot", 1), ("port", "ports", 1), ("kitten", "sitting", 3),
    ])
    func `the distance counts changed letters`(first: String, second: String, expected: Int) {
        #expect(NearestName.editDistance(Array(first), Array(second)) == expected)
        #expect(NearestName.editDistance(Array(second), Array(first)) == expected)
    }

    @Test func `a name without a near one has no suggestion`() {
        #expect(NearestName.of("quantum.flux", among: ["server.port", "app.secret"]) == nil)
        #expect(NearestName.of("x", among: []) == nil)
    }
}
