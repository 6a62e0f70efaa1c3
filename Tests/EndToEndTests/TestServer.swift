import Foundation
import Logging
import OvationMedia
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite

@testable import OvationBackend
@testable import OvationNode
@testable import OvationPictures
@testable import OvationServer
@testable import OvationSupport

/// A real server on a free port of this process, with its storage in memory.
struct TestServer: Sendable {
    /// The app's secret on every test server.
    static let secret = "5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e"

    let port: Int
    let storage: any Storage

    var url: String { "ws://127.0.0.1:\(port)" }

    /// Runs a server while `body` runs.
    static func run(
        limits: Limits = Limits(), storage: (any Storage)? = nil, eventLoops: Int = 2, edgeCount: Int = 2,
        clock: ServerClock = .system, right: ServingRight? = nil,
        callbacks: CallbackConfiguration = CallbackConfiguration(),
        billing: BillingPolicy = BillingPolicy(), billerURL: String? = nil, trustedProxies: [CIDRBlock] = [],
        isDevelopment: Bool = true, media: MediaConfiguration = MediaConfiguration(), allowedOrigins: [String] = [],
        ice: ICEConfiguration = ICEConfiguration(), files: FileConfiguration = FileConfiguration(),
        embedOrigins: [String] = [], mediaHooksSecret: String? = nil,
        cluster: ClusterPlace? = nil,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let (limits, media) = (patient(limits), patient(media))
        let storage = try storage ?? emptyStorage()
        if try await storage.catalogue().items.isEmpty { _ = try await storage.commit([.catalogue(catalogue)]) }
        var callbacks = callbacks
        if let billerURL, let loopback = CIDRBlock("127.0.0.0/8") {
            var settings = CallbackSettings()
            settings.url = billerURL
            settings.commands = [CallbackCommand.beforeSendGift.rawValue]
            let json = Array(try JSONEncoder().encode(settings))
            _ = try await storage.commit([.setting(CallbackSettings.name, json)])
            callbacks.allowedNetworks = [loopback]
            callbacks.allowedPorts = Set(1...65_535)
        }
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        var configuration = NodeConfiguration(
            host: "127.0.0.1", port: 0, eventLoops: eventLoops, sdkAppID: 1_400_000_001, secret: secret,
            administrators: [UserID(unchecked: "administrator")], allowedOrigins: allowedOrigins,
            trustedProxies: trustedProxies,
            isDevelopment: isDevelopment, limits: limits, ledger: policy, callbacks: callbacks, billing: billing,
            media: media)
        // As in a cluster: a live speaks to each edge by itself. `make verify` runs the tests once with the second of these on.
        configuration.edgeCount = edgeCount
        configuration.ice = ice
        configuration.files = files
        configuration.embedOrigins = embedOrigins
        configuration.mediaHooksSecret = mediaHooksSecret
        configuration.encodesCrossings = ProcessInfo.processInfo.environment["OVATION_ENCODE_CROSSINGS"] != nil
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .error
        var server = Server(
            configuration: configuration, storage: storage, clock: clock, right: right, logger: logger
        ) { port in running.yield(port) }
        server.cluster = cluster
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [server] in try await server.run() }
            group.addTask {
                for await port in ports {
                    try await body(TestServer(port: port, storage: storage))
                    throw CancellationError()
                }
            }
            do {
                try await group.next()
            } catch is CancellationError {
                group.cancelAll()
            }
        }
    }

    /// Gives time-outs that a test says nothing about to a machine that is busy with other work.
    private static func patient(_ limits: Limits) -> Limits {
        var patient = limits
        func relax(_ field: WritableKeyPath<Limits, Int>, to value: Int) {
            if limits[keyPath: field] == Limits()[keyPath: field] { patient[keyPath: field] = value }
        }
        relax(\.callbackTimeoutMilliseconds, to: 60_000)
        relax(\.callbackDeliveryTimeoutMilliseconds, to: 60_000)
        relax(\.openTimeoutSeconds, to: 600)
        relax(\.uploadSilenceSeconds, to: 600)
        relax(\.filesFreeMebibytesMin, to: 0)
        return patient
    }

    private static func patient(_ media: MediaConfiguration) -> MediaConfiguration {
        var patient = media
        if media.limits.silenceSecondsMax == MediaLimits().silenceSecondsMax { patient.limits.silenceSecondsMax = 600 }
        return patient
    }

    /// The host gets half of each gift, and each new user starts with 10,000 coins.
    static let policy = LedgerPolicy(hostSharePercent: 50, newUserGrant: Coins(10_000) ?? .zero)

    /// An empty storage in memory.
    static func emptyStorage() throws -> any Storage { try SQLiteStorage(inMemory: policy) }

    /// Three gifts that cost 1, 100 and 5,000 coins.
    static var catalogue: GiftCatalogue {
        let gifts = [("rose", 1), ("crown", 100), ("rocket", 5_000)].map { id, coins in
            GiftCatalogue.Item(
                gift: Gift(giftID: GiftID(unchecked: id), name: id.capitalized, coins: Coins(Int64(coins)) ?? .zero),
                languages: ["zh-Hans": GiftText(name: "\(id)-zh")], createdAt: Timestamp(milliseconds: 0))
        }
        return GiftCatalogue(
            items: gifts,
            sections: [
                GiftCatalogue.Section(
                    categoryID: GiftCategoryID(unchecked: "all"), text: GiftText(name: "All"),
                    giftIDs: gifts.map(\.gift.giftID))
            ])
    }
}
