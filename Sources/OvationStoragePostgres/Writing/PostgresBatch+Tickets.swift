#if Cluster
    import OvationModel
    import OvationStorage

    extension PostgresBatch {
        /// Keeps a ticket. The number tells which are too many, without counting them.
        func keep(_ ticket: PublishTicket, countMax: Int, at now: Timestamp) throws {
            _ = try db.pipeline([
                PostgresStatement("DELETE FROM publish_ticket WHERE until <= $1", now.milliseconds),
                PostgresStatement(
                    "INSERT INTO publish_ticket (ticket, live, until) VALUES ($1, $2, $3)", ticket.text,
                    ticket.liveID.rawValue, ticket.expiresAt.milliseconds),
                PostgresStatement(
                    "DELETE FROM publish_ticket WHERE number <= (SELECT MAX(number) FROM publish_ticket) - $1",
                    max(countMax, 1)),
            ])
        }

        /// Uses a ticket up. Returns true if it is for the live and has not expired. Of two nodes that redeem it at once, the second waits
        /// for the first and finds it gone.
        func redeem(_ ticket: String, for liveID: LiveID, at now: Timestamp) throws -> Bool {
            let found = try db.first("DELETE FROM publish_ticket WHERE ticket = $1 RETURNING live, until", ticket) {
                (liveID: try $0[0] as String, until: try $0[1] as Int64)
            }
            guard let found else { return false }
            return found.liveID == liveID.rawValue && now.milliseconds < found.until
        }
    }
#endif
