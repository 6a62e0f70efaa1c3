#if Cluster
    import OvationModel
    import OvationStorage

    extension PostgresBatch {
        /// Forgets some rows that are older than they may be; see `RetentionStep`.
        func forget(_ step: RetentionStep) throws -> ForgottenRows {
            try flush()
            let max = max(1, step.rowsMax)
            var forgotten = ForgottenRows(isDone: true)
            func count(_ kind: ForgottenRows.Kind, _ rows: Int) {
                forgotten.counts[kind, default: 0] += rows
                if rows >= max { forgotten.isDone = false }
            }
            if let time = step.chatBefore?.milliseconds {
                count(
                    .chat,
                    try db.run(
                        """
                        UPDATE event SET data = convert_to('\(ForgottenRows.emptyPins)', 'UTF8') WHERE id IN (
                            SELECT event.id FROM event JOIN room ON room.id = event.id >> 32
                            WHERE event.name = 'barrage.pinned' AND length(event.data) > 13 AND ended_at < $1 LIMIT $2)
                        """, time, max))
                let dead = try db.run(
                    """
                    DELETE FROM callback_dead
                    WHERE number IN (SELECT number FROM callback_dead WHERE died_at < $1 LIMIT $2)
                    """, time, max)
                if dead > 0 { callbackCounts = nil }
                count(.chat, dead)
            }
            if let time = step.visitsBefore {
                let visits = try forgetVisits(before: time, max: max)
                count(.visits, visits.count)
                // The rest of this start, or the next one, comes with the next step.
                if visits.mayBeMore { forgotten.isDone = false }
            }
            if let time = step.moderationBefore?.milliseconds {
                count(
                    .moderation,
                    try db.run(
                        """
                        DELETE FROM moderation WHERE (live_id, number) IN (
                            SELECT live_id, number FROM moderation WHERE is_followed AND at < $1 ORDER BY at LIMIT $2)
                        """, time, max))
            }
            if let time = step.operatorsBefore?.milliseconds {
                count(
                    .operators,
                    try db.run(
                        """
                        DELETE FROM operator_log WHERE at < $1 AND number < (SELECT MAX(number) FROM operator_log)
                            AND number IN (SELECT number FROM operator_log ORDER BY number LIMIT $2)
                        """, time, max))
            }
            return forgotten
        }
    }
#endif
