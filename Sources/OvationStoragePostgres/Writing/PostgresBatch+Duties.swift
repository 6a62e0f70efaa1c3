#if Cluster
    /// What one node does for all.
    extension PostgresBatch {
        /// The audits of the ledger.
        static let audits = "audits"

        /// Under which a node notes that it is apart from most others.
        static func apart(_ slot: Int64) -> String { "apart \(slot)" }

        /// Takes a duty for so long, or keeps it. Returns false where another node has it, which is fenced where its lane has another
        /// incarnation.
        func claimDuty(_ name: String, milliseconds: Int64) throws -> Bool {
            try db.run(
                """
                INSERT INTO singleton (name, slot, incarnation, until)
                VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4::float / 1000))
                ON CONFLICT (name) DO UPDATE
                    SET slot = excluded.slot, incarnation = excluded.incarnation, until = excluded.until
                    WHERE singleton.slot = excluded.slot OR singleton.until < clock_timestamp() OR NOT EXISTS (
                        SELECT 1 FROM lane WHERE lane.lane = singleton.slot AND lane.incarnation = singleton.incarnation)
                """, name, seat.slot, seat.incarnation, milliseconds) > 0
        }
    }
#endif
