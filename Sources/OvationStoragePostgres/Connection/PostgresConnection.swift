#if Cluster
    import CLibPQ
    import Foundation
    import OvationStorage

    /// A connection to PostgreSQL. One thread uses it at a time, and that thread waits for the answers.
    ///
    /// Every statement is prepared once a connection, and values travel in binary format. libpq works in non-blocking mode below, so that
    /// no answer is waited for longer than a deadline: a server that is frozen answers nothing, and its kernel still acknowledges.
    final class PostgresConnection {
        /// How long an answer to a usual question may take.
        static let usualDeadline = Duration.seconds(10)

        private let raw: OpaquePointer
        /// How long an answer may take before the connection is given up.
        var deadline = usualDeadline
        /// The names of prepared statements by their text.
        private var prepared: [String: String] = [:]
        /// Statements that run before the next one, in one round trip with it.
        private var postponed: [PostgresStatement] = []
        /// How many times the connection has waited for answers.
        private(set) var roundTripsCount = 0

        /// How many statements may be postponed. With one more all of them run.
        static let postponedMax = 256

        /// Connects.
        ///
        /// - Parameter options: Settings of the session, for instance `["lock_timeout": "2s"]`.
        /// - Throws: ``PostgresFailure``.
        init(_ address: PostgresAddress, options: [String: String] = [:]) throws {
            // What stands before the URL is a default, what stands behind it is not.
            let words = [
                ("connect_timeout", "3"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
                ("keepalives_count", "3"), ("tcp_user_timeout", "5000"), ("target_session_attrs", "read-write"),
                ("fallback_application_name", "ovation"), ("dbname", address.url), ("client_encoding", "UTF8"),
            ]
            var keys: [UnsafePointer<CChar>?] = []
            var values: [UnsafePointer<CChar>?] = []
            for (key, value) in words {
                keys.append(UnsafePointer(strdup(key)))
                values.append(UnsafePointer(strdup(value)))
            }
            defer { for text in keys + values { free(UnsafeMutablePointer(mutating: text)) } }
            guard let raw = PQconnectdbParams(keys + [nil], values + [nil], 1) else {
                throw PostgresFailure("libpq has no memory for a connection", isConnectionLost: true)
            }
            self.raw = raw
            guard PQstatus(raw) == CONNECTION_OK else {
                // All properties are set, so the end of this object closes the connection.
                throw lost()
            }
            // Notices would go to standard error.
            PQsetNoticeProcessor(raw, { _, _ in }, nil)
            guard PQsetnonblocking(raw, 1) == 0 else { throw lost() }
            _ = try pipeline(
                options.sorted { $0.key < $1.key }.map {
                    PostgresStatement("SELECT set_config($1, $2, false)", $0.key, $0.value)
                })
        }

        deinit { PQfinish(raw) }

        /// True while nothing has told that the connection is lost.
        var isOpen: Bool { PQstatus(raw) == CONNECTION_OK }

        /// The number of the process that serves the connection, as the other side announced it.
        var announcedProcess: Int32 { PQbackendPID(raw) }

        // MARK: One statement

        /// Runs a statement. Returns how many rows it changed.
        @discardableResult
        func run<each Value: PostgresParameter>(_ sql: String, _ values: repeat each Value) throws -> Int {
            try result(PostgresStatement(sql, repeat each values)).changesCount
        }

        /// Returns what `body` makes of the first row of a statement; nil if there is none.
        func first<Result, each Value: PostgresParameter>(
            _ sql: String, _ values: repeat each Value, body: (PostgresRow) throws -> Result
        ) throws -> Result? {
            let rows = try result(PostgresStatement(sql, repeat each values))
            return rows.count > 0 ? try body(rows[0]) : nil
        }

        /// Visits every row of a statement.
        func forEach<each Value: PostgresParameter>(
            _ sql: String, _ values: repeat each Value, body: (PostgresRow) throws -> Void
        ) throws {
            let rows = try result(PostgresStatement(sql, repeat each values))
            for index in 0..<rows.count { try body(rows[index]) }
        }

        private func result(_ statement: PostgresStatement) throws -> PostgresResult {
            guard postponed.isEmpty else { return try pipeline([statement])[0] }
            let name = try prepare(statement)
            try send(statement, name)
            return try results(count: 1)[0]
        }

        /// Runs a statement whose result nobody needs, in its order but in one round trip with the next one. If it fails, the next one
        /// throws what happened.
        func later<each Value: PostgresParameter>(_ sql: String, _ values: repeat each Value) throws {
            try later([PostgresStatement(sql, repeat each values)])
        }

        /// Runs statements whose results nobody needs; see ``later(_:_:)``.
        func later(_ statements: [PostgresStatement]) throws {
            postponed += statements
            if postponed.count > Self.postponedMax { _ = try pipeline([]) }
        }

        /// Rolls the transaction back, with what was postponed.
        func rollBack() throws {
            postponed = []
            try execute("ROLLBACK")
        }

        /// Runs statements without values, separated by semicolons.
        func execute(_ sql: String) throws {
            _ = try pipeline([])
            roundTripsCount += 1
            guard PQsendQuery(raw, sql) == 1 else { throw lost() }
            try flush()
            var failure: PostgresFailure?
            while let result = try next() {
                let other = Self.failure(of: result, raw)
                failure = failure ?? other
            }
            if let failure { throw failure }
        }

        // MARK: Several statements

        /// Runs statements in one round trip. The first that fails ends it, and the others are not run.
        ///
        /// - Returns: The result of each.
        /// - Throws: ``PostgresFailure`` of the first that failed. An open transaction is then to be rolled back.
        func pipeline(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
            let before = postponed.count
            let statements = postponed + statements
            postponed = []
            guard !statements.isEmpty else { return [] }
            // Preparing is a question of its own, which a connection asks once a statement.
            let names = try statements.map(prepare)
            guard PQenterPipelineMode(raw) == 1 else { throw lost() }
            do {
                for (statement, name) in zip(statements, names) { try send(statement, name) }
                guard PQpipelineSync(raw) == 1 else { throw lost() }
                let results = try results(count: statements.count)
                guard PQexitPipelineMode(raw) == 1 else { throw lost() }
                return Array(results.dropFirst(before))
            } catch {
                // After a refused statement the connection can go on; libpq says no where it cannot.
                PQexitPipelineMode(raw)
                throw error
            }
        }

        // MARK: libpq

        private func prepare(_ statement: PostgresStatement) throws -> String {
            if let known = prepared[statement.sql] { return known }
            let name = "s\(prepared.count)"
            let types = statement.values.types
            guard PQsendPrepare(raw, name, statement.sql, CInt(types.count), types) == 1 else { throw lost() }
            try flush()
            _ = try results(count: 1)
            prepared[statement.sql] = name
            return name
        }

        private func send(_ statement: PostgresStatement, _ name: String) throws {
            let values = statement.values
            let formats = [CInt](repeating: 1, count: values.starts.count)
            // An empty value needs an address, too: libpq takes none for NULL.
            let sent = (values.bytes.isEmpty ? [0] : values.bytes).withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    let places = values.starts.map { start in start.flatMap { bytes.baseAddress?.advanced(by: $0) } }
                    return PQsendQueryPrepared(raw, name, CInt(places.count), places, values.lengths, formats, 1)
                }
            }
            guard sent == 1 else { throw lost() }
        }

        /// Reads the results of statements, and the end of a pipeline where there is one.
        private func results(count: Int) throws -> [PostgresResult] {
            roundTripsCount += 1
            try flush()
            let isPipeline = PQpipelineStatus(raw) != PQ_PIPELINE_OFF
            var results: [PostgresResult] = []
            var failure: PostgresFailure?
            var isSynchronized = !isPipeline
            while true {
                guard let result = try next() else {
                    // Between the statements of a pipeline stands an end of each.
                    if isSynchronized { break }
                    continue
                }
                switch PQresultStatus(result) {
                case PGRES_PIPELINE_SYNC:
                    isSynchronized = true
                    PQclear(result)
                    if isPipeline {
                        if let failure { throw failure }
                        return results
                    }
                case PGRES_PIPELINE_ABORTED: PQclear(result)
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK: results.append(PostgresResult(result))
                default:
                    let other = Self.failure(of: result, raw)
                    failure = failure ?? other
                }
            }
            if let failure { throw failure }
            guard results.count == count else {
                throw PostgresFailure(
                    "PostgreSQL answered \(results.count) of \(count) statements", isConnectionLost: true)
            }
            return results
        }

        /// Sends what waits. It reads meanwhile: a server that cannot get rid of its answers takes no more questions.
        private func flush() throws {
            while true {
                switch PQflush(raw) {
                case 0: return
                case 1:
                    try wait(forWriting: true)
                    guard PQconsumeInput(raw) == 1 else { throw lost() }
                default: throw lost()
                }
            }
        }

        /// Waits for the next result; nil at the end of a statement's results.
        private func next() throws -> OpaquePointer? {
            while PQisBusy(raw) == 1 {
                try wait(forWriting: false)
                guard PQconsumeInput(raw) == 1 else { throw lost() }
            }
            return PQgetResult(raw)
        }

        private func wait(forWriting isWriting: Bool) throws {
            var socket = pollfd(fd: PQsocket(raw), events: Int16(POLLIN | (isWriting ? POLLOUT : 0)), revents: 0)
            let end = ContinuousClock.now + deadline
            while true {
                let left = max(0, (end - ContinuousClock.now) / .milliseconds(1))
                let code = poll(&socket, 1, CInt(left))
                if code > 0 { return }
                if code < 0, errno == EINTR { continue }
                throw PostgresFailure("PostgreSQL did not answer within \(deadline)", isConnectionLost: true)
            }
        }

        private func lost() -> PostgresFailure {
            PostgresFailure(Self.line(PQerrorMessage(raw)), isConnectionLost: true)
        }

        /// The failure that a result tells of; nil if it is none. Frees the result.
        private static func failure(of result: OpaquePointer, _ connection: OpaquePointer) -> PostgresFailure? {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_PIPELINE_SYNC: return nil
            default: break
            }
            // Only the first line: the details name values of rows.
            let code = PQresultErrorField(result, 67 /* 'C' */).map { String(cString: $0) } ?? ""
            let message = PQresultErrorField(result, 77 /* 'M' */).map { String(cString: $0) }
            // An administrator's command ends the session, and a server that stops does the same.
            let isLost = PQstatus(connection) != CONNECTION_OK || code.hasPrefix("57P") || code == "25P03"
            return PostgresFailure(
                code: code, message ?? line(PQresultErrorMessage(result)), isConnectionLost: isLost || code.isEmpty)
        }

        private static func line(_ text: UnsafePointer<CChar>?) -> String {
            let text = text.map { String(cString: $0) } ?? ""
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            return lines.isEmpty ? "the connection is lost" : lines.joined(separator: " ")
        }
    }

    /// A statement with its values.
    struct PostgresStatement {
        let sql: String
        let values: PostgresParameters

        init<each Value: PostgresParameter>(_ sql: String, _ values: repeat each Value) {
            self.sql = sql
            self.values = PostgresParameters(repeat each values)
        }

        init(_ sql: String, values: PostgresParameters) {
            self.sql = sql
            self.values = values
        }
    }
#endif
