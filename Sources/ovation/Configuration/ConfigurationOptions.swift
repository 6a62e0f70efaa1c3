import ArgumentParser
import Foundation

/// The flags of a command that reads the whole configuration.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("YAML file with the configuration (or OVATION_CONFIG).", valueName: "file"))
    var config: String?

    @Flag(help: "A server for developing: demo gifts and rooms, the UserSig \"dev\" for anybody, this machine only.")
    var dev = false

    @Option(help: ArgumentHelp("Address to listen on (default: 0.0.0.0; with --dev 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Port to listen on (default: 8080); 0 takes any that is free.", valueName: "number"))
    var port: String?

    @Option(help: ArgumentHelp("Folder of the database and the secret (default: ./data).", valueName: "folder"))
    var data: String?

    @Option(
        name: .customLong("tls-cert"), help: ArgumentHelp("PEM file with the certificate chain.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("PEM file with the certificate's private key.", valueName: "file"))
    var tlsKey: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp("A proxy whose X-Forwarded-For is believed; may be repeated.", valueName: "cidr"))
    var trustedProxies: [String] = []

    @Option(help: ArgumentHelp("Threads for network I/O (default: one a core).", valueName: "number"))
    var eventLoops: String?

    @Option(
        name: .customLong("sdk-app-id"),
        help: ArgumentHelp("The app that is served (default: 1400000001).", valueName: "number"))
    var sdkAppID: String?

    @Option(
        name: .customLong("administrator"),
        help: ArgumentHelp(
            "A user who may call the REST API (default: administrator); may be repeated.", valueName: "user"))
    var administrators: [String] = []

    @Option(
        name: .customLong("allowed-origin"),
        help: ArgumentHelp("A web origin whose pages may connect; may be repeated.", valueName: "origin"))
    var allowedOrigins: [String] = []

    @Option(
        help: ArgumentHelp(
            "trace, debug, info, notice, warning, error or critical (default: info).", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("json or text (default: text on a terminal, else json).", valueName: "format"))
    var logFormat: String?

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp(
            "Any key of the configuration; --limits.historyMax 9 is short for --set limits.historyMax=9. "
                + "\"ovation config default\" lists them all.", valueName: "key=value"))
    var assignments: [String] = []

    /// The keys that were given as flags.
    ///
    /// - Throws: `ValidationError` for a `--set` without a value.
    func flags() throws -> [ConfigurationFlag] {
        let single: [(String, String?)] = [
            ("server.host", host), ("server.port", port), ("server.data", data),
            ("server.tlsCertificate", tlsCertificate),
            ("server.tlsKey", tlsKey), ("server.eventLoops", eventLoops), ("app.sdkAppID", sdkAppID),
            ("log.level", logLevel),
            ("log.format", logFormat),
        ]
        let lists = [
            ("server.trustedProxies", trustedProxies), ("app.administrators", administrators),
            ("app.allowedOrigins", allowedOrigins),
        ]
        let named = single.map { ($0.0, $0.1.map { [$0] } ?? []) } + lists
        let spellings = Dictionary(ConfigurationKey.all.map { ($0.name, $0.flag) }) { first, _ in first }
        return try named.filter { !$0.1.isEmpty }.map { key, values in
            ConfigurationFlag(spelling: "--\((spellings[key] ?? nil) ?? key)", key: key, values: values)
        }
            + assignments.map { assignment in
                guard let flag = ConfigurationFlag(assignment: assignment) else {
                    throw ValidationError("Missing value for '--\(assignment) <value>'")
                }
                return flag
            }
    }

    /// Reads flags, environment and file.
    func load() throws -> LoadedConfiguration {
        try ConfigurationReader.load(flags: flags(), file: config, isDev: dev)
    }

    /// Reads flags, environment and file, and tells warnings on standard error.
    ///
    /// - Throws: ``StartupProblem/configuration(_:)`` with everything that is wrong.
    func settings() throws -> ServerSettings { try ConfigurationReader.settings(of: load()) }
}
