import ArgumentParser
import Foundation
import Logging
import OvationBackend
import OvationCommandLine
import OvationHTTP
import OvationMedia
import OvationModel
import OvationNode
import OvationObservability
import OvationPictures
import OvationRules
import OvationServer
import OvationSupport
import ServiceLifecycle

/// `ovation serve`: runs a server until it is told to stop.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run a server.",
        discussion: """
            Needs nothing else: SQLite in ./data, port 8080, and a secret that is generated on the first start and kept
            in the data folder. SIGTERM and SIGINT stop it without losing anything, within limits.stopSeconds; clients
            reconnect and resume. A second signal ends it at once. A new certificate in the files of --tls-cert and
            --tls-key is taken within a minute, or with SIGHUP at once.

            Exit status 75 asks for another start: other servers of its database have taken over what this one served.
            """)

    /// The exit status of a server that has lost its lease: EX_TEMPFAIL of sysexits.h.
    private static let startAgain = ExitCode(75)

    @OptionGroup var options: ConfigurationOptions

    @Flag(help: "With --dev: no demo rooms and no bots.")
    var quiet = false

    func run() async throws {
        let settings = try resolvedSettings()
        try settings.tlsFiles?.check()
        OpenFiles.raiseLimit()
        try DataFolder.prepare(settings.dataFolder)
        var holder = DataFolderLock.Holder(command: "ovation serve")
        let lock = try DataFolderLock.take(settings.dataFolder, for: holder)
        defer { lock.release() }
        // Before there is a database: a database without a secret has lost it.
        let secret = try settings.secret ?? ServerSecret.readOrMake(dataFolder: settings.dataFolder)
        holder.sdkAppID = settings.sdkAppID
        holder.usesFolderSecret = settings.secret == nil
        let logger = Self.logger(settings)
        let ledger = settings.ledgerPolicy
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let serving = ServingPlan(
            settings: settings, configuration: Self.nodeConfiguration(settings, ledger, secret), logger: logger,
            onRunning: { [holder] port in
                logger.notice("started", metadata: Self.description(of: settings, port))
                var holder = holder
                holder.address = Self.address(settings, port)
                lock.note(holder)
                Self.announce(settings, port)
                ServiceManager.ready()
                running.yield(port)
            })
        let server = try serving.service()
        // A server that an operator has drained ends by itself, and in order.
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
        ]
        if settings.isDev, !settings.isQuiet, settings.tlsCertificate != nil {
            // Their clients check certificates like every other, and a developer's is rarely one that the system trusts.
            logger.notice("no demo lives: they play over a server without TLS")
        } else if settings.isDev, !settings.isQuiet {
            services.append(
                .init(
                    service: DemoService(
                        ports: ports, host: Self.reachableHost(settings), sdkAppID: settings.sdkAppID, logger: logger),
                    successTerminationBehavior: .ignore))
        }
        var signals = StopSignals(logger: logger)
        if settings.tlsFiles != nil { signals.onHangUp = { serving.lookForCertificate() } }
        do {
            try await signals.run(ServiceGroup(configuration: .init(services: services, logger: logger)))
        } catch let failure as ListenFailure {
            throw StartupProblem(failure)
        } catch let problem as StartupProblem where problem.asksForAnotherStart {
            StandardError.print("Error: \(problem)")
            throw Self.startAgain
        }
        logger.notice("stopped")
    }

    /// What the first line of the log says of a server.
    static func description(of settings: ServerSettings, _ port: Int) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            LogKeys.serverVersion: "\(OvationCommand.version)",
            LogKeys.serverURL: "\(scheme(settings))://\(inURL(settings.host)):\(port)",
            LogKeys.serverData: "\(URL(filePath: settings.dataFolder).standardizedFileURL.path)",
            LogKeys.serverDevelopment: .stringConvertible(settings.isDev),
        ]
        let changed = Limits.definitions.filter { settings.limits[keyPath: $0.field] != Limits()[keyPath: $0.field] }
        let changedOfMedia = MediaLimits.definitions.filter {
            settings.mediaLimits[keyPath: $0.field] != MediaLimits()[keyPath: $0.field]
        }
        let values =
            changed.map { "\($0.name)=\(settings.limits[keyPath: $0.field])" }
            + changedOfMedia.map { "media.\($0.name)=\(settings.mediaLimits[keyPath: $0.field])" }
        if !values.isEmpty {
            metadata[LogKeys.limitsChanged] = "\(values.joined(separator: " "))"
        }
        if let files = OpenFiles.limit { metadata[LogKeys.openFilesMax] = .stringConvertible(files) }
        return metadata
    }

    private static func scheme(_ settings: ServerSettings) -> String { settings.tlsFiles == nil ? "http" : "https" }

    /// A host as it stands in a URL.
    private static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private func resolvedSettings() throws -> ServerSettings {
        var settings = try options.settings()
        settings.isQuiet = quiet
        return settings
    }

    private static func logger(_ settings: ServerSettings) -> Logger {
        let format = StructuredLogHandler.Format(rawValue: settings.logFormat.rawValue) ?? .json
        let level = settings.logLevel
        return Logger(label: "ovation") { label in StructuredLogHandler(label: label, format: format, level: level) }
    }

    private static func nodeConfiguration(
        _ settings: ServerSettings, _ ledger: LedgerPolicy, _ secret: String
    ) -> NodeConfiguration {
        if settings.secret == nil, ServerSecret.isReadableByOthers(dataFolder: settings.dataFolder) {
            StandardError.print(
                "Warning: others can read \(ServerSecret.path(inDataFolder: settings.dataFolder)). Run: chmod 600 on it."
            )
        }
        var configuration = NodeConfiguration(
            host: settings.host, port: settings.port, eventLoops: settings.eventLoops, sdkAppID: settings.sdkAppID,
            secret: secret, administrators: Set(settings.administrators.compactMap { UserID($0) }),
            allowedOrigins: settings.allowedOrigins,
            trustedProxies: settings.trustedProxies.compactMap { CIDRBlock($0) },
            isDevelopment: settings.isDev, tls: settings.tlsFiles, limits: RTCSettings.limits(settings),
            ledger: ledger, callbacks: callbackConfiguration(settings),
            billing: BillingPolicy(
                isIdempotent: settings.isBillingIdempotent, failsOpen: settings.billingFailsOpen),
            gifterLevels: GifterLevels(
                thresholds: settings.gifterLevels.compactMap { Int64($0).flatMap { Coins($0) } }),
            media: MediaServerSettings.configuration(settings), mediaHooksSecret: settings.mediaHooksSecret,
            categories: settings.categories.compactMap { LiveCategory($0) })
        configuration.ice = ICEConfiguration(
            urls: settings.rtc.iceServers, secret: settings.rtc.turnSecret, seconds: settings.rtc.turnSeconds)
        configuration.historyFile = DataFolder.history(in: settings.dataFolder)
        configuration.files = FileConfiguration(folder: settings.keptFilesFolder, publicURL: settings.publicURL)
        configuration.embedOrigins = settings.embedOrigins
        configuration.recharge = settings.rechargeURL.flatMap { RechargeAddress($0) }
        configuration.version = OvationCommand.version
        configuration.name = ServingPlan.nodeName(of: settings)
        return configuration
    }

    private static func callbackConfiguration(_ settings: ServerSettings) -> CallbackConfiguration {
        CallbackConfiguration(
            allowedNetworks: settings.callbackNetworks.compactMap { CIDRBlock($0) },
            allowedPorts: Set(settings.callbackPorts.compactMap { Int($0) }),
            messagesPassOnSilence: settings.callbackMessagesPass, joinsPassOnSilence: settings.callbackJoinsPass)
    }

    /// The host under which this machine reaches the server, as it stands in a URL.
    private static func reachableHost(_ settings: ServerSettings) -> String {
        inURL(["0.0.0.0", "::"].contains(settings.host) ? "127.0.0.1" : settings.host)
    }

    /// Where this machine reaches the server.
    private static func address(_ settings: ServerSettings, _ port: Int) -> String {
        "\(settings.tlsCertificate == nil ? "http" : "https")://\(reachableHost(settings)):\(port)"
    }

    /// Says where the page is. On standard output, so that scripts can read the port that the system chose.
    private static func announce(_ settings: ServerSettings, _ port: Int) {
        var lines = ["Ovation is listening on \(address(settings, port))"]
        if settings.isDev {
            lines.append(
                "For developing: sdkAppID \(settings.sdkAppID), the UserSig \"dev\" for anybody. Ctrl-C stops it.")
        }
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}

/// Starts the demo lives when the server listens.
private struct DemoService: Service {
    let ports: AsyncStream<Int>
    let host: String
    let sdkAppID: Int
    let logger: Logger

    func run() async throws {
        for await port in ports.cancelOnGracefulShutdown() {
            try await DemoRooms(serverURL: "ws://\(host):\(port)", sdkAppID: sdkAppID, logger: logger).run()
            return
        }
    }
}
