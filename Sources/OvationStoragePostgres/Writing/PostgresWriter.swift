#if Cluster
    import Dispatch
    import OvationModel
    import OvationRules
    import OvationStorage
    import Synchronization

    /// The session that writes, on a thread of its own.
    ///
    /// A lost connection is opened again with the next batch. If it was lost while a commit was under way, nobody knows whether the batch
    /// was kept: the old session may still be committing. ``settle()`` then waits for it, by taking the lane's row under a new incarnation,
    /// before anything is read or written.
    final class PostgresWriter: Sendable {
        /// How long a lost connection is left alone before the next attempt to open it.
        private static let retryDelay = Duration.milliseconds(200)
        /// How often a batch is run that PostgreSQL has rolled back because of another session.
        private static let attemptsMax = 4

        /// A start of a live that this node has become the home of.
        struct ClaimedStart {
            let room: Int64
            let start: LiveSessionID
            let epoch: Int64
            let seqBase: Int64
        }

        struct State {
            var db: PostgresConnection?
            var seat: PostgresSeat
            /// The starts of lives that this node is the home of, each with its epoch.
            var homes: [LiveSessionID: Int64] = [:]
            /// Rooms that this node has claimed and nobody has read yet.
            var claimed: [Int64: ClaimedStart] = [:]
            /// True if a claim was made whose outcome nobody knows.
            var mayHaveClaimed = false
            var callbackCounts: CallbackCounts?
            var isFenced = false
            /// When the next attempt to connect may be made, and why the last one failed.
            var nextAttempt = ContinuousClock.now
            var failure: PostgresFailure?
        }

        private let address: PostgresAddress
        private let policy: LedgerPolicy
        private let moderationLogMax: Int
        private let queue = DispatchQueue(label: "OvationStoragePostgres.writer")
        private let state: Mutex<State>
        /// True if a commit was under way when the connection was lost.
        let isUncertain = Atomic(false)
        private let onFenced: @Sendable () -> Void

        init(
            _ address: PostgresAddress, seat: PostgresSeat, policy: LedgerPolicy, moderationLogMax: Int,
            onFenced: @escaping @Sendable () -> Void
        ) {
            self.address = address
            self.policy = policy
            self.moderationLogMax = moderationLogMax
            self.onFenced = onFenced
            state = Mutex(State(seat: seat))
        }

        /// Commits a batch. Cancelling the task does not cancel the commit.
        func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
            try await run { try self.commit(writes, &$0) }
        }

        /// Runs a closure in a transaction of its own, behind the fence. It is not run again if it fails.
        func transact<Value: Sendable>(
            _ body: @escaping @Sendable (PostgresBatch) throws -> Value
        ) async throws -> Value {
            try await run { state in
                let db = try self.open(&state)
                var isCommitting = false
                do {
                    let batch = try PostgresBatch.begin(
                        [], db, policy: self.policy, seat: state.seat, moderationLogMax: self.moderationLogMax)
                    let value = try body(batch)
                    let last = batch.finalStatements()
                    isCommitting = true
                    _ = try db.pipeline(last)
                    return value
                } catch {
                    _ = try self.mayTryAgain(after: error, isCommitting: isCommitting, &state)
                    throw error
                }
            }
        }

        /// Makes sure that no commit of this process is under way whose outcome nobody knows. Returns at once if there is none.
        func settle() async throws {
            guard isUncertain.load(ordering: .acquiring) else { return }
            try await run { _ = try self.open(&$0) }
        }

        /// Counts the scores of the boards if they were never counted, or with another midnight.
        func countBoards() async throws {
            try await run { state in
                let db = try self.open(&state)
                db.deadline = .seconds(3_600)
                defer { db.deadline = PostgresConnection.usualDeadline }
                let batch = try PostgresBatch.begin(
                    [], db, policy: self.policy, seat: state.seat, moderationLogMax: self.moderationLogMax)
                if try !batch.hasBoardsOfPolicy() { _ = try batch.apply([.rebuildBoards]) }
                _ = try db.pipeline(batch.finalStatements())
            }
        }

        /// Runs statements on the session that writes, for tests that simulate an intruder.
        func execute(_ sql: String) async throws { try await run { try self.open(&$0).execute(sql) } }

        /// Closes the connection after the work that waits.
        func close() async {
            await withCheckedContinuation { continuation in
                queue.async {
                    self.state.withLock { $0.db = nil }
                    continuation.resume()
                }
            }
        }

        func run<Value: Sendable>(_ body: @escaping @Sendable (inout State) throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Result { try self.state.withLock { try body(&$0) } })
                }
            }
        }

        private func commit(_ writes: [StorageWrite], _ state: inout State) throws -> [StorageOutcome] {
            var attempt = 0
            while true {
                attempt += 1
                let db = try open(&state)
                var isCommitting = false
                do {
                    let batch = try PostgresBatch.begin(
                        writes, db, policy: policy, seat: state.seat, moderationLogMax: moderationLogMax,
                        homes: state.homes, callbackCounts: state.callbackCounts)
                    let outcomes = try batch.apply(writes)
                    let last = batch.finalStatements()
                    isCommitting = true
                    _ = try db.pipeline(last)
                    state.callbackCounts = batch.callbackCounts
                    state.homes = batch.homes
                    return outcomes
                } catch {
                    state.callbackCounts = nil
                    guard try mayTryAgain(after: error, isCommitting: isCommitting, &state), attempt < Self.attemptsMax
                    else { throw error }
                }
            }
        }

        /// Leaves the transaction that failed. Returns true if it certainly did nothing and may succeed when it is run again.
        func mayTryAgain(
            after error: any Error, isCommitting: Bool, _ state: inout State
        ) throws -> Bool {
            let failure = error as? PostgresFailure
            if failure?.isConnectionLost == true {
                state.db = nil
                if isCommitting { isUncertain.store(true, ordering: .releasing) }
                return !isCommitting
            }
            do { try state.db?.rollBack() } catch { state.db = nil }
            if error is PostgresFenced { throw fenced(&state) }
            return failure?.isRetryable == true
        }

        private func fenced(_ state: inout State) -> StorageError {
            if !state.isFenced { onFenced() }
            state.isFenced = true
            return StorageError(
                "Another server has taken over what this one served on \(address). Nothing more is kept by this one.")
        }

        /// Raises the incarnation of a seat, with that of everything that this process works at. Returns nil if another process has it.
        private static func raise(_ seat: PostgresSeat, _ db: PostgresConnection) throws -> Int64? {
            try db.execute("BEGIN")
            // Waits for the old session's transaction to end, if it is still open. The statements behind it see what that has kept.
            let incarnation: Int64? = try db.first(
                "UPDATE lane SET incarnation = incarnation + 1 WHERE lane = $1 AND holder = $2 RETURNING incarnation",
                seat.lane, seat.holder
            ) { try $0[0] }
            guard let incarnation else {
                try db.execute("ROLLBACK")
                return nil
            }
            // An earlier attempt may have been kept, and its answer lost as well.
            try db.run(
                """
                UPDATE billing_order SET incarnation = $1
                WHERE slot = $2 AND incarnation >= $3 AND incarnation < $1 AND is_open
                """, incarnation, seat.slot, seat.incarnation)
            try db.run(
                "UPDATE callback_lane SET incarnation = $1 WHERE slot = $2 AND incarnation >= $3 AND incarnation < $1",
                incarnation, seat.slot, seat.incarnation)
            try db.execute("COMMIT")
            return incarnation
        }

        /// The open connection, after any commit of which nobody knows the outcome has ended.
        func open(_ state: inout State) throws -> PostgresConnection {
            guard !state.isFenced else { throw fenced(&state) }
            if let db = state.db, db.isOpen, !isUncertain.load(ordering: .acquiring) { return db }
            state.db = nil
            guard ContinuousClock.now >= state.nextAttempt else {
                throw state.failure ?? PostgresFailure("the connection is lost", isConnectionLost: true)
            }
            do {
                var options = PostgresSession.writing
                options["application_name"] = PostgresSession.applicationName(holder: state.seat.holder)
                let db = try PostgresConnection(address, options: options)
                if isUncertain.load(ordering: .acquiring) {
                    guard let incarnation = try Self.raise(state.seat, db) else { throw fenced(&state) }
                    state.seat.incarnation = incarnation
                    isUncertain.store(false, ordering: .releasing)
                }
                state.db = db
                return db
            } catch let failure as PostgresFailure {
                state.failure = failure
                state.nextAttempt = ContinuousClock.now + Self.retryDelay
                throw failure
            }
        }
    }
#endif
