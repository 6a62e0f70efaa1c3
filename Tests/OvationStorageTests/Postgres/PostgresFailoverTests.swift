#if Cluster
    import OvationModel
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// Lost connections, lost answers, and servers that take over from each other.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresFailoverTests {
        private static func makeWorld(_ opened: LeasedStorage) async throws {
            _ = try await opened.storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")])
            _ = try await opened.storage.commit([.order(Samples.order("0"))])
        }

        /// Runs a test with a database behind a proxy and the URL of the proxy.
        private static func behindProxy(
            _ body: (_ proxy: FaultyProxy, _ url: String) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(
                    direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                let proxy = try FaultyProxy(to: port)
                try await body(proxy, direct.replacing(":\(port)/", with: ":\(proxy.port)/"))
            }
        }

        @Test func `a commit whose answer is lost is stored, and every later read finds it`() async throws {
            try await Self.behindProxy { proxy, url in
                let opened = try await LeasedStorage.open(url)
                try await Self.makeWorld(opened)
                let order = Samples.order("lost")
                proxy.loseAnswer(to: "\"orderID\":\"lost\"")
                await #expect(throws: StorageError.self) { _ = try await opened.storage.commit([.order(order)]) }
                let kept = try await opened.storage.order(order.key)
                #expect(kept?.coins.amount == 1)
                guard case .order(.repeated, _)? = try await opened.storage.commit([.order(order)]).first else {
                    Issue.record("the order was charged a second time")
                    return
                }
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
            }
        }

        @Test func `a connection lost before a commit is reopened, and the batch is stored once`() async throws {
            try await Self.behindProxy { proxy, url in
                let opened = try await LeasedStorage.open(url)
                try await Self.makeWorld(opened)
                proxy.cut()
                let outcomes = try await opened.storage.commit([.order(Samples.order("1"))])
                #expect(outcomes.count == 1)
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                try await opened.close()
            }
        }

        @Test func `without PostgreSQL a commit fails at once, and the storage works once it is back`() async throws {
            try await Self.behindProxy { proxy, url in
                let opened = try await LeasedStorage.open(url)
                try await Self.makeWorld(opened)
                proxy.close()
                for _ in 1...3 {
                    await #expect(throws: StorageError.self) {
                        _ = try await opened.storage.commit([.order(Samples.order("1"))])
                    }
                }
                await #expect(throws: StorageError.self) { _ = try await opened.storage.openRooms() }
                proxy.open()
                while (try? await opened.storage.commit([.order(Samples.order("1"))])) == nil { await Task.yield() }
                // Readers try again by themselves, a moment after their own last attempt.
                while (try? await opened.storage.openRooms()) == nil { await Task.yield() }
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
            }
        }

        @Test func `a standby gets the lease once the first server returns it, and continues from there`() async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let first = try await LeasedStorage.open(url, name: "one")
                try await Self.makeWorld(first)
                let (standing, stands) = AsyncStream.makeStream(of: Void.self)
                async let second = LeasedStorage.takeLease(url, name: "two") { stands.yield() }
                for await _ in standing { break }
                try await first.close()
                let lease = try await second
                let opened = LeasedStorage(
                    storage: try await PostgresStorage(lease, policy: LedgerPolicy()), lease: lease)
                _ = try await opened.storage.commit([.order(Samples.order("1"))])
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                #expect(
                    try await opened.storage.entries(of: .user(Samples.alice.userID), before: nil, limit: 9).count == 3)
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
            }
        }

        @Test func `a frozen server stores nothing when it wakes, because its lease was taken over`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                // Nothing renews its lease, so the server looks frozen.
                let frozen = try await LeasedStorage.open(url, name: "one")
                try await Self.makeWorld(frozen)
                let lease = try await LeasedStorage.takeLease(url, name: "two")
                let opened = LeasedStorage(
                    storage: try await PostgresStorage(lease, policy: LedgerPolicy()), lease: lease)
                await #expect(throws: StorageError.self) { try await frozen.storage.secure() }
                try await opened.storage.secure()
                let error = await #expect(throws: StorageError.self) {
                    _ = try await frozen.storage.commit([.order(Samples.order("1"))])
                }
                #expect(error?.description.contains("taken over") == true, "\(String(describing: error))")
                #expect(await frozen.lease.hold() == .takenOver)
                #expect(try await opened.storage.order(Samples.order("1").key) == nil)
                _ = try await opened.storage.commit([.order(Samples.order("1"))])
                #expect(try await opened.storage.auditLedger().problems == [])
                try await frozen.storage.close()
                try await opened.close()
            }
        }

        @Test func `PostgreSQL notices within seconds that the machine of a session is gone`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                for options in [PostgresSession.writing, PostgresSession.reading, PostgresSession.holding] {
                    var options = options
                    options["search_path"] = "public"
                    let db = try PostgresConnection(try PostgresAddress(url), options: options)
                    let settings = try db.first(
                        """
                        SELECT current_setting('tcp_keepalives_idle')::bigint, current_setting('tcp_keepalives_interval')::bigint,
                            current_setting('tcp_keepalives_count')::bigint, current_setting('tcp_user_timeout')::bigint
                        """
                    ) { (try $0[0] as Int64, try $0[1] as Int64, try $0[2] as Int64, try $0[3] as Int64) }
                    #expect(
                        settings?.0 == 5 && settings?.1 == 2 && settings?.2 == 3 && settings?.3 == 5_000,
                        "\(settings as Any)")
                }
            }
        }

        @Test func `a connection that PostgreSQL has not given up yet does not keep a server from its own name`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                var options = PostgresSession.holding
                options["application_name"] = PostgresSession.applicationName(holder: "holder")
                let zombie = try PostgresConnection(try PostgresAddress(url), options: options)
                // "ovan", as PostgresHolderSession has it.
                _ = try zombie.first("SELECT pg_try_advisory_lock(1870029166, hashtext('one'))") { try $0[0] as Bool }
                let lease = try await LeasedStorage.takeLease(url, holder: "holder", nameWaitMax: .seconds(10))
                #expect(await lease.confirm())
                await lease.release()
            }
        }

        @Test func `the lease is renewed while commits wait for a replica that is away`() async throws {
            let postgres = try await TestPostgres.start()
            try await postgres.withDatabase { url in
                let lease = try await LeasedStorage.takeLease(url)
                try await postgres.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
                try await postgres.run("SELECT pg_reload_conf()")
                let waits = try PostgresConnection(try PostgresAddress(url))
                while try waits.first("SHOW synchronous_standby_names", body: { try $0[0] as String }) != "nobody" {}
                #expect(await lease.confirm(), "a renewal must not wait for the replica")
                try await postgres.run("ALTER SYSTEM RESET synchronous_standby_names")
                try await postgres.run("SELECT pg_reload_conf()")
                await lease.release()
            }
            await postgres.kill()
        }

        @Test func `a server that renews its lease is left alone by a standby`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let first = try await LeasedStorage.open(url, name: "one")
                _ = try await first.storage.commit([.createRoom(Samples.room())])
                let isTaken = try await withThrowingTaskGroup(of: Bool.self) { tasks in
                    tasks.addTask { await first.lease.hold() != nil }
                    tasks.addTask {
                        await (try LeasedStorage.takeLease(url, name: "two")).release()
                        return true
                    }
                    tasks.addTask {
                        // Commits for longer than a lease lasts, instead of sleeping.
                        let end = ContinuousClock.now + .seconds(PostgresLease.expirySeconds) + .seconds(2)
                        while ContinuousClock.now < end {
                            _ = try await first.storage.commit([.counters(Samples.info().sessionID, RoomStatistics())])
                        }
                        return false
                    }
                    defer { tasks.cancelAll() }
                    return try await tasks.next()
                }
                #expect(isTaken == false)
                try await first.close()
            }
        }
    }
#endif
