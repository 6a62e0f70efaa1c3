#if Cluster
    import Foundation
    import OvationModel
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// A PostgreSQL that is full, slow, restarted, or restored from before its last commits, and sessions that an operator ends.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresFaultTests {
        /// Runs a test with a storage whose live has an owner and a viewer with 100 coins, and a connection of an operator.
        private static func withStorage(
            _ body: (_ storage: PostgresStorage, _ other: PostgresConnection) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                let other = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                try await makeWorld(opened.storage)
                try await body(opened.storage, other)
                try await opened.close()
            }
        }

        private static func makeWorld(_ storage: PostgresStorage) async throws {
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")])
        }

        private static func expectOneOrder(_ storage: PostgresStorage, _ id: String = "1") async throws {
            _ = try await storage.commit([.order(Samples.order(id))])
            #expect(try await storage.balance(of: .user(Samples.alice.userID))?.amount == 99)
            #expect(try await storage.auditLedger().problems == [])
        }

        @Test
        func `a PostgreSQL whose disk is full keeps nothing of a batch, says so, and goes on when there is space`()
            async throws
        {
            try await Self.withStorage { storage, other in
                // PostgreSQL answers so when a table's file cannot grow.
                try other.execute(
                    """
                    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
                    CREATE TRIGGER full_disk BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION full_disk()
                    """)
                let error = await #expect(throws: StorageError.self) {
                    _ = try await storage.commit([.credit(Samples.bob, 5, "d"), .order(Samples.order("1"))])
                }
                #expect(error?.description.contains("disk is full") == true, "\(String(describing: error))")
                #expect(try await storage.balance(of: .user(Samples.bob.userID)) == nil)
                try other.execute("DROP TRIGGER full_disk ON event")
                try await Self.expectOneOrder(storage)
            }
        }

        @Test
        func `a PostgreSQL that becomes read-only under a server keeps nothing of a batch, says so, and goes on later`()
            async throws
        {
            try await Self.withStorage { storage, other in
                // A primary answers so once it has become a replica.
                try other.execute(
                    """
                    CREATE FUNCTION replica() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$;
                    CREATE TRIGGER replica BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION replica()
                    """)
                let error = await #expect(throws: StorageError.self) {
                    _ = try await storage.commit([.credit(Samples.bob, 5, "d"), .order(Samples.order("1"))])
                }
                #expect(error?.description.contains("read-only") == true, "\(String(describing: error))")
                #expect(try await storage.balance(of: .user(Samples.bob.userID)) == nil)
                try other.execute("DROP TRIGGER replica ON event")
                try await Self.expectOneOrder(storage)
            }
        }

        @Test func `a commit that waits too long for a row fails without a charge, and the next one passes`()
            async throws
        {
            try await Self.withStorage { storage, other in
                try other.execute("BEGIN; SELECT id FROM account WHERE name = 'user:alice' FOR UPDATE")
                let error = await #expect(throws: StorageError.self) {
                    _ = try await storage.commit([.order(Samples.order("1"))])
                }
                #expect(error?.description.contains("pg_locks") == true, "\(String(describing: error))")
                try other.execute("ROLLBACK")
                #expect(try await storage.order(Samples.order("1").key) == nil)
                try await Self.expectOneOrder(storage)
            }
        }

        @Test func `a session that is ended between its locks and its commit charges once`() async throws {
            try await Self.withStorage { storage, other in
                try other.execute("BEGIN; SELECT id FROM account WHERE name = 'user:alice' FOR UPDATE")
                async let outcomes = storage.commit([.order(Samples.order("1"))])
                let wait = Patience.begin("a session that waits for the wallet")
                var ended = 0
                while ended == 0 {
                    await Task.yield()
                    ended = try other.run(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()
                        """)
                }
                wait.end()
                try other.execute("ROLLBACK")
                #expect(try await outcomes.first?.tookEffect == true)
                try await Self.expectOneOrder(storage)
                #expect(try await storage.entries(of: .user(Samples.alice.userID), before: nil, limit: 9).count == 2)
            }
        }

        @Test
        func `PostgreSQL restarts, and is restored from before its last commits: nobody goes on with what it lost`()
            async throws
        {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-fault-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            var postgres = try await TestPostgres.start(folder: folder.path)
            let url = postgres.url
            let port = try #require(url.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
            func restart(_ change: String = "true") async throws {
                await postgres.stop()
                #expect(try await Self.shell("cd '\(folder.path)' && \(change)") == 0)
                postgres = try await TestPostgres.start(folder: folder.path, port: port)
            }
            let first = try await LeasedStorage.open(url, name: "one")
            try await Self.makeWorld(first.storage)
            try await first.close()
            try await restart("cp -a data backup")

            let second = try await LeasedStorage.open(url, name: "two")
            _ = try await second.storage.commit([.order(Samples.order("lost"))])
            try await restart()
            while (try? await second.storage.commit([.order(Samples.order("lost-too"))])) == nil { await Task.yield() }
            #expect(try await second.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)

            // A fail-over to a replica that lacks all of that.
            try await restart("rm -rf data && mv backup data")
            while true {
                let error = await #expect(throws: StorageError.self) {
                    _ = try await second.storage.commit([.order(Samples.order("late"))])
                }
                if error?.description.contains("taken over") != false { break }
                await Task.yield()
            }
            #expect(await second.lease.hold() == .takenOver, "its incarnation is not the database's: it stands down")
            try await second.close()
            let third = try await LeasedStorage.open(url, name: "three")
            #expect(try await third.storage.order(Samples.order("lost").key) == nil)
            #expect(try await third.storage.order(Samples.order("late").key) == nil)
            // The sender asks again under the same id.
            try await Self.expectOneOrder(third.storage, "lost")
            try await third.close()
            await postgres.stop()
        }

        /// Runs a line of shell, and returns its status.
        private static func shell(_ line: String) async throws -> Int32 {
            let (process, output) = try ChildOutput.open {
                try ChildProcess.spawn(["/bin/bash", "-c", line], output: $0, error: $0)
            }
            _ = await output.text()
            return await process.end()
        }
    }
#endif
