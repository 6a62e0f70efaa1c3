#if Cluster
    import OvationModel
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// Lost connections, lost answers, and servers that take over from each other.
    @Suite struct PostgresFailoverTests {
        private static func makeWorld(_ opened: LeasedStorage) async throws {
            _ = try await opened.storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")])
            _ = try await opened.storage.commit([.order(Samples.order("0"))])
        }

        /// Runs a test with a database behind a proxy and the URL of the proxy.
        private static func behindProxy(
            _ body: (_ proxy: FaultyProxy, _ url: String) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
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
                    await #expect(throws: StorageError.self) { _ = try await opened.storage.commit([.order(Samples.order("1"))]) }
                }
                await #expect(throws: StorageError.self) { _ = try await opened.storage.openRooms() }
                proxy.open()
                while (try? await opened.storage.commit([.order(Samples.order("1"))])) == nil { await Task.yield() }
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
            }
        }

        @Test func `a standby gets the lease once the first server returns it, and continues from there`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let first = try await LeasedStorage.open(url, name: "one")
                try await Self.makeWorld(first)
                let (standing, stands) = AsyncStream.makeStream(of: Void.self)
                async let second = LeasedStorage.takeLease(url, name: "two") { stands.yield() }
                for await _ in standing { break }
                try await first.close()
                let lease = try await second
                let opened = LeasedStorage(storage: try await PostgresStorage(lease, policy: LedgerPolicy()), lease: lease)
                _ = try await opened.storage.commit([.order(Samples.order("1"))])
                #expect(try await opened.storage.balance(of: .user(Samples.alice.userID))?.amount == 98)
                #expect(try await opened.storage.entries(of: .user(Samples.alice.userID), before: nil, limit: 9).count == 3)
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
                let opened = LeasedStorage(storage: try await PostgresStorage(lease, policy: LedgerPolicy()), lease: lease)
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
