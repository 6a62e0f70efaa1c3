import GRDB
import OvationModel
import OvationStorage

extension BatchWriter {
    /// The tickets for publishing: a table in the memory of the writing connection, so that they cost no disk. They go with the process,
    /// which is the only one of a file.
    static let tickets = """
        CREATE TEMP TABLE IF NOT EXISTS publish_ticket (
            number INTEGER PRIMARY KEY,      -- in the order in which they were issued
            ticket TEXT NOT NULL UNIQUE,
            live TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS temp.publish_ticket_expiry ON publish_ticket (expires_at);
        """

    /// Keeps a ticket. The number tells which are too many, without counting them.
    func keep(_ ticket: PublishTicket, countMax: Int, at now: Timestamp) throws {
        try db.run("DELETE FROM temp.publish_ticket WHERE expires_at <= ?", now.milliseconds)
        try db.run(
            "INSERT INTO temp.publish_ticket (ticket, live, expires_at) VALUES (?, ?, ?)", ticket.text,
            ticket.liveID.rawValue, ticket.expiresAt.milliseconds)
        try db.run(
            "DELETE FROM temp.publish_ticket WHERE number <= ?", db.lastInsertedRowID - Int64(max(countMax, 1)))
    }

    /// Uses a ticket up. Returns true if it is for the live and has not expired.
    func redeem(_ ticket: String, for liveID: LiveID, at now: Timestamp) throws -> Bool {
        let found = try db.first(
            "DELETE FROM temp.publish_ticket WHERE ticket = ? RETURNING live, expires_at", ticket
        ) { (liveID: $0[0] as String, expiresAt: $0[1] as Int64) }
        guard let found else { return false }
        return found.liveID == liveID.rawValue && now.milliseconds < found.expiresAt
    }
}
