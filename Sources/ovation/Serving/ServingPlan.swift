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

    /// Has the running server look for a new certificate; see `Server.lookForCertificate()`.
    func lookForCertificate() { server.withLock { $0 }?.lookForCertificate() }

    /// Makes the server on an open storage, with what a developer's database begins with.
    ///
    /// - Parameter right: what says whether another server may serve by now; nil if none stands by.
    func makeServer(_ storage: any Storage, right: ServingRight? = nil) async throws -> Server {
        if settings.isDev {
            try await DemoCatalogue.seed(
                storage, players: settings.isQuiet ? [] : DemoRooms.players, at: ServerClock.system.wall())
        }
        let made = Server(
            configuration: configuration, storage: storage, right: right, logger: logger, onRunning: onRunning,
            yamlOfJSON: ReadableYAML.of)
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
