#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationStoragePostgres
    import OvationTestKit
    import Testing

    /// A server that starts on a database on which another one is at work.
    @Suite(
        .timeLimit(.minutes(5)), .enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql")
    )
    struct StartBesideOthersTests {
        /// Runs a server on a database, and returns the state of an order while it serves.
        private static func stateOfOrder(_ key: OrderKey, whileServing url: String) async throws -> BillingState? {
            let lease = try await PostgresAccess(PostgresAddress(url)).leaseOfTool(name: "test")
            let storage = try await PostgresStorage(lease, policy: TestServer.policy)
            let (states, found) = AsyncStream.makeStream(of: BillingState?.self)
            try await TestServer.run(storage: storage) { server async throws in
                found.yield(try await server.storage.billingOrder(key)?.state)
            }
            found.finish()
            try await storage.close()
            await lease.release()
            for await state in states { return state }
            return nil
        }

        @Test func `a server that starts while the other's billing order is in the air leaves it to the other`()
            async throws
        {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                let order = Samples.order("1")
                _ = try await PostgresAccess(PostgresAddress(url)).migrate(grantingTo: nil)
                let lease = try await PostgresAccess(PostgresAddress(url)).leaseOfTool(name: "test")
                let storage = try await PostgresStorage(lease, policy: TestServer.policy)
                _ = try await storage.commit([
                    .createRoom(Samples.room()),
                    .billing(.begin(order, due: Samples.time.adding(seconds: 1_000_000_000))),
                ])
                try await storage.close()
                await lease.release()
                try await postgres.run(
                    """
                    INSERT INTO ovation.lane (lane, incarnation, holder, next_place) VALUES (2, 7, 'other', 1);
                    UPDATE ovation.billing_order SET slot = 2, incarnation = 7
                    """, on: url)
                #expect(try await Self.stateOfOrder(order.key, whileServing: url) == .pending)
                // The other one is dead, and its lane was taken.
                try await postgres.run("UPDATE ovation.lane SET incarnation = 8 WHERE lane = 2", on: url)
                #expect(try await Self.stateOfOrder(order.key, whileServing: url) == .unknown)
            }
        }
    }
#endif
