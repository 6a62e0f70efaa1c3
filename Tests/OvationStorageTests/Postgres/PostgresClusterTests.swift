#if Cluster
    import Foundation
    import OvationModel
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Synchronization
    import Testing

    @testable import OvationStoragePostgres

    /// Nodes that serve one database at the same time.
    private final class JoinedNode: NodeUnderTest {
        let storage: any Storage
        let lease: PostgresLease
        private let url: String
        /// Ends when nothing renews the lease any more.
        private let holding: AsyncStream<Void>

        init(_ lease: PostgresLease, _ url: String, holding: AsyncStream<Void>) async throws {
            self.lease = lease
            self.url = url
            self.holding = holding
            storage = try await PostgresStorage(lease, policy: LedgerPolicy())
        }

        func renew() async -> Bool { await lease.confirm() }

        func die() async {
            await stopRenewing()
            try? await storage.close()
            await lease.vanish()
            try? await beLate(seconds: 2)
        }

        func freeze() async throws {
            await stopRenewing()
            try await beLate(seconds: 4)
        }

        func leave() async throws {
            await stopRenewing()
            try await storage.close()
            await lease.release()
        }

        func stopRenewing() async {
            lease.end(.takenOver)
            for await _ in holding {}
        }

        /// Has its last renewal be older than it is.
        func beLate(seconds: Int64) async throws {
            let db = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.holding)
            try db.run(
                "UPDATE node SET renewed_at = renewed_at - make_interval(secs => $2::float) WHERE slot = $1",
                lease.seat.slot, seconds)
        }
    }

    private final class JoinedNodes: ClusterUnderTest {
        let url: String
        private let joined = Mutex<[JoinedNode]>([])
        private let (leases, lease) = AsyncStream.makeStream(
            of: (lease: PostgresLease, held: AsyncStream<Void>.Continuation).self)

        init(_ url: String) { self.url = url }

        /// Renews the leases of all nodes while `body` runs, and ends the nodes.
        func run(_ body: () async throws -> Void) async throws {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { [leases] in
                    await withDiscardingTaskGroup { renewals in
                        for await (lease, held) in leases {
                            renewals.addTask {
                                _ = await lease.hold()
                                held.finish()
                            }
                        }
                    }
                }
                do {
                    try await body()
                } catch {
                    await end()
                    throw error
                }
                await end()
            }
        }

        private func end() async {
            for node in joined.withLock({ $0 }) { await node.die() }
            lease.finish()
        }

        func join(_ name: String) async throws -> any NodeUnderTest { try await node(name) }

        func node(_ name: String, steadyMin: Duration = .zero) async throws -> JoinedNode {
            let lease = try await PostgresAccess(PostgresAddress(url)).join(
                name: name, holder: "\(name)-\(UInt64.random(in: .min ... .max))", version: "test",
                agreement: PostgresAccess.Agreement(sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "mark"),
                awayMax: .seconds(10), nameWaitMax: .zero, steadyMin: steadyMin,
                now: { Int64(Date().timeIntervalSince1970 * 1_000) })
            let (holding, held) = AsyncStream.makeStream(of: Void.self)
            self.lease.yield((lease, held))
            let node = try await JoinedNode(lease, url, holding: holding)
            joined.withLock { $0.append(node) }
            return node
        }
    }

    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresClusterTests {
        private static func withNodes(_ body: (JoinedNodes) async throws -> Void) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let nodes = JoinedNodes(url)
                try await nodes.run { try await body(nodes) }
            }
        }

        @Test(arguments: ClusterContract.clauses)
        func `PostgreSQL keeps the contract of a cluster`(_ clause: ClusterContract.Clause) async throws {
            try await Self.withNodes { try await clause.check($0) }
        }

        @Test func `a node that has not renewed its own lease for a whole one finds nobody gone`() async throws {
            try await Self.withNodes { nodes in
                let (one, two) = (
                    try await nodes.node("one"), try await nodes.node("two", steadyMin: .seconds(3_600))
                )
                _ = try await one.storage.commit([.createRoom(Samples.room())])
                try await one.freeze()
                #expect(try await two.cluster.claimRooms(limit: 9).isEmpty)
                #expect(try await two.cluster.claimRooms(limit: 9).isEmpty)
                #expect(await one.renew(), "a node that was late and is not gone goes on")
                #expect(try await one.storage.commit([.counters(Samples.id("live-1"), RoomStatistics())]) == [.kept])
            }
        }

        @Test func `a renewal of the lease, a second after the last, tells what another node has edited`() async throws
        {
            #expect(PostgresLease.renewal == .seconds(1))
            try await Self.withNodes { nodes in
                let (one, two) = (try await nodes.node("one"), try await nodes.node("two"))
                let updates = try #require(two.storage.versionUpdates)
                _ = try await one.storage.commit([.words([FilterWord("bad")])])
                let kept = try await one.storage.versions()
                let wait = Patience.begin("a renewal that has read the edit")
                defer { wait.end() }
                for await versions in updates where versions[.words] == kept[.words] { break }
            }
        }

        @Test func `one node audits, and another one when it is gone or late`() async throws {
            try await Self.withNodes { nodes in
                let (one, two) = (try await nodes.node("one"), try await nodes.node("two"))
                #expect(try await one.cluster.claimAudits(for: .seconds(3_600)))
                #expect(try await !two.cluster.claimAudits(for: .seconds(3_600)))
                #expect(try await one.cluster.claimAudits(for: .seconds(3_600)), "it goes on being the one")
                await one.die()
                // The node that is gone is fenced by the next look for its lives.
                while try await !two.cluster.claimAudits(for: .zero) { _ = try await two.claim(looks: 1) }
                let three = try await nodes.node("three")
                #expect(try await three.cluster.claimAudits(for: .seconds(3_600)), "the time of the second is over")
                #expect(try await !two.cluster.claimAudits(for: .seconds(3_600)))
            }
        }

        @Test func `a server that serves alone does not begin on the database of a cluster, until all agree on that`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let access = PostgresAccess(try PostgresAddress(url))
                let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
                let alone = PostgresAccess.Agreement(sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "mark")
                var joined = alone
                joined.cluster = .init(name: "ovation", secretMark: "mark")
                let node = try await access.join(
                    name: "one", holder: "one-1", version: "test", agreement: joined, awayMax: .zero, now: now)
                await node.release()
                let error = await #expect(throws: StorageError.self) {
                    try await access.lease(
                        name: "two", holder: "two-1", version: "test", agreement: alone, awayMax: .zero, now: now
                    ) {}
                }
                #expect(error?.description.contains("cluster.brokerURL") == true, "\(String(describing: error))")
                let db = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.holding)
                try db.execute("UPDATE node SET renewed_at = renewed_at - interval '1 hour'")
                try await access.agree(on: alone)
                let lease = try await access.lease(
                    name: "two", holder: "two-2", version: "test", agreement: alone, awayMax: .zero, now: now
                ) {}
                await lease.release()
            }
        }

        @Test func `the servers of a database are told with their lives`() async throws {
            try await Self.withNodes { nodes in
                let (one, two) = (try await nodes.node("one"), try await nodes.node("two"))
                _ = try await one.storage.commit([.createRoom(Samples.room())])
                let access = PostgresAccess(try PostgresAddress(nodes.url))
                let before = try await access.cluster()
                #expect(before.members.map(\.node.name) == ["one", "two"] && before.members.map(\.lives) == [1, 0])
                #expect(before.livesWithoutHome == 0)
                #expect(try await one.cluster.livesElsewhere(max: 9).isEmpty)
                #expect(try await two.cluster.livesElsewhere(max: 9) == [Samples.room().info])
                #expect(try await two.cluster.livesElsewhere(max: 0).isEmpty)
                #expect(before.members.map(\.isApart) == [false, false])
                try await two.cluster.tellApart(for: .seconds(60))
                #expect(try await access.cluster().members.map(\.isApart) == [false, true])
                try await two.cluster.tellApart(for: .zero)
                #expect(try await access.cluster().members.map(\.isApart) == [false, false])
                await one.stopRenewing()
                try await one.beLate(seconds: 4)
                #expect(try await access.cluster().members.map(\.isLate) == [true, false])
                try await one.leave()
                let after = try await access.cluster()
                #expect(after.members.map(\.node.state) == [.gone, .serving] && after.livesWithoutHome == 1)
                #expect(try await two.claim(looks: 1).count == 1)
                #expect(try await access.cluster().members.map(\.lives) == [0, 1])
            }
        }

        @Test func `a node that opens another connection is not taken for gone, however free its lock is`() async throws
        {
            try await Self.withNodes { nodes in
                let (one, two) = (try await nodes.node("one"), try await nodes.node("two"))
                _ = try await one.storage.commit([.createRoom(Samples.room())])
                await one.stopRenewing()
                #expect(await one.renew())
                // Its session is over, and its last renewal is a moment old.
                await one.lease.vanish()
                #expect(try await two.claim(looks: 1).isEmpty)
                #expect(await one.renew(), "it renews over another connection")
            }
        }

        @Test func `a take-over waits for a commit under way, and no later one of the old home passes`() async throws {
            try await Self.withNodes { nodes in
                let (one, two) = (try await nodes.node("one"), try await nodes.node("two"))
                _ = try await one.storage.commit([.createRoom(Samples.room())])
                await one.die()
                // What the dead node's writer still has open.
                let open = try PostgresConnection(try PostgresAddress(nodes.url), options: PostgresSession.writing)
                try open.execute("BEGIN")
                try open.run("SELECT 1 FROM lane WHERE lane = $1 FOR UPDATE", one.lease.seat.lane)
                try open.execute("UPDATE room_counter SET likes = 7")
                async let claimed = two.cluster.claimRooms(limit: 9)
                let wait = Patience.begin("a node that waits for the lane of another")
                defer { wait.end() }
                let looking = try PostgresConnection(try PostgresAddress(nodes.url), options: PostgresSession.holding)
                while true {
                    let waits = try looking.first(
                        """
                        SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
                            WHERE NOT granted AND datname = current_database())
                        """
                    ) { try $0[0] as Bool }
                    if waits == true { break }
                    await Task.yield()
                }
                try open.execute("COMMIT")
                #expect(try await claimed.map(\.record.statistics.totalLikesReceived) == [7])
            }
        }

        @Test func `200 lives are claimed at once, while another node claims too`() async throws {
            try await Self.withNodes { nodes in
                let (one, two, three) = (
                    try await nodes.node("one"), try await nodes.node("two"), try await nodes.node("three")
                )
                let count = 450
                for start in stride(from: 0, to: count, by: 150) {
                    _ = try await one.storage.commit(
                        (start..<start + 150).map {
                            .createRoom(Samples.room("live\($0)", owner: Samples.user("host\($0)")))
                        })
                }
                await one.die()
                var seen: [LiveID] = []
                var most = 0
                while seen.count < count {
                    async let first = two.claim(looks: 1)
                    async let second = three.claim(looks: 1)
                    let pair = try await [first, second]
                    guard pair.contains(where: { !$0.isEmpty }) else { break }
                    most = max(most, pair.map(\.count).max() ?? 0)
                    seen += pair.flatMap { $0 }
                }
                #expect(seen.count == count && Set(seen).count == count)
                #expect(most == 200)
            }
        }

        @Test func `a claim whose answer is lost is found with the next one`() async throws {
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(
                    direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                let proxy = try FaultyProxy(to: port)
                let (near, far) = (
                    JoinedNodes(direct), JoinedNodes(direct.replacing(":\(port)/", with: ":\(proxy.port)/"))
                )
                try await near.run {
                    try await far.run {
                        let (one, two) = (try await near.node("one"), try await far.node("two"))
                        _ = try await one.storage.commit([.createRoom(Samples.room())])
                        try await one.leave()
                        // So that its next COMMIT is that of the claim.
                        #expect(await two.renew())
                        proxy.loseAnswer(to: "COMMIT")
                        await #expect(throws: StorageError.self) { _ = try await two.cluster.claimRooms(limit: 9) }
                        #expect(try await two.claim() == [Samples.id("live")])
                        let count = StorageWrite.counters(Samples.id("live-1"), RoomStatistics())
                        #expect(try await two.storage.commit([count]) == [.kept])
                    }
                }
            }
        }

        @Test func `a server that serves alone takes up what nodes left that died, itself among them`() async throws {
            try await Self.withNodes { nodes in
                let (one, two, three) = (
                    try await nodes.node("one"), try await nodes.node("two"), try await nodes.node("three")
                )
                for (node, live) in [(one, "a"), (two, "b"), (three, "c")] {
                    _ = try await node.storage.commit([.createRoom(Samples.room(live))])
                }
                for node in [one, two, three] { await node.die() }
                // In slot 1, with the name of the node that was in slot 3.
                let opened = try await LeasedStorage.open(nodes.url, name: "three")
                #expect(try await opened.storage.openRooms().count == 3)
                let count = StorageWrite.counters(Samples.id("b-1"), RoomStatistics())
                #expect(try await opened.storage.commit([count]) == [.kept])
                #expect(try await opened.storage.nodes().map(\.state) == [.serving, .gone])
                try await opened.close()
            }
        }

        @Test func `a server that serves alone stands by while a node has its slot`() async throws {
            try await Self.withNodes { nodes in
                let one = try await nodes.node("one")
                _ = try await one.storage.commit([.createRoom(Samples.room())])
                let (standing, stands) = AsyncStream.makeStream(of: Void.self)
                async let alone = LeasedStorage.takeLease(nodes.url, name: "alone") { stands.yield() }
                for await _ in standing { break }
                try await one.leave()
                let lease = try await alone
                let storage = try await PostgresStorage(lease, policy: LedgerPolicy())
                #expect(storage.cluster == nil)
                #expect(try await storage.openRooms().count == 1, "it serves every live that nobody runs")
                #expect(try await storage.commit([.counters(Samples.id("live-1"), RoomStatistics())]) == [.kept])
                try await storage.close()
                await lease.release()
            }
        }
    }
#endif
