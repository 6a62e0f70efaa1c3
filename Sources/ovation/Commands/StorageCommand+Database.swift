import ArgumentParser
import OvationCommandLine
import OvationStorage
#if Cluster
    import OvationStoragePostgres
#endif

extension StorageCommand {
    /// Which PostgreSQL database a command means.
    struct Database: ParsableArguments {
        @Option(help: ArgumentHelp("YAML file with the configuration (or OVATION_CONFIG).", valueName: "file"))
        var config: String?

        @Option(
            help: ArgumentHelp(
                "postgres://user:password@host/database (default: storage.url). Others see it in the list of processes; "
                    + "OVATION_STORAGE_URL is not seen.",
                valueName: "url"))
        var url: String?

        #if Cluster
            /// The way to the database, and what the configuration says besides.
            ///
            /// - Throws: `StorageError` with what is missing.
            func access() throws -> (access: PostgresAccess, settings: ServerSettings) {
                let flags = url.map { [ConfigurationFlag(spelling: "--url", key: "storage.url", values: [$0])] } ?? []
                let settings = try ConfigurationReader.settings(of: ConfigurationReader.load(flags: flags, file: config))
                guard let url = settings.storageURL else {
                    throw StorageError("Name the database with --url, OVATION_STORAGE_URL or storage.url.")
                }
                return (PostgresAccess(try PostgresAddress(url)), settings)
            }
        #endif
    }

    /// `ovation storage migrate`.
    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate", abstract: "Make or update the tables of a PostgreSQL database.",
            discussion: """
                  ovation storage migrate --url postgres://owner@db.example.com/ovation --grant-to live_server

                Run it as the owner of the database. A server with the role of --grant-to can then add rows to the ledger, and neither
                change nor delete them. May run beside servers. Exits with 0, else with 2, and then nothing was changed.
                """)

        @OptionGroup var database: Database
        @Option(help: ArgumentHelp("The role of the server, which gets the rights that it needs.", valueName: "role"))
        var grantTo: String?

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let names = try await database.access().access.migrate(grantingTo: grantTo)
                    print(
                        names.isEmpty
                            ? "The tables are those of this version."
                            : "Made: \(names.map { "\"\($0)\"" }.joined(separator: ", ")).")
                    if let grantTo { print("The role \(grantTo) may run a server.") }
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }
    }

    /// `ovation storage check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Look who serves a PostgreSQL database, and audit its ledger.",
            discussion: """
                Changes nothing and may run beside servers. Exits with 0, with 1 where the ledger does not balance, with 2 where the
                database cannot be read.
                """)

        @OptionGroup var database: Database
        @Flag(
            help:
                "Print JSON: {\"database\", \"server\", \"balanced\", \"accounts\", \"entries\", \"orders\", \"problems\", \"halted\"}.")
        var json = false

        private struct Report: Encodable {
            let database: String
            let server: String?
            let balanced: Bool
            let accounts: Int
            let entries: Int
            let orders: Int
            let problems: [String]
            let halted: Bool
        }

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let (access, _) = try database.access()
                    let found = try await access.inspect()
                    let report = Report(
                        database: "\(access.address)", server: found.server, balanced: found.audit.isBalanced,
                        accounts: found.audit.accounts, entries: found.audit.entries, orders: found.audit.orders,
                        problems: found.audit.problems, halted: found.halt != nil)
                    if json {
                        try JSONOutput.print(report)
                    } else {
                        for problem in report.problems { print(problem) }
                        print("\(report.database): \(report.server.map { "served by \($0)" } ?? "no server runs on it").")
                        print(
                            "\(report.accounts) accounts, \(report.entries) entries, \(report.orders) orders. The ledger "
                                + (report.balanced ? "balances." : "does NOT balance."))
                        if report.halted { print("Gifting is halted. See docs/money.md.") }
                    }
                    if !report.balanced { throw StorageCommand.Exit.unbalanced }
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }
    }

    /// `ovation storage copy`.
    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copy a data folder's database into an empty PostgreSQL database.",
            discussion: """
                  ovation storage copy --data /var/lib/ovation --url postgres://owner@db.example.com/ovation

                The server must be stopped. Both ledgers are audited, and every table's rows are counted on both sides; entries keep their
                numbers. One transaction has all of it: exits with 0, else with 2, and then PostgreSQL has nothing. The secret stays in the
                data folder: give every server of the database the same one, with app.secret.
                """)

        @OptionGroup var database: Database
        @Option(help: ArgumentHelp("Data folder to copy from.", valueName: "folder")) var data: String

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let holder = DataFolderLock.Holder(command: "ovation storage copy")
                    let lock = try DataFolderLock.take(data, for: holder)
                    defer { lock.release() }
                    let (access, _) = try database.access()
                    let copied = try await DatabaseCopy(path: DataFolder.database(in: data), access: access).run {
                        StandardError.print($0)
                    }
                    print(
                        "\(access.address): \(copied.accounts) accounts, \(copied.entries) entries, \(copied.orders) orders. "
                            + "The ledger balances.")
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }
    }

    /// `ovation storage agree`.
    struct Agree: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "agree", abstract: "Change what all servers of a PostgreSQL database agree on.",
            discussion: """
                The first server stores its app, its midnight of the boards and a mark of its secret, and a server with another one refuses
                to start. After a change in the configuration of all, stop them, run this with the new configuration, and start them.
                Exits with 0, else with 2.
                """)

        @OptionGroup var database: Database

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let (access, settings) = try database.access()
                    guard let secret = settings.secret else {
                        throw StorageError("Name the secret that the servers share with app.secret or OVATION_APP_SECRET.")
                    }
                    try await access.agree(on: PostgresService.agreement(settings, secret: secret))
                    print("The servers of \(access.address) agree on this configuration.")
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }
    }
}
