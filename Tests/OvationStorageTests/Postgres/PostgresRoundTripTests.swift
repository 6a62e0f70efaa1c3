#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    extension PostgresWriter {
        /// How many times its connection has waited for answers.
        fileprivate func roundTripsCount() async throws -> Int {
            try await run { try self.open(&$0).roundTripsCount }
        }
    }

    /// How many times a batch waits for PostgreSQL. Each time costs everybody the way there and back.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresRoundTripTests {
        private static let lives = (0..<20).map { "live\($0)" }

        /// What 20 lives write in a moment, in the turn with this number.
        private static func writes(_ turn: Int) -> [StorageWrite] {
            lives.flatMap { live -> [StorageWrite] in
                let guest = Samples.user("guest-\(live)-\(turn)")
                let session: LiveSessionID = Samples.id("\(live)-1")
                let draft = Samples.draft("audience.muted", about: guest.userID)
                var statistics = RoomStatistics()
                statistics.totalViewers = turn
                return [
                    .profile(guest.userID, UserProfile(nickname: "Guest")),
                    .profile(guest.userID, UserProfile(avatarURL: "https://example.com/1.png")),
                    .visits(session, [Visit(guest.userID, since: 0)], forgettingBefore: Samples.time),
                    .counters(session, statistics),
                    .order(Samples.order("\(live)-\(turn)", live: live)),
                    .changeRoom(session, [.mute(guest.userID, until: nil, reason: "", by: nil)], [draft]),
                ]
            }
        }

        @Test func `what lives write all the time takes two round trips, however many lives there are`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                let storage = opened.storage
                _ = try await storage.commit(
                    [.credit(Samples.alice, 1_000, "c")] + Self.lives.map { .createRoom(Samples.room($0)) })
                // Each statement is prepared once a connection, and the first gift in a live creates accounts.
                _ = try await storage.commit(Self.writes(0))
                let before = try await storage.writer.roundTripsCount()
                let outcomes = try await storage.commit(Self.writes(1))
                #expect(try await storage.writer.roundTripsCount() - before == 2)
                #expect(outcomes.count == 6 * Self.lives.count)
                let guest: UserID = Samples.id("guest-live7-1")
                #expect(
                    try await storage.profiles(of: [guest])[guest]
                        == UserProfile(nickname: "Guest", avatarURL: "https://example.com/1.png"))
                #expect(try await storage.lastRoom(Samples.id("live7"))?.statistics.totalViewers == 1)
                try await opened.close()
            }
        }

        @Test func `a statement that was postponed fails the next one, and is forgotten with its transaction`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                let db = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                try db.execute("CREATE TABLE postponed (id bigint PRIMARY KEY)")
                try db.execute("BEGIN")
                try db.later("INSERT INTO postponed VALUES ($1)", 1)
                try db.later("INSERT INTO postponed VALUES ($1)", 1)
                #expect(throws: PostgresFailure.self) { try db.run("SELECT 1") }
                try db.later("INSERT INTO postponed VALUES ($1)", 2)
                try db.rollBack()
                #expect(try db.first("SELECT COUNT(*) FROM postponed") { try $0[0] as Int64 } == 0)
                for number in 0...Int64(PostgresConnection.postponedMax) {
                    try db.later("INSERT INTO postponed VALUES ($1)", number)
                }
                let other = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                #expect(
                    try other.first("SELECT COUNT(*) FROM postponed") { try $0[0] as Int64 }
                        == Int64(PostgresConnection.postponedMax) + 1, "one more than may wait runs all of them")
                try await opened.close()
            }
        }
    }
#endif
