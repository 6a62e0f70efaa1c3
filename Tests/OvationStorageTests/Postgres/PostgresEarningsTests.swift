#if Cluster
    import OvationModel
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// What a live earned its host, while servers that do not count it serve as well, and after them.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresEarningsTests {
        private static func coins(_ storage: PostgresStorage) async throws -> Coins? {
            try #require(try await storage.hostEarnings(of: Samples.id("live"), in: nil)).coins
        }

        @Test func `an update counts lives that are on, and orders of a server of the version before are not guessed`()
            async throws
        {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                let first = try await LeasedStorage.open(url)
                _ = try await first.storage.commit([
                    .createRoom(Samples.room()), .credit(Samples.alice, 1_000, "c"),
                    .order(Samples.order("1", Samples.cake)),
                ])
                #expect(try await Self.coins(first.storage) == Samples.coins(49))
                try await first.close()
                // As the version before left the tables.
                try await postgres.run(
                    """
                    ALTER TABLE ovation.room_counter DROP COLUMN host_coins, DROP COLUMN host_coins_of;
                    DELETE FROM ovation.migration WHERE name LIKE '13 %'
                    """, on: url)
                let second = try await LeasedStorage.open(url)
                #expect(try await Self.coins(second.storage) == Samples.coins(49))
                _ = try await second.storage.commit([.order(Samples.order("2", Samples.cake))])
                #expect(try await Self.coins(second.storage) == Samples.coins(98))
                #expect(try await second.storage.auditLedger().problems == [])
                try await postgres.run("UPDATE ovation.room_counter SET host_coins = 7", on: url)
                let problems = try await second.storage.auditLedger().problems
                #expect(problems.contains { $0.contains("counts 7 coins that its host earned") }, "\(problems)")
                // What a server of the version before does with an order: it leaves the count alone.
                try await postgres.run("UPDATE ovation.room_counter SET host_coins_of = host_coins_of - 99", on: url)
                _ = try await second.storage.commit([.order(Samples.order("3", Samples.cake))])
                #expect(try await Self.coins(second.storage) == nil)
                #expect(try await second.storage.auditLedger().problems == [])
                try await second.close()
            }
        }
    }
#endif
