#if Cluster
    import Foundation
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// What operators ask of the nodes of a database, and which servers may serve it together.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresOperatingTests {
        private static func join(_ name: String, _ url: String, speaks: Int64 = 1) async throws -> PostgresLease {
            try await PostgresAccess(PostgresAddress(url)).join(
                name: name, holder: "\(name)-\(UInt64.random(in: .min ... .max))", version: "test",
                agreement: PostgresAccess.Agreement(sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "mark"),
                awayMax: .seconds(600), nameWaitMax: .zero, steadyMin: .zero, speaks: speaks,
                now: { Int64(Date().timeIntervalSince1970 * 1_000) })
        }

        @Test func `a server is asked to be drained once, and the last one only where that is wanted`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let access = PostgresAccess(try PostgresAddress(url))
                let one = try await Self.join("one", url)
                #expect(try await access.askToDrain("one", mayBeLast: false) == .isLast)
                let two = try await Self.join("two", url)
                #expect(try await access.askToDrain("three", mayBeLast: false) == .unknown(serving: ["one", "two"]))
                let seat = NodeSeat(slot: one.seat.slot, incarnation: one.seat.incarnation)
                #expect(try await access.askToDrain("one", mayBeLast: false) == .asked(seat))
                #expect(try await access.cluster().members.map(\.node.isDraining) == [true, false])
                // Who is being drained is nobody to count on.
                #expect(try await access.askToDrain("two", mayBeLast: false) == .isLast)
                // The next renewal tells it.
                #expect(await one.confirm())
                var asks = 0
                for await _ in one.drainAsks { asks += 1 }
                #expect(asks == 1)
                await one.release()
                // A server that begins again in the place is not being drained.
                let again = try await Self.join("one", url)
                #expect(try await access.cluster().members.map(\.node.isDraining) == [false, false])
                await again.release()
                await two.release()
            }
        }

        @Test func `what a server says of itself is read, and forgotten when another begins in its place`() async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let access = PostgresAccess(try PostgresAddress(url))
                let one = try await Self.join("one", url)
                let report = NodeReport(missing: ["broker"], unheard: [2])
                let ahead = Int64(Date().timeIntervalSince1970 * 1_000) + 60_000
                try await one.tell(report, at: ahead)
                let told = try await access.cluster().members[0].node
                #expect(told.report == report)
                #expect((50_000...60_100).contains(told.clockAheadMilliseconds ?? 0), "\(told)")
                try await one.noteDraining()
                #expect(try await access.cluster().members[0].node.isDraining)
                await one.release()
                let again = try await Self.join("one", url)
                let fresh = try await access.cluster().members[0].node
                #expect(fresh.report == nil && fresh.clockAheadMilliseconds == nil)
                await again.release()
            }
        }

        @Test func `a server of one version later joins, and of two is refused until the older one has left`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let old = try await Self.join("old", url, speaks: 1)
                let new = try await Self.join("new", url, speaks: 2)
                let refusal = await #expect(throws: StorageError.self) {
                    _ = try await Self.join("newest", url, speaks: 3)
                }
                #expect(refusal?.description.contains("\"old\"") == true, "\(String(describing: refusal))")
                await old.release()
                let newest = try await Self.join("newest", url, speaks: 3)
                let late = await #expect(throws: StorageError.self) { _ = try await Self.join("old", url, speaks: 1) }
                #expect(late?.description.contains("newer version here") == true, "\(String(describing: late))")
                await new.release()
                await newest.release()
            }
        }

        @Test func `a server runs on the tables of a later version that say so, and on no others`() async throws {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                await (try await Self.join("one", url)).release()
                let known = PostgresSchema.migrations.count
                try await postgres.run(
                    "INSERT INTO ovation.migration (name, works_from) VALUES ('999 more columns', \(known))", on: url)
                await (try await Self.join("one", url)).release()
                try await postgres.run(
                    "UPDATE ovation.migration SET works_from = \(known + 1) WHERE name LIKE '999%'", on: url)
                let refusal = await #expect(throws: StorageError.self) { _ = try await Self.join("one", url) }
                #expect(refusal?.description.contains("999 more columns") == true, "\(String(describing: refusal))")
                try await postgres.run("UPDATE ovation.migration SET works_from = NULL WHERE name LIKE '999%'", on: url)
                await #expect(throws: StorageError.self) { _ = try await Self.join("one", url) }
            }
        }

        @Test func `tables of the version before get what is missing, and keep what they have`() async throws {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                await (try await Self.join("one", url)).release()
                // As the version before left them.
                try await postgres.run(
                    """
                    ALTER TABLE ovation.node DROP COLUMN drain, DROP COLUMN speaks, DROP COLUMN clock_ahead, DROP COLUMN report;
                    ALTER TABLE ovation.migration DROP COLUMN works_from;
                    DELETE FROM ovation.migration WHERE name LIKE '11 %'
                    """, on: url)
                let lease = try await Self.join("two", url)
                let nodes = try await PostgresAccess(try PostgresAddress(url)).cluster().members.map(\.node)
                // It is in the place of the first, whose count of incarnations goes on.
                #expect(nodes.map(\.name) == ["two"])
                #expect(nodes.allSatisfy { $0.seat.incarnation > 1 })
                #expect(nodes.allSatisfy { $0.speaks == 1 })
                await lease.release()
            }
        }
    }
#endif
