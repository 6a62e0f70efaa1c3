#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Stores what a live has to do with others. The coins of its battle are counted here, in the transaction.
        ///
        /// - Parameter coins: The coins of all orders of the start that were committed before.
        func keep(_ record: CoHostRecord, coins: Int64, ofRoom room: Int64) throws {
            guard record != CoHostRecord() else { return try forgetCoHosts(ofRoom: room) }
            let earlier = try db.first("SELECT record FROM room_cohost WHERE room = $1", room) { row in
                try StoredJSON.value(CoHostRecord.self, try row[0], in: "room_cohost.record")
            }
            var record = record
            record.count(after: earlier, coins: coins)
            try db.later(
                """
                INSERT INTO room_cohost (room, record) VALUES ($1, $2)
                ON CONFLICT (room) DO UPDATE SET record = excluded.record
                """, room, try StoredJSON.text(record))
        }

        /// Deletes what a start that has ended had to do with others.
        func forgetCoHosts(ofRoom room: Int64) throws {
            try db.later("DELETE FROM room_cohost WHERE room = $1", room)
        }

        /// Stores a link or a battle; nil deletes it.
        func keep(_ course: CoHostCourse?, id: String) throws {
            guard let course else {
                try db.later("DELETE FROM cohost_course WHERE id = $1", id)
                return
            }
            try db.later(
                """
                INSERT INTO cohost_course (id, course) VALUES ($1, $2)
                ON CONFLICT (id) DO UPDATE SET course = excluded.course
                """, id, try StoredJSON.text(course))
        }
    }
#endif
