#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// Lives that are on at another node, and creations of two nodes at once.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresClaimTests {
        private static func withStorage(
            _ body: (_ opened: LeasedStorage, _ other: PostgresConnection) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                let other = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                try await body(opened, other)
                try await opened.close()
            }
        }

        /// Returns once a session waits for a lock of a kind.
        private static func waitUntilSomebodyWaits(for lock: String, _ db: PostgresConnection) async throws {
            let wait = Patience.begin("a session that waits for a lock")
            defer { wait.end() }
            while true {
                let isThere = try db.first(
                    """
                    SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
                        WHERE locktype = $1 AND NOT granted AND datname = current_database())
                    """, lock
                ) { try $0[0] as Bool }
                if isThere == true { return }
                await Task.yield()
            }
        }

        /// What another node does to begin a live.
        private static let insertElsewhere = """
            INSERT INTO room (session_id, live_id, owner_id, owner, settings, ends_without_owner, created_at)
            VALUES ('elsewhere-1', 'elsewhere', 'host', '{}', '{}', true, 0);
            INSERT INTO room_counter (room, durable, viewers, likes, messages, duration, gifts, gift_coins, gift_senders,
                home_slot, home_epoch, seq_base)
            SELECT id, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0 FROM room WHERE session_id = 'elsewhere-1'
            """

        @Test(arguments: [(home: "2", expected: OpenStart.Home.node(2)), (home: "NULL", expected: .nobody)])
        func `a live that is on at another home is taken, and its start goes on`(
            _ home: (home: String, expected: OpenStart.Home)
        ) async throws {
            try await Self.withStorage { opened, other in
                let first = Samples.room(session: "first")
                _ = try await opened.storage.commit([.createRoom(first)])
                try other.execute("UPDATE room_counter SET home_slot = \(home.home)")
                let start = OpenStart(sessionID: first.info.sessionID, owner: Samples.host.userID, home: home.expected)
                #expect(try await opened.storage.openStart(of: first.info.liveID) == start)
                let outcomes = try await opened.storage.commit([
                    .createRoom(Samples.room(session: "second"), livesMax: 1),
                    .abandonStart(first.info.sessionID, at: Samples.time),
                ])
                #expect(outcomes == [.taken(start), .kept])
                #expect(try await opened.storage.lastRoom(first.info.liveID)?.endedAt == nil)
            }
        }

        @Test func `a creation waits for another node's of the same owner, and counts it`() async throws {
            try await Self.withStorage { opened, other in
                try other.execute("BEGIN")
                try other.run("SELECT pg_advisory_xact_lock($1::int, hashtext('host'))", BatchNeeds.ownerLocks)
                try other.execute(Self.insertElsewhere)
                async let outcomes = opened.storage.commit([.createRoom(Samples.room(), livesMax: 1)])
                try await Self.waitUntilSomebodyWaits(for: "advisory", other)
                try other.execute("COMMIT")
                #expect(try await outcomes == [.tooManyLives])
            }
        }

        @Test func `of two nodes that begin the same live at once, the second finds it taken`() async throws {
            try await Self.withStorage { opened, other in
                try other.execute("BEGIN")
                try other.execute(Self.insertElsewhere)
                async let outcomes = opened.storage.commit([.createRoom(Samples.room("elsewhere", session: "second"))])
                try await Self.waitUntilSomebodyWaits(for: "transactionid", other)
                try other.execute("COMMIT")
                let start = OpenStart(
                    sessionID: Samples.id("elsewhere-1"), owner: Samples.host.userID, home: .node(2))
                #expect(try await outcomes == [.taken(start)])
            }
        }
    }
#endif
