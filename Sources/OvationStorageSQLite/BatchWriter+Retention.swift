import GRDB
import OvationModel
import OvationStorage

extension BatchWriter {
    /// The oldest lines of moderation logs that may be forgotten.
    static let oldLines = "SELECT live_id, number FROM moderation WHERE is_followed = 1 AND at < ? ORDER BY at LIMIT ?"

    /// Forgets some rows that are older than they may be; see ``OvationStorage/RetentionStep``.
    func forget(_ step: RetentionStep) throws -> ForgottenRows {
        try statements.flush()
        let max = max(1, step.rowsMax)
        var forgotten = ForgottenRows(isDone: true)
        func count(_ kind: ForgottenRows.Kind, _ rows: Int) {
            forgotten.counts[kind, default: 0] += rows
            if rows >= max { forgotten.isDone = false }
        }
        if let time = step.chatBefore?.milliseconds {
            try db.run(
                """
                UPDATE event SET data = CAST('\(ForgottenRows.emptyPins)' AS BLOB) WHERE id IN (
                    SELECT event.id FROM event JOIN room ON room.id = event.id >> 32
                    WHERE event.name = 'barrage.pinned' AND length(event.data) > 13 AND ended_at < ? LIMIT ?)
                """, time, max)
            count(.chat, db.changesCount)
            try db.run(
                """
                DELETE FROM callback_dead WHERE number IN (SELECT number FROM callback_dead WHERE died_at < ? LIMIT ?)
                """, time, max)
            if db.changesCount > 0 { callbackCounts = nil }
            count(.chat, db.changesCount)
        }
        if let time = step.visitsBefore {
            let visits = try forgetVisits(before: time, max: max)
            count(.visits, visits.count)
            // The rest of this start, or the next one, comes with the next step.
            if visits.mayBeMore { forgotten.isDone = false }
        }
        if let time = step.moderationBefore?.milliseconds {
            try db.run(
                "DELETE FROM moderation WHERE (live_id, number) IN (\(Self.oldLines))", time, max)
            count(.moderation, db.changesCount)
        }
        if let time = step.operatorsBefore?.milliseconds {
            try db.run(
                """
                DELETE FROM operator_log WHERE at < ?1 AND number < (SELECT MAX(number) FROM operator_log)
                    AND number IN (SELECT number FROM operator_log ORDER BY number LIMIT ?2)
                """, time, max)
            count(.operators, db.changesCount)
        }
        return forgotten
    }
}
