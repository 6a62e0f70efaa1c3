#if Cluster
    import OvationStorage

    extension PostgresAccess {
        /// Joins the nodes that serve the database at the same time, each in a slot of its own.
        ///
        /// - Parameters:
        ///   - name: A name for this process that no other has, for instance the machine's.
        ///   - holder: An id that no other process ever had.
        ///   - version: The server's version.
        ///   - agreement: What this server was told. The first server of a database stores it.
        ///   - awayMax: How long it may serve without the database, after its lease has run out.
        ///   - nameWaitMax: How long it waits for an earlier process of its name. PostgreSQL notices within 11 s that a machine is gone.
        ///   - now: The wall clock of this machine, in Unix milliseconds.
        /// - Throws: `StorageError` with what is wrong and what to do; `CancellationError` if the task is cancelled.
        public func join(
            name: String, holder: String, version: String, agreement: Agreement, awayMax: Duration,
            nameWaitMax: Duration = .seconds(15), now: @escaping @Sendable () -> Int64
        ) async throws -> PostgresLease {
            try await join(
                name: name, holder: holder, version: version, agreement: agreement, awayMax: awayMax,
                nameWaitMax: nameWaitMax, steadyMin: .seconds(PostgresLease.expirySeconds), now: now)
        }

        /// - Parameter steadyMin: How long the node must have renewed its lease before it finds others gone.
        func join(
            name: String, holder: String, version: String, agreement: Agreement, awayMax: Duration,
            nameWaitMax: Duration, steadyMin: Duration, speaks: Int64 = NodeProtocol.version,
            now: @escaping @Sendable () -> Int64
        ) async throws -> PostgresLease {
            let session = PostgresHolderSession(address, name: name, holder: holder, version: version)
            do {
                try await waitForName(session, nameWaitMax)
                try await session.run { db in
                    try check(db, now: now)
                    try prepareTables(db)
                    try agree(on: agreement, db)
                }
                let seat = try await session.join(speaks: speaks)
                return PostgresLease(session, seat: seat, awayMax: awayMax, isShared: true, steadyMin: steadyMin)
            } catch {
                await session.close()
                if error is CancellationError { throw error }
                if let taken = error as? PostgresHolderSession.NameTaken { throw taken.problem }
                throw StorageError.postgres("\(address)", cannot: "join the nodes", error)
            }
        }
    }
#endif
