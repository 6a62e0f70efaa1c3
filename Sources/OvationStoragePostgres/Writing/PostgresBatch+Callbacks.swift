#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Sets or deletes a server setting.
        func keep(setting name: String, _ value: [UInt8]?) throws {
            guard let value else {
                try db.later("DELETE FROM setting WHERE name = $1", name)
                return
            }
            try db.later(
                """
                INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, name, PostgresBytes(value))
        }

        /// Returns how many callbacks there are. They are counted only if the number is unknown.
        private func countCallbacks() throws -> CallbackCounts {
            if let callbackCounts { return callbackCounts }
            try flush()
            return try CallbackCounts.of(db)
        }

        /// Queues callbacks for the app's backend. Returns the counts afterwards.
        func record(_ drafts: [CallbackDraft]) throws -> CallbackCounts {
            var counts = try countCallbacks()
            for draft in drafts { waiting.add(draft) }
            counts.waiting += drafts.count
            callbackCounts = counts
            return counts
        }

        /// Applies a change to stored callbacks. Returns the counts afterwards.
        func apply(_ change: CallbackChange) throws -> CallbackCounts {
            var counts = try countCallbacks()
            try flush()
            switch change {
            case .delivered(let live, let number):
                counts.waiting -= try db.run(
                    "DELETE FROM callback WHERE live = $1 AND number <= $2", live.rawValue, number)
                try advanceLane(live.rawValue)
            case .postponed(let live, let attempts, let dueAt):
                try db.later(
                    """
                    UPDATE callback_lane SET attempts = $1, due_at = $2, slot = NULL, incarnation = NULL WHERE live = $3
                    """, attempts, dueAt.milliseconds, live.rawValue)
            case .hurried: try db.later("UPDATE callback_lane SET due_at = 0 WHERE due_at <> 0")
            case .gaveUp(let live, let number, let attempts, let failure, let at, let deadMax):
                counts.dead += try db.run(
                    """
                    INSERT INTO callback_dead (number, id, live, command, at, body, client_address, client_platform,
                        attempts, failure, died_at)
                    SELECT number, id, live, command, at, body, client_address, client_platform, $1, $2, $3
                    FROM callback WHERE number = $4
                    ON CONFLICT (number) DO NOTHING
                    """, attempts, failure.storable, at.milliseconds, number)
                counts.waiting -= try db.run("DELETE FROM callback WHERE number = $1", number)
                counts.dead -= try db.run(
                    """
                    DELETE FROM callback_dead WHERE number IN
                        (SELECT number FROM callback_dead ORDER BY died_at DESC, number DESC OFFSET $1)
                    """, deadMax)
                try advanceLane(live.rawValue)
            case .revived(let numbers, let at): try revive(numbers, at: at, &counts)
            case .dropped(let numbers):
                counts.dead -= try db.run("DELETE FROM callback_dead WHERE number = ANY($1::bigint[])", numbers)
            }
            callbackCounts = counts
            return counts
        }

        /// Claims lives whose first callback is due; see `Storage.claimCallbackLanes(dueBy:limit:)`. Lives that another node claims at this
        /// moment are passed over.
        func claimCallbackLanes(dueBy time: Timestamp, limit: Int) throws -> [CallbackLane] {
            var lanes: [CallbackLane] = []
            try db.forEach(
                """
                SELECT live, attempts, due_at FROM callback_lane WHERE \(CallbackLane.isFree) OR slot = $1
                ORDER BY due_at, live COLLATE "C" LIMIT $2 FOR UPDATE SKIP LOCKED
                """, seat.slot, max(0, limit)
            ) { lanes.append(try CallbackLane($0)) }
            try db.later(
                "UPDATE callback_lane SET slot = $1, incarnation = $2 WHERE live = ANY($3::text[])", seat.slot,
                seat.incarnation, lanes.filter { $0.dueAt <= time }.map(\.liveID.rawValue))
            return lanes
        }

        private func revive(_ numbers: [Int64], at: Timestamp, _ counts: inout CallbackCounts) throws {
            var lives: [String] = []
            // The time is set to now, because the server would otherwise give up again after one attempt. The body still has the
            // original time. The order of the rows is the order of their new numbers.
            try db.forEach(
                """
                WITH revived AS (DELETE FROM callback_dead WHERE number = ANY($1::bigint[]) RETURNING *)
                INSERT INTO callback (id, live, command, at, body, client_address, client_platform)
                SELECT id, live, command, $2, body, client_address, client_platform FROM revived ORDER BY number
                RETURNING live
                """, numbers, at.milliseconds
            ) { lives.append(try $0[0]) }
            counts.waiting += lives.count
            counts.dead -= lives.count
            try db.later(
                """
                INSERT INTO callback_lane (live, attempts, due_at) SELECT live, 0, 0 FROM unnest($1::text[]) AS u (live)
                ON CONFLICT (live) DO NOTHING
                """, Set(lives).sorted())
        }

        /// Moves a live on after its first callback was removed: the next one becomes due, or the live has none left.
        private func advanceLane(_ live: String) throws {
            try db.later(
                """
                DELETE FROM callback_lane
                WHERE live = $1 AND NOT EXISTS (SELECT 1 FROM callback WHERE callback.live = $1)
                """, live)
            try db.later("UPDATE callback_lane SET attempts = 0, due_at = 0 WHERE live = $1", live)
        }
    }
#endif
