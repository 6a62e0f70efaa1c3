#if Cluster
    import OvationModel
    public import OvationStorage

    extension PostgresStorage {
        /// Returns lines of the log of operators; see `Storage.operatorLog(_:)`.
        public func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] {
            try await read("the log of operators") { db in
                var entries: [OperatorLogEntry] = []
                let (before, limit) = (query.before ?? Int64.max, max(0, query.limit))
                func take(_ row: PostgresRow) throws { entries.append(try OperatorLogEntry(row)) }
                // A statement for each filter, so that each has its index.
                let lines = "SELECT \(OperatorLogEntry.columns) FROM operator_log WHERE number < $1"
                switch (query.by, query.object) {
                case (nil, nil): try db.forEach("\(lines) ORDER BY number DESC LIMIT $2", before, limit, body: take)
                case (let by?, nil):
                    try db.forEach(
                        "\(lines) AND done_by = $3 ORDER BY number DESC LIMIT $2", before, limit, by, body: take)
                case (nil, let object?):
                    try db.forEach(
                        "\(lines) AND object = $3 ORDER BY number DESC LIMIT $2", before, limit, object, body: take)
                case (let by?, let object?):
                    try db.forEach(
                        "\(lines) AND object = $3 AND done_by = $4 ORDER BY number DESC LIMIT $2", before, limit,
                        object,
                        by, body: take)
                }
                return entries
            }
        }
    }

    extension OperatorLogEntry {
        fileprivate static let columns =
            "number, at, done_by, way, address, command, object, details, code, request_id"

        fileprivate init(_ row: PostgresRow) throws {
            let number: Int64 = try row[0]
            guard let way = OperatorAct.Way(rawValue: try row[3]) else {
                throw StorageError("The line \(number) of the log of operators cannot be read.")
            }
            self.init(
                number: number,
                act: OperatorAct(
                    at: Timestamp(milliseconds: try row[1]), by: try row[2], way: way, address: try row[4],
                    command: try row[5], object: try row[6], details: try row[7], code: try row[8] as Int,
                    requestID: try row[9]))
        }
    }
#endif
