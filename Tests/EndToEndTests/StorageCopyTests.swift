#if Cluster
    import Foundation
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationStoragePostgres
    import OvationStorageSQLite
    import OvationTestKit
    import Testing

    /// `ovation storage copy`, and what runs on PostgreSQL afterwards.
    @Suite(
        .timeLimit(.minutes(5)), .enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql")
    )
    struct StorageCopyTests {
        private static let secret = "a secret that is long enough for a server of tests"

        /// A folder whose database has lives, gifts, a refund, sanctions and callbacks.
        private static func makeFolder() async throws -> URL {
            let folder = try ServerProcess.temporaryFolder()
            let storage = try SQLiteStorage(path: folder.appendingPathComponent("ovation.sqlite").path)
            _ = try await storage.commit([
                .catalogue(TestServer.catalogue), .createRoom(Samples.room()), .createRoom(Samples.room("other")),
                .credit(Samples.alice, 1_000, "c"), .credit(Samples.bob, 10, "d"),
                .order(Samples.order("1", Samples.cake)), .order(Samples.order("2", to: [Samples.host, Samples.bob])),
                .order(Samples.order("3", from: Samples.bob, live: "other")), .refund(Samples.refund("1")),
                .correction(Samples.correction(from: .house, to: .user(Samples.bob.userID), 1)),
                .changeRoom(
                    Samples.info().sessionID,
                    [
                        .admin(Samples.bob.userID, true), .mute(Samples.alice.userID, until: nil, reason: "a\u{0}b"),
                        .robot(Samples.bob, true),
                        .log(ModerationRecord(.mute, at: Samples.time, source: .client, by: Samples.host.userID)),
                    ], [Samples.draft("user.muted")]),
                .profile(Samples.alice.userID, UserProfile(nickname: "A\u{0}lice")),
                .setting("callback", Array("{}".utf8)),
                .callbacks([
                    CallbackDraft(
                        id: "x", liveID: Samples.info().liveID, command: "Room.CallbackAfterCreateRoom",
                        at: Samples.time,
                        body: Array("{}".utf8), clientAddress: "", clientPlatform: "")
                ]), .streamKey(Samples.info().liveID, "key", replaces: true, at: Samples.time),
                .end(Samples.room("other").info.sessionID),
            ])
            try await storage.close()
            return folder
        }

        @Test func `a copy in PostgreSQL keeps everything under its number and continues from there`() async throws {
            let folder = try await Self.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let original = try SQLiteStorage(path: folder.appendingPathComponent("ovation.sqlite").path)
            try await TestPostgres.shared.value.withDatabase { url in
                let copied = try await CommandProcess.run(
                    ["storage", "copy", "--data", folder.path, "--url", url])
                #expect(copied.status == 0, "\(copied)")
                let lease = try await PostgresAccess(PostgresAddress(url)).leaseOfTool(name: "test")
                let copy = try await PostgresStorage(lease, policy: LedgerPolicy())
                #expect(try await copy.openRooms() == original.openRooms())
                #expect(
                    try await copy.lastRoom(Samples.room("other").info.liveID)
                        == original.lastRoom(Samples.room("other").info.liveID))
                #expect(try await copy.catalogue() == original.catalogue())
                #expect(try await copy.auditLedger() == original.auditLedger())
                for account in [
                    AccountID.house, .issuance, .user(Samples.alice.userID), .user(Samples.bob.userID),
                    .host(Samples.host.userID),
                ] {
                    #expect(try await copy.balance(of: account) == original.balance(of: account))
                    #expect(
                        try await copy.entries(of: account, before: nil, limit: 99)
                            == original.entries(of: account, before: nil, limit: 99))
                }
                for id in ["1", "2"] {
                    #expect(try await copy.order(Samples.order(id).key) == original.order(Samples.order(id).key))
                }
                #expect(
                    try await copy.events(of: Samples.info().sessionID, after: 0, limit: 99)
                        == original.events(of: Samples.info().sessionID, after: 0, limit: 99))
                #expect(try await copy.callbackCounts() == original.callbackCounts())
                #expect(
                    try await copy.profiles(of: [Samples.alice.userID]) == original.profiles(of: [Samples.alice.userID])
                )
                #expect(try await copy.streamKey(of: Samples.info().liveID) == "key")
                // The first write of the new lane takes coins out of the old one.
                let outcomes = try await copy.commit([
                    .refund(Samples.refund("2", reference: "again")), .order(Samples.order("4", Samples.cake)),
                ])
                guard case .refunded? = outcomes.first, case .order(.charged, _)? = outcomes.last else {
                    Issue.record("the ledger does not continue: \(outcomes)")
                    return
                }
                #expect(try await copy.auditLedger().problems == [])
                try await copy.close()
                await lease.release()
                let again = try await CommandProcess.run(["storage", "copy", "--data", folder.path, "--url", url])
                #expect(again.status == 2 && again.error.contains("in use"), "\(again)")
                let check = try await CommandProcess.run(["storage", "check", "--url", url, "--json"])
                #expect(check.status == 0 && check.output.contains("\"balanced\""), "\(check)")
            }
            try await original.close()
        }

        @Test func `the commands of operators read the ledger of PostgreSQL with the server's own configuration`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let environment = ["OVATION_STORAGE_URL": url]
                func run(_ words: String...) async throws -> CommandProcess {
                    try await CommandProcess.run(words, environment: environment)
                }
                let migrated = try await run("storage", "migrate")
                #expect(migrated.status == 0, "\(migrated)")
                let verified = try await run("ledger", "verify")
                #expect(verified.status == 0 && verified.output.contains("balances"), "\(verified)")
                let lease = try await PostgresAccess(PostgresAddress(url)).leaseOfTool(name: "test")
                let storage = try await PostgresStorage(lease, policy: LedgerPolicy())
                let halt = LedgerHalt(problems: ["a test halts it"], at: Samples.time)
                _ = try await storage.commit([.halt(halt, by: nil, at: Samples.time)])
                try await storage.close()
                await lease.release()
                #expect(try await run("ledger", "verify").output.contains("halted"))
                let resumed = try await run("ledger", "resume", "--json")
                #expect(resumed.status == 0 && resumed.output.contains(#""halted":false"#), "\(resumed)")
                #expect(try await !run("ledger", "verify").output.contains("halted"))
                for command in ["backup", "restore"] {
                    let refused = try await run("storage", command, "/nowhere")
                    #expect(
                        refused.status == 2 && refused.error.contains("pg_dump") == (command == "backup"), "\(refused)")
                    #expect(refused.error.contains("PostgreSQL"), "\(refused)")
                }
            }
        }

        @Test(arguments: [
            "postgres://ovation:hush@127.0.0.1:1/x", "postgres://ovation:12/hush@127.0.0.1:1/x",
            "postgres://ovation:p@ss/hush@127.0.0.1:1/x", "postgres://ovation:12/AbC+hush@127.0.0.1/x",
        ])
        func `no message shows the password in a URL`(url: String) async throws {
            for command in ["check", "migrate"] {
                let ran = try await CommandProcess.run(["storage", command, "--url", url])
                #expect(ran.status == 2 && !(ran.output + ran.error).contains("hush"), "\(ran)")
            }
            let configuration = try await CommandProcess.run(
                ["config", "check"], environment: ["OVATION_STORAGE_URL": url])
            #expect(!(configuration.output + configuration.error).contains("hush"), "\(configuration)")
        }
    }
#endif
