#if Cluster
    import Foundation
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationSupport
    import OvationTestKit
    import OvationWire
    import Synchronization
    import Testing

    @testable import OvationStoragePostgres

    /// Two servers that serve one database at the same time, over real sockets and PostgreSQL.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct NodeTakeUpTests {
        /// A server, and its place among the nodes.
        private struct Joined: Sendable {
            let server: TestServer
            let lease: PostgresLease
            /// Ends when nothing renews the lease any more.
            let holding: AsyncStream<Void>

            /// Leaves it without its place, as a frozen one is: it runs, and its sessions with the database are there.
            func freeze(_ url: String) async throws {
                lease.end(.takenOver)
                for await _ in holding {}
                let db = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.holding)
                try db.run(
                    "UPDATE node SET renewed_at = renewed_at - make_interval(secs => 4) WHERE slot = $1",
                    lease.seat.slot)
            }
        }

        private static func run(
            _ name: String, _ url: String, _ body: @escaping @Sendable (Joined) async throws -> Void
        ) async throws {
            let lease = try await PostgresAccess(PostgresAddress(url)).join(
                name: name, holder: "\(name)-\(UInt64.random(in: .min ... .max))", version: "test",
                agreement: PostgresAccess.Agreement(sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "mark"),
                awayMax: .seconds(600), nameWaitMax: .zero, steadyMin: .zero,
                now: { Int64(Date().timeIntervalSince1970 * 1_000) })
            let storage = try await PostgresStorage(lease, policy: TestServer.policy)
            let (holding, held) = AsyncStream.makeStream(of: Void.self)
            async let renewals: Void = {
                _ = await lease.hold()
                held.finish()
            }()
            let result = await Result {
                try await TestServer.run(storage: storage) { server async throws in
                    try await body(Joined(server: server, lease: lease, holding: holding))
                }
            }
            lease.end(.takenOver)
            await renewals
            try await storage.close()
            await lease.release()
            try result.get()
        }

        /// Runs two servers on an empty database.
        private static func runTwo(
            _ body: @escaping @Sendable (_ one: Joined, _ two: Joined, _ url: String) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                try await run("one", url) { one async throws in
                    try await run("two", url) { two async throws in try await body(one, two, url) }
                }
            }
        }

        /// Enters a live as soon as its node lets the user in.
        private static func enterSoon(_ live: String, _ robot: Robot) async throws {
            let wait = Patience.begin("a live that is taken up")
            defer { wait.end() }
            while true {
                let code = try await robot.code(.join, in: live)
                if code == 0 { return }
                #expect(code == ErrorCode.liveElsewhere.rawValue, "a live that is on is never said to be over")
            }
        }

        @Test func `a live is refused at a node that does not run it, and not said to be over`() async throws {
            try await Self.runTwo { one, two, _ async throws in
                _ = try await Robot.host(one.server)
                let viewer = try await Robot.logIn("viewer", two.server)
                #expect(try await viewer.code(.join) == ErrorCode.liveElsewhere.rawValue)
                #expect(try await viewer.code(.say("hello")) == ErrorCode.liveElsewhere.rawValue)
                #expect(try await viewer.code(.give("o1", "rose")) == ErrorCode.outcomeUnknown.rawValue)
                #expect(try await viewer.code(.join, in: "nowhere") == ErrorCode.roomNotFound.rawValue)
                #expect(try await viewer.code(.create("r1")) == ErrorCode.roomIDOccupied.rawValue)
            }
        }

        @Test func `the lives of a frozen node go on at another, and nothing that it decides afterwards is kept`()
            async throws
        {
            try await Self.runTwo { one, two, url async throws in
                let host = try await Robot.host(one.server)
                let viewer = try await Robot.viewer(one.server)
                let first = try await viewer.ask(.give("o1", "crown"))
                try await one.freeze(url)
                let other = try await Robot.logIn("viewer", two.server)
                try await Self.enterSoon("r1", other)
                // The order is known, and what was sent counts.
                #expect(try await other.ask(.give("o1", "crown")) == first)
                let second = try await other.ask(.give("o2", "crown"))
                #expect(second.balance.amount == first.balance.amount - 100)
                // The old home wakes.
                #expect(
                    try await host.code(.update { $0.liveName = "too late" }) == ErrorCode.storageUnavailable.rawValue)
                #expect(try await viewer.code(.give("o3", "crown")) == ErrorCode.storageUnavailable.rawValue)
                let kept = try #require(try await two.server.storage.lastRoom(Samples.id("r1")))
                #expect(kept.info.liveName != "too late")
                #expect(kept.statistics.totalGiftCoins == 200)
                #expect(try await two.server.storage.auditLedger().problems == [])
            }
        }

        @Test
        func `a node that learns that a live is another's sends its members back, and does not say that it is over`()
            async throws
        {
            try await Self.runTwo { one, two, url async throws in
                let host = try await Robot.host(one.server)
                let viewer = try await Robot.viewer(one.server)
                let late = try await Robot.logIn("late", one.server)
                let db = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                try db.run("UPDATE room_counter SET home_slot = $1, home_epoch = home_epoch + 1", two.lease.seat.slot)
                // Chat is not stored, so nothing has told it yet.
                #expect(try await viewer.code(.say("hello")) == 0)
                try await host.send(.update { $0.liveName = "too late" })
                #expect(await viewer.raw.closeCode() == CloseCode.openFailed.rawValue)
                #expect(await host.raw.closeCode() == CloseCode.openFailed.rawValue)
                #expect(try await PlainHTTP.metric("ovation_lives_moved_total", port: one.server.port) == 1)
                #expect(try await late.code(.join) == ErrorCode.liveElsewhere.rawValue)
                #expect(try await two.server.storage.lastRoom(Samples.id("r1"))?.info.liveName != "too late")
            }
        }
    }
#endif
