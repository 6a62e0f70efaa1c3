#if Cluster
    import DequeModule
    import Dispatch
    import Synchronization

    /// The sessions that read, each on a thread of its own. Readings that find none free wait in turn.
    final class PostgresReaders: Sendable {
        /// A session, opened when it is first needed.
        private final class Reader: Sendable {
            let queue = DispatchQueue(label: "OvationStoragePostgres.reader")
            let db = Mutex<PostgresConnection?>(nil)
        }

        /// How long a database that cannot be reached is left alone before the next attempt.
        private static let retryDelay = Duration.milliseconds(200)

        private struct State {
            var free: [Reader]
            /// When the next attempt to connect may be made, and why the last one failed.
            var nextAttempt = ContinuousClock.now
            var failure: PostgresFailure?
            var waiting: Deque<CheckedContinuation<Reader, Never>> = []
        }

        private let address: PostgresAddress
        private let applicationName: String
        private let state: Mutex<State>

        init(_ address: PostgresAddress, applicationName: String, count: Int) {
            self.address = address
            self.applicationName = applicationName
            state = Mutex(State(free: (0..<count).map { _ in Reader() }))
        }

        /// Reads in one snapshot. A reading whose connection turns out to be lost is made once more with a new one. While the database
        /// cannot be reached, readings fail at once: each would wait for seconds, and all others behind it.
        func read<Value: Sendable>(
            deadline: Duration, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
        ) async throws -> Value {
            let reader = await take()
            defer { give(back: reader) }
            return try await withCheckedThrowingContinuation { continuation in
                reader.queue.async {
                    continuation.resume(
                        with: Result {
                            try reader.db.withLock { db in
                                let wasOpen = db?.isOpen == true
                                do {
                                    return try self.read(&db, deadline, body)
                                } catch let failure as PostgresFailure where failure.isConnectionLost && wasOpen {
                                    db = nil
                                    return try self.read(&db, deadline, body)
                                }
                            }
                        })
                }
            }
        }

        private func read<Value>(
            _ db: inout PostgresConnection?, _ deadline: Duration, _ body: (PostgresConnection) throws -> Value
        ) throws -> Value {
            let open: PostgresConnection
            if let db, db.isOpen {
                open = db
            } else {
                open = try connect()
                db = open
            }
            open.deadline = deadline
            do {
                try open.execute("BEGIN")
                let value = try body(open)
                try open.execute("COMMIT")
                return value
            } catch {
                do { try open.execute("ROLLBACK") } catch { db = nil }
                throw error
            }
        }

        private func connect() throws -> PostgresConnection {
            let failure = state.withLock { ContinuousClock.now < $0.nextAttempt ? $0.failure : nil }
            if let failure { throw failure }
            var options = PostgresSession.reading
            options["application_name"] = applicationName
            do {
                return try PostgresConnection(address, options: options)
            } catch let failure as PostgresFailure {
                state.withLock {
                    $0.failure = failure
                    $0.nextAttempt = ContinuousClock.now + Self.retryDelay
                }
                throw failure
            }
        }

        private func take() async -> Reader {
            await withCheckedContinuation { continuation in
                let reader = state.withLock { state -> Reader? in
                    if let reader = state.free.popLast() { return reader }
                    state.waiting.append(continuation)
                    return nil
                }
                if let reader { continuation.resume(returning: reader) }
            }
        }

        private func give(back reader: Reader) {
            let next = state.withLock { state -> CheckedContinuation<Reader, Never>? in
                if let next = state.waiting.popFirst() { return next }
                state.free.append(reader)
                return nil
            }
            next?.resume(returning: reader)
        }

        /// Closes the connections of readers that are free. No reading may be under way.
        func close() {
            for reader in state.withLock({ $0.free }) { reader.db.withLock { $0 = nil } }
        }
    }
#endif
