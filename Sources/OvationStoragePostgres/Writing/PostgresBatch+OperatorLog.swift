#if Cluster
    import OvationModel
    import OvationStorage

    extension PostgresBatch {
        /// The most lines that one write deletes for their age.
        private static let forgottenMax = 100

        /// Adds a line to the log of operators, and deletes those that exceed the limits. The number tells which are too many, without
        /// counting them: a transaction that was rolled back leaves a gap, and then fewer are kept.
        func log(_ act: OperatorAct, keptMax: Int, forgettingBefore time: Timestamp?) throws {
            let number = try db.first(
                """
                INSERT INTO operator_log (at, done_by, way, address, command, object, details, code, request_id)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING number
                """, act.at.milliseconds, act.by.storable, act.way.rawValue, act.address.storable,
                act.command.storable, act.object.storable, act.details.storable, act.code, act.requestID.storable
            ) { try $0[0] as Int64 }
            guard let number else { throw StorageError("A line of the log of operators got no number.") }
            try db.later("DELETE FROM operator_log WHERE number <= $1", number - Int64(max(keptMax, 1)))
            guard let time else { return }
            try db.later(
                """
                DELETE FROM operator_log WHERE at < $1 AND number < $2
                    AND number IN (SELECT number FROM operator_log ORDER BY number LIMIT $3)
                """, time.milliseconds, number, Self.forgottenMax)
        }
    }
#endif
