#if Cluster
    import OvationStorage

    /// The way to a database: what is checked before a server runs on it, the wait for its turn, and its tables.
    public struct PostgresAccess: Sendable {
        /// What all servers of a database agree on.
        public struct Agreement: Hashable, Sendable {
            /// The app that is served.
            public var sdkAppID: Int
            /// How far the boards' midnight is ahead of UTC's, in minutes.
            public var boardsUTCOffsetMinutes: Int
            /// A mark of the app's secret, from which the secret cannot be found.
            public var secretMark: String
            /// The cluster, for servers that serve at the same time; nil for one that serves alone.
            public var cluster: Cluster?

            /// What the nodes of a cluster speak to each other under.
            public struct Cluster: Hashable, Sendable {
                /// The name of the cluster.
                public var name: String
                /// A mark of the cluster's secret.
                public var secretMark: String

                /// Makes one.
                public init(name: String, secretMark: String) {
                    self.name = name
                    self.secretMark = secretMark
                }
            }

            /// Makes an agreement.
            public init(sdkAppID: Int, boardsUTCOffsetMinutes: Int, secretMark: String, cluster: Cluster? = nil) {
                self.sdkAppID = sdkAppID
                self.boardsUTCOffsetMinutes = boardsUTCOffsetMinutes
                self.secretMark = secretMark
                self.cluster = cluster
            }

            /// The values by the names of their keys in the configuration.
            var values: [(name: String, value: String)] {
                [
                    ("app.sdkAppID", "\(sdkAppID)"), ("boards.utcOffsetMinutes", "\(boardsUTCOffsetMinutes)"),
                    ("app.secret", secretMark),
                ]
                    + (cluster.map { [("cluster.name", $0.name), ("cluster.secret", $0.secretMark)] } ?? [])
            }
        }

        /// The oldest version of PostgreSQL that is taken; with its pipelines and its tests.
        static let versionMin: Int64 = 140_000
        /// The most that the clocks of this machine and of PostgreSQL may differ.
        static let clockDifferenceMaxMilliseconds: Int64 = 1_000

        /// Where the database is.
        public let address: PostgresAddress

        /// Names a database.
        public init(_ address: PostgresAddress) { self.address = address }

        // MARK: A server

        /// Waits until this process may serve the database: at once if nobody does, and as a standby otherwise.
        ///
        /// - Parameters:
        ///   - name: A name for this process that no other has, for instance the machine's.
        ///   - holder: An id that no other process ever had.
        ///   - version: The server's version, for `ovation storage check`.
        ///   - agreement: What this server was told. The first server of a database stores it.
        ///   - awayMax: How long it may serve without the database, after its lease has run out.
        ///   - nameWaitMax: How long it waits for an earlier process of its name. PostgreSQL notices within 11 s that a machine is gone.
        ///   - now: The wall clock of this machine, in Unix milliseconds.
        ///   - onStandby: Called once, when it turns out that another process serves the database.
        /// - Throws: `StorageError` with what is wrong and what to do; `CancellationError` if the task is cancelled.
        public func lease(
            name: String, holder: String, version: String, agreement: Agreement, awayMax: Duration,
            nameWaitMax: Duration = .seconds(15), now: @escaping @Sendable () -> Int64, onStandby: @Sendable () -> Void
        ) async throws -> PostgresLease {
            let session = PostgresHolderSession(address, name: name, holder: holder, version: version)
            do {
                try await waitForName(session, nameWaitMax)
                try await session.run { db in
                    try check(db, now: now)
                    try prepareTables(db)
                    try refuseCluster(db)
                    try agree(on: agreement, db)
                }
                let seat = try await wait(session, onStandby)
                return PostgresLease(session, seat: seat, awayMax: awayMax)
            } catch {
                await session.close()
                if error is CancellationError { throw error }
                if let taken = error as? PostgresHolderSession.NameTaken { throw taken.problem }
                throw StorageError.postgres("\(address)", cannot: "serve", error)
            }
        }

        func waitForName(_ session: PostgresHolderSession, _ waitMax: Duration) async throws {
            let end = ContinuousClock.now + waitMax
            while true {
                do {
                    return try await session.run { _ in }
                } catch let taken as PostgresHolderSession.NameTaken {
                    guard ContinuousClock.now < end else { throw taken }
                    try await Task.sleep(for: PostgresLease.retryDelay)
                }
            }
        }

        private func wait(_ session: PostgresHolderSession, _ onStandby: () -> Void) async throws -> PostgresSeat {
            var watchedSince: ContinuousClock.Instant?
            var isStandby = false
            while true {
                try Task.checkCancellation()
                let now = ContinuousClock.now
                do {
                    let mayEnd = watchedSince.map { now - $0 >= .seconds(PostgresLease.expirySeconds) } ?? false
                    if let seat = try await session.claim(slot: 1, mayEnd: mayEnd) { return seat }
                    watchedSince = watchedSince ?? now
                } catch let failure as PostgresFailure where isStandby || failure.code == "55P03" {
                    // A stalled database kills nobody: the watch begins anew.
                    watchedSince = nil
                } catch is PostgresHolderSession.NameTaken {
                    // The connection was lost, and PostgreSQL has not noticed yet.
                    watchedSince = nil
                }
                if !isStandby { onStandby() }
                isStandby = true
                try await Task.sleep(for: PostgresLease.retryDelay)
            }
        }

        // MARK: Checks

        func check(_ db: PostgresConnection, now: () -> Int64) throws {
            let before = now()
            let found = try db.first(
                """
                SELECT current_setting('server_version_num')::bigint, pg_backend_pid(), pg_is_in_recovery(),
                    (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                    current_setting('synchronous_commit'), current_setting('fsync'), current_setting('server_encoding')
                """
            ) {
                (
                    version: try $0[0] as Int64, process: try $0[1] as Int64, isReplica: try $0[2] as Bool,
                    clock: try $0[3] as Int64, commit: try $0[4] as String, fsync: try $0[5] as String,
                    encoding: try $0[6] as String
                )
            }
            let after = now()
            guard let found else { throw PostgresFailure("PostgreSQL says nothing of itself") }
            guard found.version >= Self.versionMin else {
                throw StorageError("PostgreSQL \(found.version / 10_000) is too old. Use PostgreSQL 14 or later.")
            }
            guard found.process == Int64(db.announcedProcess) else {
                throw StorageError(
                    """
                    \(address) is a pooler such as pgbouncer. The locks of a server vanish behind it. Name PostgreSQL itself \
                    in storage.url.
                    """)
            }
            guard !found.isReplica else {
                throw StorageError("\(address) is a replica. Name the primary server in storage.url.")
            }
            let difference = max(before - found.clock, found.clock - after)
            guard difference <= Self.clockDifferenceMaxMilliseconds else {
                throw StorageError(
                    """
                    The clocks of this machine and of PostgreSQL differ by \(difference) ms, and mutes, days of boards and \
                    retries would be wrong. Set both by NTP.
                    """)
            }
            guard found.encoding == "UTF8" else {
                throw StorageError(
                    """
                    \(address) is encoded in \(found.encoding), which lacks most of what people write. Make the database with \
                    "createdb --encoding UTF8 --template template0".
                    """)
            }
            guard found.commit != "off", found.fsync != "off" else {
                throw StorageError(
                    """
                    PostgreSQL may lose what it has acknowledged (fsync = \(found.fsync), synchronous_commit = \
                    \(found.commit)). Set both to on.
                    """)
            }
        }

        /// Runs missing migrations, where the role may; otherwise says who has to.
        func prepareTables(_ db: PostgresConnection) throws {
            guard case .missing(let names) = try PostgresSchema.state(db) else { return }
            do {
                _ = try PostgresSchema.migrate(db)
            } catch let failure as PostgresFailure where failure.code == "42501" {
                throw StorageError(
                    """
                    The database lacks \(names.map { "\"\($0)\"" }.joined(separator: ", ")), and this role may not make \
                    it. Run "ovation storage migrate" as the owner of the database, with --grant-to for this role.
                    """)
            }
        }

        /// A server that serves alone would take the lives of servers that serve at the same time.
        private func refuseCluster(_ db: PostgresConnection) throws {
            let name = try db.first("SELECT value FROM agreement WHERE name = 'cluster.name'") { try $0[0] as String }
            guard let name else { return }
            throw StorageError(
                """
                The servers of \(address) serve at the same time, as the cluster "\(name)". Give this one the same \
                cluster.brokerURL, or change that for all with "ovation storage agree".
                """)
        }

        func agree(on agreement: Agreement, _ db: PostgresConnection) throws {
            for (name, value) in agreement.values {
                try db.run("INSERT INTO agreement (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
                let kept = try db.first("SELECT value FROM agreement WHERE name = $1", name) { try $0[0] as String }
                guard kept == value else {
                    let difference = name.hasSuffix(".secret") ? "another secret" : "\(kept ?? "nothing"), not \(value)"
                    throw StorageError(
                        """
                        The servers of \(address) agreed on \(difference) for \(name). Give this one the same, or change \
                        it for all with "ovation storage agree".
                        """)
                }
            }
        }
    }
#endif
