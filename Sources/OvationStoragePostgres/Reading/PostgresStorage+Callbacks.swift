#if Cluster
    public import OvationModel
    public import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// Returns a server setting; see `Storage.setting(_:)`.
        public func setting(_ name: String) async throws -> [UInt8]? {
            try await read("a setting") { db in
                try db.first("SELECT value FROM setting WHERE name = $1", name) { (try $0[0] as PostgresBytes).bytes }
            }
        }

        /// Returns every link and battle; see `Storage.coHostCourses()`.
        public func coHostCourses() async throws -> [CoHostCourse] {
            try await read("links and battles") { db in
                var courses: [CoHostCourse] = []
                try db.forEach("SELECT course FROM cohost_course ORDER BY id COLLATE \"C\"") { row in
                    courses.append(try StoredJSON.value(CoHostCourse.self, try row[0], in: "cohost_course.course"))
                }
                return courses
            }
        }

        /// Returns lives with callbacks; see `Storage.callbackLanes(limit:)`.
        public func callbackLanes(limit: Int) async throws -> [CallbackLane] {
            try await read("the lives with callbacks") { db in
                var lanes: [CallbackLane] = []
                try db.forEach(
                    """
                    SELECT live, attempts, due_at FROM callback_lane ORDER BY due_at, live COLLATE "C" LIMIT $1
                    """, max(0, limit)
                ) { lanes.append(try CallbackLane($0)) }
                return lanes
            }
        }

        /// Claims lives whose callbacks are due; see `Storage.claimCallbackLanes(dueBy:limit:)`.
        public func claimCallbackLanes(dueBy time: Timestamp, limit: Int) async throws -> [CallbackLane] {
            let lanes = try await read("the lives with callbacks") { [slot] db in
                var lanes: [CallbackLane] = []
                try db.forEach(
                    """
                    SELECT live, attempts, due_at FROM callback_lane WHERE \(CallbackLane.isFree) OR slot = $1
                    ORDER BY due_at, live COLLATE "C" LIMIT $2
                    """, slot, max(0, limit)
                ) { lanes.append(try CallbackLane($0)) }
                return lanes
            }
            // Most looks find nothing that is due, and need no transaction.
            guard lanes.contains(where: { $0.dueAt <= time }) else { return lanes }
            return try await transact("claim the callbacks of lives") { batch in
                try batch.claimCallbackLanes(dueBy: time, limit: limit)
            }
        }

        /// Returns the first callbacks of a live that this process has claimed; see `Storage.claimedCallbacks(of:limit:)`.
        public func claimedCallbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
            try await read("the callbacks of a live") { [slot, holder] db in
                var callbacks: [StoredCallback] = []
                try db.forEach(
                    """
                    SELECT \(StoredCallback.columns) FROM callback
                    WHERE live = $1 AND EXISTS (
                        SELECT 1 FROM callback_lane JOIN lane ON lane.lane = callback_lane.slot
                        WHERE callback_lane.live = $1 AND lane.lane = $2 AND lane.holder = $3
                            AND lane.incarnation = callback_lane.incarnation)
                    ORDER BY number LIMIT $4
                    """, liveID.rawValue, slot, holder, max(0, limit)
                ) { callbacks.append(try StoredCallback($0)) }
                return callbacks
            }
        }

        /// Returns the first callbacks of a live; see `Storage.callbacks(of:limit:)`.
        public func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
            try await read("the callbacks of a live") { db in
                var callbacks: [StoredCallback] = []
                try db.forEach(
                    "SELECT \(StoredCallback.columns) FROM callback WHERE live = $1 ORDER BY number LIMIT $2",
                    liveID.rawValue, max(0, limit)
                ) { callbacks.append(try StoredCallback($0)) }
                return callbacks
            }
        }

        /// Counts callbacks; see `Storage.callbackCounts()`.
        public func callbackCounts() async throws -> CallbackCounts {
            try await read("the number of callbacks") { try CallbackCounts.of($0) }
        }

        /// Returns dead callbacks; see `Storage.deadCallbacks(after:limit:)`.
        public func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
            try await read("the callbacks that were given up") { db in
                var dead: [DeadCallback] = []
                try db.forEach(
                    """
                    SELECT \(StoredCallback.columns), attempts, failure, died_at FROM callback_dead
                    WHERE number > $1 ORDER BY number LIMIT $2
                    """, number, max(0, limit)
                ) { row in
                    dead.append(
                        DeadCallback(
                            callback: try StoredCallback(row), attempts: try row[8], failure: try row[9],
                            diedAt: Timestamp(milliseconds: try row[10])))
                }
                return dead
            }
        }
    }

    extension CallbackLane {
        /// Whether nobody delivers the callbacks of a live: nobody has claimed it, or who has is fenced.
        static let isFree = """
            NOT EXISTS (
                SELECT 1 FROM lane WHERE lane.lane = callback_lane.slot AND lane.incarnation = callback_lane.incarnation)
            """

        init(_ row: PostgresRow) throws {
            self.init(
                liveID: LiveID(unchecked: try row[0]), attempts: try row[1],
                dueAt: Timestamp(milliseconds: try row[2]))
        }
    }

    extension CallbackCounts {
        /// Counts callbacks row by row.
        static func of(_ db: PostgresConnection) throws -> CallbackCounts {
            try db.first("SELECT (SELECT COUNT(*) FROM callback), (SELECT COUNT(*) FROM callback_dead)") {
                CallbackCounts(waiting: try $0[0], dead: try $0[1])
            } ?? CallbackCounts()
        }
    }

    extension StoredCallback {
        /// The columns that `init(_:)` reads, in order.
        fileprivate static let columns = "number, id, live, command, at, body, client_address, client_platform"

        fileprivate init(_ row: PostgresRow) throws {
            self.init(
                number: try row[0],
                draft: CallbackDraft(
                    id: try row[1], liveID: LiveID(unchecked: try row[2]), command: try row[3],
                    at: Timestamp(milliseconds: try row[4]), body: (try row[5] as PostgresBytes).bytes,
                    clientAddress: try row[6], clientPlatform: try row[7]))
        }
    }
#endif
