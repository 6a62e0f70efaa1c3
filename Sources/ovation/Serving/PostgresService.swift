#if Cluster
    import Foundation
    import Logging
    import OvationModel
    import OvationNode
    import OvationObservability
    import OvationServer
    import OvationStorage
    import OvationStoragePostgres
    import OvationSupport
    import ServiceLifecycle

    /// Runs a server on PostgreSQL: waits for its turn, serves while it has the lease, and ends when it has lost it.
    ///
    /// A server that has lost its lease does not join again: its process ends with an error, and systemd or Docker starts
    /// it anew, as a standby. Where `cluster.brokerURL` is set, all servers of the database serve at the same time: a server joins them
    /// instead of waiting.
    struct PostgresService: Service {
        private let plan: ServingPlan
        private let address: PostgresAddress
        private var isOfCluster: Bool { plan.settings.brokerURL != nil }

        init(plan: ServingPlan, url: String) throws {
            self.plan = plan
            address = try PostgresAddress(url)
        }

        func run() async throws {
            // A stop that was asked for already needs no place and no tables.
            guard !Task.isShuttingDownGracefully else { return }
            // A broker that lets nobody in is found before the server takes a place.
            let way = try isOfCluster ? ClusterWay.open(plan) : nil
            defer { way?.close() }
            guard let lease = try await placeUnlessStopped() else { return }
            guard !Task.isShuttingDownGracefully else { return await lease.release() }
            do {
                let end = try await serve(lease, way)
                await lease.release()
                switch end {
                case nil: break
                case .takenOver: throw isOfCluster ? StartupProblem.fenced : .takenOver
                case .storageAway: throw StartupProblem.storageAway(seconds: plan.settings.aloneSecondsMax)
                }
            } catch {
                await lease.release()
                throw error
            }
        }

        /// Takes a place. Returns nil if the process is told to stop first: what fails meanwhile no longer matters.
        private func placeUnlessStopped() async throws -> PostgresLease? {
            do {
                return try await isOfCluster ? join() : takeTurn()
            } catch {
                guard Task.isShuttingDownGracefully else { throw error }
                plan.logger.notice(
                    "told to stop while it waited for the database", metadata: [LogKeys.error: "\(error)"])
                return nil
            }
        }

        /// What a task of ``serve(_:)`` came to.
        private enum Step: Sendable {
            /// The lease ended; nil if its task was cancelled.
            case lease(PostgresLease.End?)
            /// The server has run to its end.
            case server(Result<Void, any Error>)
            /// An operator asked for the server to be drained.
            case drainAsked
            /// The server was told to stop.
            case stopping
        }

        /// Serves until the lease is lost or the process is told to stop. Returns why the lease was lost; nil if it was not.
        ///
        /// The lease is renewed from the first moment: opening the storage may count every board, which takes a while.
        private func serve(_ lease: PostgresLease, _ way: ClusterWay?) async throws -> PostgresLease.End? {
            let (groups, running) = AsyncStream.makeStream(of: ServiceGroup.self)
            return try await withThrowingTaskGroup(of: Step.self) { tasks in
                tasks.addTask {
                    let end = await lease.hold()
                    guard let end else { return .lease(nil) }
                    plan.logger.error("the server ends: it has lost its lease", metadata: [LogKeys.error: "\(end)"])
                    return .lease(end)
                }
                tasks.addTask {
                    .server(
                        await Result {
                            defer { running.finish() }
                            try await run(lease, way) { running.yield($0) }
                        })
                }
                tasks.addTask {
                    for await _ in lease.drainAsks { return .drainAsked }
                    return .stopping
                }
                var end: PostgresLease.End?
                var isStopping = false
                while let step = try await tasks.next() {
                    switch step {
                    case .lease(let reason):
                        end = reason
                        guard reason != nil, !isStopping else { continue }
                        isStopping = true
                        // What is being opened ends by itself: its sessions are over.
                        for await group in groups { await group.triggerGracefulShutdown() }
                    case .drainAsked:
                        plan.logger.notice("an operator asks for this server to be drained")
                        guard !isStopping else { continue }
                        isStopping = true
                        // Beside the lease, which may be lost meanwhile.
                        tasks.addTask {
                            for await group in groups { await group.triggerGracefulShutdown() }
                            return .stopping
                        }
                    case .stopping: break
                    case .server(let result):
                        tasks.cancelAll()
                        // A server that has lost its sessions fails in many ways, and for one reason.
                        if end == nil { try result.get() }
                    }
                }
                return end
            }
        }

        /// Opens the storage, and runs the server to its end.
        private func run(
            _ lease: PostgresLease, _ way: ClusterWay?, _ onGroup: (ServiceGroup) -> Void
        ) async throws {
            let storage = try await PostgresStorage(
                lease, policy: plan.settings.ledgerPolicy, moderationLogMax: plan.settings.limits.moderationLogMax)
            // Opening may have counted every board.
            guard !Task.isShuttingDownGracefully else { return try await storage.close() }
            let server = try await plan.makeServer(
                storage, right: Self.right(lease), cluster: way.map { try $0.place(of: storage.seat) })
            let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: plan.logger))
            onGroup(group)
            try await group.run()
            try await storage.close()
        }

        /// What says whether another server has the lease by now.
        private static func right(_ lease: PostgresLease) -> ServingRight {
            ServingRight(age: { lease.age }, confirm: { await lease.confirm() })
        }

        /// Waits for the lease, and stands by meanwhile. Returns nil if the process is told to stop first.
        private func takeTurn() async throws -> PostgresLease? {
            let (standbys, standby) = AsyncStream.makeStream(of: Void.self)
            return try await withThrowingTaskGroup(of: PostgresLease?.self) { tasks in
                tasks.addTask {
                    for await _ in standbys { try await standBy() }
                    return nil
                }
                tasks.addTask {
                    defer { standby.finish() }
                    do {
                        return try await cancelWhenGracefulShutdown {
                            try await lease { standby.yield() }
                        }
                    } catch is CancellationError {
                        return nil
                    }
                }
                while let result = try await tasks.next() {
                    guard let lease = result else { continue }
                    // The port has to be free again before the server listens on it.
                    tasks.cancelAll()
                    do { while try await tasks.next() != nil {} } catch {
                        await lease.release()
                        throw error
                    }
                    return lease
                }
                return nil
            }
        }

        private func lease(onStandby: @escaping @Sendable () -> Void) async throws -> PostgresLease {
            let settings = plan.settings
            return try await PostgresAccess(address).lease(
                name: plan.nodeName, holder: IDSource.system.makeText(), version: OvationCommand.version,
                agreement: Self.agreement(settings, secret: plan.configuration.secret),
                awayMax: .seconds(settings.aloneSecondsMax),
                now: { ServerClock.system.wall().milliseconds }, onStandby: onStandby)
        }

        /// Joins the servers that serve the database at the same time. Returns nil if the process is told to stop first.
        private func join() async throws -> PostgresLease? {
            let settings = plan.settings
            do {
                return try await cancelWhenGracefulShutdown {
                    try await PostgresAccess(address).join(
                        name: plan.nodeName, holder: IDSource.system.makeText(), version: OvationCommand.version,
                        agreement: Self.agreement(settings, secret: plan.configuration.secret),
                        awayMax: .seconds(settings.aloneSecondsMax),
                        now: { ServerClock.system.wall().milliseconds })
                }
            } catch is CancellationError {
                return nil
            }
        }

        private func standBy() async throws {
            plan.logger.notice("standing by: another server serves the database")
            do {
                try await StandbyServer(configuration: plan.configuration, logger: plan.logger) { _ in
                    ServiceManager.ready()
                }.run()
            } catch {
                // The end of the wait cancels it.
                guard Task.isCancelled else { throw error }
            }
        }

        /// What the servers of a database agree on.
        static func agreement(_ settings: ServerSettings, secret: String) -> PostgresAccess.Agreement {
            PostgresAccess.Agreement(
                sdkAppID: settings.sdkAppID, boardsUTCOffsetMinutes: settings.boardsUTCOffsetMinutes,
                secretMark: mark(of: secret),
                cluster: settings.brokerURL == nil
                    ? nil : .init(name: settings.clusterName, secretMark: mark(of: settings.clusterSecret ?? secret)))
        }

        /// Names a secret without telling it.
        private static func mark(of secret: String) -> String {
            Digest.hmacSHA256(Array("ovation: which secret".utf8), key: Array(secret.utf8)).prefix(16)
                .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }
#endif
