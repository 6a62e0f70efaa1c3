#if Cluster
    import Foundation
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// Mistakes that an operator, another program or another server can make, and the server's messages about them.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresBadInputTests {
        /// A mistake and the texts that its message must contain.
        struct Mistake: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// Does what the first server and the operator do before the second server starts.
            let prepare: @Sendable (TestPostgres, String) async throws -> Void
            /// Starts the second server with the URL of the database.
            let start: @Sendable (String) async throws -> Void
            /// Texts that the message must contain.
            let says: [String]

            init(
                _ sentence: String, says: [String],
                prepare: @escaping @Sendable (TestPostgres, String) async throws -> Void = { _, url in
                    try await LeasedStorage.open(url).close()
                },
                start: @escaping @Sendable (String) async throws -> Void = { _ = try await LeasedStorage.takeLease($0) }
            ) {
                testDescription = sentence
                self.prepare = prepare
                self.start = start
                self.says = says
            }
        }

        static let mistakes = [
            Mistake(
                "another app", says: ["app.sdkAppID", "1, not 2", "ovation storage agree"],
                start: { _ = try await LeasedStorage.takeLease($0, appID: 2) }),
            Mistake(
                "another secret", says: ["another secret", "app.secret"],
                start: { _ = try await LeasedStorage.takeLease($0, secretMark: "other") }),
            Mistake(
                "another midnight of the boards",
                says: ["boards.utcOffsetMinutes", "0, not 480", "ovation storage agree"],
                start: { _ = try await LeasedStorage.takeLease($0, boardsUTCOffsetMinutes: 480) }),
            Mistake(
                "a pooler such as pgbouncer", says: ["pooler", "storage.url"],
                start: { url in
                    let port = try #require(
                        url.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                    let pooler = try Pooler(to: port)
                    _ = try await LeasedStorage.takeLease(url.replacing(":\(port)/", with: ":\(pooler.port)/"))
                }),
            Mistake(
                "a clock that is two seconds ahead", says: ["clocks", "NTP"],
                start: { _ = try await LeasedStorage.takeLease($0, clockAheadMilliseconds: 2_000) }),
            Mistake(
                "a clock that is two seconds behind", says: ["clocks", "NTP"],
                start: { _ = try await LeasedStorage.takeLease($0, clockAheadMilliseconds: -2_000) }),
            Mistake(
                "a database that lacks most of what people write", says: ["LATIN1", "--encoding UTF8"],
                prepare: { postgres, url in
                    let name = url.split(separator: "/").last ?? ""
                    try await postgres.run("DROP DATABASE \(name)")
                    try await postgres.run(
                        "CREATE DATABASE \(name) ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
                }),
            Mistake(
                "a schema of another program", says: ["another program", "nothing was changed"],
                prepare: { postgres, url in
                    try await postgres.run("CREATE SCHEMA ovation; CREATE TABLE ovation.invoice (id int)", on: url)
                }),
            Mistake(
                "tables of a newer version", says: ["newer version", "9 moons"],
                prepare: { postgres, url in
                    try await LeasedStorage.open(url).close()
                    try await postgres.run("INSERT INTO ovation.migration (name) VALUES ('9 moons')", on: url)
                }),
            Mistake(
                "a database that is read-only", says: ["read-only"],
                prepare: { postgres, url in
                    try await LeasedStorage.open(url).close()
                    let name = url.split(separator: "/").last ?? ""
                    try await postgres.run("ALTER DATABASE \(name) SET default_transaction_read_only = on")
                }),
            Mistake(
                "a role without the right to make tables", says: ["may not make", "--grant-to"],
                prepare: { postgres, url in
                    try await postgres.run(
                        "DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
                },
                start: { url in
                    _ = try await LeasedStorage.takeLease(url.replacing("ovation@", with: "guest@"))
                }),
            Mistake(
                "a database that does not exist", says: ["does not exist"],
                start: { url in _ = try await LeasedStorage.takeLease(url + "_gone") }),
            Mistake(
                "a port where nobody listens", says: ["refused"],
                start: { _ in _ = try await LeasedStorage.takeLease("postgres://ovation:hush@127.0.0.1:1/x") }),
            Mistake(
                "a URL that cannot be read", says: ["%XX"],
                start: { _ in _ = try await LeasedStorage.takeLease("postgres://ovation:hush@[::1/x") }),
        ]

        @Test(arguments: mistakes)
        func `a server says what is wrong and does not start`(_ mistake: Mistake) async throws {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                try await mistake.prepare(postgres, url)
                let error = await #expect(throws: StorageError.self) { try await mistake.start(url) }
                let message = error?.description ?? ""
                for part in mistake.says { #expect(message.contains(part), "\(message)") }
                #expect(!message.contains("hush"), "a message never contains the password")
            }
        }

        @Test(
            .enabled(if: TestPgBouncer.isTried, "pgbouncer is missing: apt-get install pgbouncer"),
            arguments: TestPgBouncer.Mode.allCases)
        func `pgbouncer is refused in whatever mode it shares its connections`(_ mode: TestPgBouncer.Mode) async throws
        {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                try await LeasedStorage.open(url).close()
                let pooler = try await TestPgBouncer.start(before: url, mode: mode)
                let error = await #expect(throws: StorageError.self) {
                    _ = try await LeasedStorage.takeLease(pooler.url)
                }
                await pooler.stop()
                let message = error?.description ?? ""
                #expect(message.contains("pooler") && message.contains("storage.url"), "\(message)")
            }
        }

        @Test(arguments: [("north", "mark", "cluster.name"), ("ovation", "another mark", "cluster.secret")])
        func `a server that has another name or secret of the cluster is told which key to look at`(
            name: String, mark: String, key: String
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let access = PostgresAccess(try PostgresAddress(url))
                func join(_ server: String, _ name: String, _ mark: String) async throws -> PostgresLease {
                    try await access.join(
                        name: server, holder: "\(server)-1", version: "test",
                        agreement: PostgresAccess.Agreement(
                            sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "app",
                            cluster: .init(name: name, secretMark: mark)),
                        awayMax: .zero, now: { Int64(Date().timeIntervalSince1970 * 1_000) })
                }
                let first = try await join("one", "ovation", "mark")
                let error = await #expect(throws: StorageError.self) { _ = try await join("two", name, mark) }
                #expect(error?.description.contains(key) == true, "\(String(describing: error))")
                #expect(error?.description.contains("mark") == false, "not even the hash of a secret is told")
                await first.release()
            }
        }

        @Test func `a second server with the same name is refused while the first runs`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let first = try await LeasedStorage.open(url, name: "one")
                let error = await #expect(throws: StorageError.self) {
                    _ = try await LeasedStorage.takeLease(url, name: "one")
                }
                #expect(error?.description.contains("cluster.nodeName") == true, "\(String(describing: error))")
                try await first.close()
            }
        }

        @Test(arguments: [
            "UPDATE ovation.entry SET amount = amount + 1", "DELETE FROM ovation.entry",
            "TRUNCATE ovation.transfer CASCADE",
            "UPDATE ovation.gift_order SET coins = 0", "DELETE FROM ovation.gift_order",
            "UPDATE ovation.event SET data = ''",
            "DELETE FROM ovation.account", "UPDATE ovation.account SET name = 'user:eve' WHERE name = 'user:alice'",
            "UPDATE ovation.account SET balance = -1 WHERE name = 'user:alice'",
            "DELETE FROM ovation.adjustment", "DELETE FROM ovation.billing_order",
        ])
        func `a statement that changes the books is refused for everybody`(_ statement: String) async throws {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                _ = try await opened.storage.commit([
                    .createRoom(Samples.room()), .credit(Samples.alice, 10, "c"), .order(Samples.order("1")),
                ])
                await #expect(throws: TestPostgres.Failure.self) { try await postgres.run(statement, on: url) }
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
            }
        }

        @Test func `a server's own role can serve, but cannot change or delete rows of the ledger`() async throws {
            let postgres = try await TestPostgres.shared.value
            try await postgres.withDatabase { url in
                try await postgres.run(
                    "DO $$ BEGIN CREATE ROLE clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
                let names = try await PostgresAccess(PostgresAddress(url)).migrate(grantingTo: "clerk")
                #expect(names == PostgresSchema.migrations.map(\.name))
                let own = url.replacing("ovation@", with: "clerk@")
                let opened = try await LeasedStorage.open(own)
                _ = try await opened.storage.commit([
                    .createRoom(Samples.room()), .credit(Samples.alice, 10, "c"), .order(Samples.order("1")),
                    .refund(Samples.refund("1")),
                    .halt(LedgerHalt(problems: ["x"], at: Samples.time), by: nil, at: Samples.time),
                    .end(Samples.info().sessionID),
                ])
                #expect(try await opened.storage.auditLedger().problems == [])
                try await opened.close()
                for statement in [
                    "ALTER TABLE ovation.entry DISABLE TRIGGER ALL", "UPDATE ovation.entry SET amount = 0",
                    "DELETE FROM ovation.transfer", "UPDATE ovation.account SET name = 'x'",
                    "DELETE FROM ovation.ledger_halt",
                    "DROP TABLE ovation.entry",
                ] {
                    let failure = await #expect(throws: TestPostgres.Failure.self) {
                        try await postgres.run(statement, on: own)
                    }
                    #expect(
                        ["permission denied", "must be owner", "keeps its name"].contains {
                            failure?.description.contains($0) == true
                        },
                        "\(statement): \(String(describing: failure))")
                }
            }
        }
    }
#endif
