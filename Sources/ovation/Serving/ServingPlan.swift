import Foundation
import Logging
import OvationModel
import OvationNode
import OvationRules
import OvationServer
import OvationStorage
import OvationStorageSQLite
import OvationSupport
import ServiceLifecycle
import Synchronization

/// How a server is run: on the SQLite database of its data folder, or on PostgreSQL when it is its turn.
final class ServingPlan: Sendable {
    let settings: ServerSettings
    let configuration: NodeConfiguration
    let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void
    /// The server that runs; nil while none does.
    private let server = Mutex<Server?>(nil)

    init(
        settings: ServerSettings, configuration: NodeConfiguration, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) {
        self.settings = settings
        self.configuration = configuration
        self.logger = logger
        self.onRunning = onRunning
    }

    /// What runs the server.
    ///
    /// - Throws: ``StartupProblem/builtWithoutPostgreSQL``.
    func service() throws -> any Service {
        guard let url = settings.storageURL else { return SQLiteService(plan: self) }
        #if Cluster
            return try PostgresService(plan: self, url: url)
        #else
            _ = url
            throw StartupProblem.builtWithoutPostgreSQL
        #endif
    }

    /// The name of this server among those of a database.
    var nodeName: String { Self.nodeName(of: settings) }

    /// The name of a server with these settings: the one that they have, or the machine's.
    static func nodeName(of settings: ServerSettings) -> String {
        settings.nodeName ?? ProcessInfo.processInfo.hostName
    }

    /// Has the running server look for a new certificate; see `Server.lookForCertificate()`.
    func lookForCertificate() { server.withLock { $0 }?.lookForCertificate() }

    /// Makes the server on an open storage, with what a developer's database begins with.
    ///
    /// - Parameters:
    ///   - right: what says whether another server may serve by now; nil if none stands by.
    ///   - cluster: the server's place among those that serve at the same time; nil where it serves alone.
    func makeServer(
        _ storage: any Storage, right: ServingRight? = nil, cluster: ClusterPlace? = nil
    ) async throws -> Server {
        if settings.isDev {
            try await DemoCatalogue.seed(
                storage, players: settings.isQuiet ? [] : DemoRooms.players, at: ServerClock.system.wall())
        }
        var made = Server(
            configuration: configuration, storage: storage, right: right, logger: logger, onRunning: onRunning,
            yamlOfJSON: ReadableYAML.of)
        made.cluster = cluster
        server.withLock { $0 = made }
        return made
    }
}

/// Runs a server on the SQLite database of its data folder.
private struct SQLiteService: Service {
    let plan: ServingPlan

    func run() async throws {
        let storage = try SQLiteStorage(
            path: DataFolder.database(in: plan.settings.dataFolder), policy: plan.settings.ledgerPolicy,
            moderationLogMax: plan.settings.limits.moderationLogMax)
        try await plan.makeServer(storage).run()
        try await storage.close()
    }
}
