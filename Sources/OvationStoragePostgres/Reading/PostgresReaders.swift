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

        private struct State {
            var free: [Reader]
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

        /// Reads in one snapshot. A reading whose connection is lost is made once more with a new one.
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
                                do {
                                    return try self.read(&db, deadline, body)
                                } catch let failure as PostgresFailure where failure.isConnectionLost {
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
                var options = PostgresSession.reading
                options["application_name"] = applicationName
                open = try PostgresConnection(address, options: options)
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
