import GRDB
import OvationModel
public import OvationStorage

extension SQLiteStorage {
    /// Returns lines of the log of operators; see ``OvationStorage/Storage/operatorLog(_:)``.
    public func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] {
        try await read("the log of operators") { db in
            var entries: [OperatorLogEntry] = []
            let (before, limit) = (query.before ?? .max, max(0, query.limit))
            func take(_ row: Row) throws { entries.append(try OperatorLogEntry(row)) }
            // A statement for each filter, so that each has its index and no page looks at lines that it does not show. One with both
            // filters goes by what was changed, which is the narrower one.
            let lines = "SELECT \(OperatorLogEntry.columns) FROM operator_log WHERE number < ?1"
            switch (query.by, query.object) {
            case (nil, nil): try db.forEach("\(lines) ORDER BY number DESC LIMIT ?2", before, limit, body: take)
            case (let by?, nil):
                try db.forEach("\(lines) AND done_by = ?3 ORDER BY number DESC LIMIT ?2", before, limit, by, body: take)
            case (nil, let object?):
                try db.forEach(
                    "\(lines) AND object = ?3 ORDER BY number DESC LIMIT ?2", before, limit, object, body: take)
            case (let by?, let object?):
                try db.forEach(
                    "\(lines) AND object = ?3 AND +done_by = ?4 ORDER BY number DESC LIMIT ?2", before, limit, object,
                    by,
                    body: take)
            }
            return entries
        }
    }
}

extension BatchWriter {
    /// The most lines that one write deletes for their age.
    private static let forgottenMax = 100

    /// Adds a line to the log of operators, and deletes those that exceed the limits.
    func log(_ act: OperatorAct, keptMax: Int, forgettingBefore time: Timestamp?) throws {
        try db.run(
            """
            INSERT INTO operator_log (at, done_by, way, address, command, object, details, code, request_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, act.at.milliseconds, act.by.storable, act.way.rawValue, act.address.storable, act.command.storable,
            act.object.storable, act.details.storable, act.code, act.requestID.storable)
        let number = db.lastInsertedRowID
        try db.run("DELETE FROM operator_log WHERE number <= ?", number - Int64(max(keptMax, 1)))
        guard let time else { return }
        try db.run(
            """
            DELETE FROM operator_log WHERE at < ? AND number < ?
                AND number IN (SELECT number FROM operator_log ORDER BY number LIMIT ?)
            """, time.milliseconds, number, Self.forgottenMax)
    }
}

extension OperatorLogEntry {
    fileprivate static let columns = "number, at, done_by, way, address, command, object, details, code, request_id"

    fileprivate init(_ row: Row) throws {
        guard let way = OperatorAct.Way(rawValue: row[3]) else {
            throw StorageError("The line \(row[0] as Int64) of the log of operators cannot be read.")
        }
        self.init(
            number: row[0],
            act: OperatorAct(
                at: Timestamp(milliseconds: row[1]), by: row[2], way: way, address: row[4], command: row[5],
                object: row[6], details: row[7], code: row[8], requestID: row[9]))
    }
}
