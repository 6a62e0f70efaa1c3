import ArgumentParser
import Foundation
import OvationCommandLine
import OvationStorage

/// `ovation storage`: what a data folder keeps, and copies of it.
struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage", abstract: "Back up and restore a data folder; make and look at a PostgreSQL database.",
        discussion: "docs/operating/backup.md says how the two go together.",
        subcommands: [
            Backup.self, Restore.self, NewSecret.self, Migrate.self, Check.self, Copy.self, Agree.self,
        ])

    /// The exit codes beside 0.
    enum Exit {
        static let unbalanced = ExitCode(1)
        static let failed = ExitCode(2)
    }

    /// Does something, and ends the process with a sentence and a code where it fails.
    static func run(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as BackupFolder.Problem {
            StandardError.print("Error: \(error)")
            throw Exit.failed
        } catch let error as StorageError {
            StandardError.print("Error: \(error)")
            throw Exit.failed
        } catch let error as StartupProblem {
            StandardError.print("Error: \(error)")
            throw Exit.failed
        }
    }

    /// `ovation storage backup`.
    struct Backup: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy database and secret of a data folder into a new folder, and audit the copy.",
            discussion: """
                  ovation storage backup /backups/2026-11-22

                May run beside the server, which goes on: the copy is the database as it is at one moment. The folder is there when the copy
                is whole, audited and on the disk. Exits with 0, with 1 where it was made and its ledger does not balance, with 2 where it
                was not made.
                """)

        @Argument(help: "The folder to make; its parent has to be there.") var folder: String
        @OptionGroup var data: LedgerCommand.Folder
        @Flag(
            help:
                "Print JSON: {\"folder\", \"bytes\", \"balanced\", \"hasSecret\", \"accounts\", \"entries\", \"orders\", …}."
        )
        var json = false

        func run() async throws {
            try await StorageCommand.run {
                let settings = try data.settings()
                guard settings.storageURL == nil else {
                    throw BackupFolder.Problem(
                        """
                        The server keeps everything in PostgreSQL (storage.url). Back the database up with pg_dump or with base \
                        backups; see docs/operating/postgresql.md. For the database of a data folder, name it with --data.
                        """)
                }
                let running = try DataFolder.confirm(settings)
                let backup = BackupFolder(path: folder)
                let (note, audit) = try backup.make(
                    of: settings.dataFolder, version: OvationCommand.version, at: Date())
                if json {
                    try JSONOutput.print(Report(folder: folder, note: note, audit: audit))
                } else {
                    for problem in audit.problems { print(problem) }
                    print(
                        "\(folder): \(note.bytes) bytes, \(note.accounts) accounts, \(note.entries) entries, "
                            + "\(note.orders) orders. The ledger \(audit.isBalanced ? "balances" : "does NOT balance")."
                    )
                }
                if settings.secret != nil || running?.usesFolderSecret == false {
                    StandardError.print(
                        "Note: the server has its secret from its configuration (app.secret). Keep that too: without it every "
                            + "UserSig is over.")
                } else if !note.hasSecret {
                    StandardError.print("Warning: \(settings.dataFolder) has no secret, so the backup has none either.")
                }
                if !audit.isBalanced { throw Exit.unbalanced }
            }
        }
    }

    /// `ovation storage restore`.
    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Put a backup into a data folder on which no server runs.",
            discussion: """
                  ovation storage restore /backups/2026-11-22 --data /var/lib/ovation

                The copy is compared with what was written, brought up to this version and audited before anything in the folder is changed.
                What happened after the backup is gone: lives, messages, and orders with their coins. Exits with 0, else with 2, and then
                the folder is as it was.
                """)

        @Argument(help: "The backup.") var folder: String
        @OptionGroup var data: LedgerCommand.Folder
        @Option(
            help: ArgumentHelp("A file with the secret, instead of the one in the backup.", valueName: "file"))
        var secretFile: String?
        @Flag(help: "Move away what the data folder has, within it, instead of refusing.") var replace = false
        @Flag(
            help:
                "Print JSON: {\"folder\", \"bytes\", \"balanced\", \"hasSecret\", \"accounts\", \"entries\", \"orders\", …}."
        )
        var json = false

        func run() async throws {
            try await StorageCommand.run {
                let settings = try data.settings()
                guard settings.storageURL == nil else {
                    throw BackupFolder.Problem(
                        """
                        The server keeps everything in PostgreSQL (storage.url). Restore the database with PostgreSQL's own tools; \
                        see docs/operating/postgresql.md. For the database of a data folder, name it with --data.
                        """)
                }
                guard settings.namedKeys.contains("server.data") else {
                    throw BackupFolder.Problem(
                        "Name the data folder to restore into with --data, OVATION_SERVER_DATA or the configuration.")
                }
                let report = try await Restoration(
                    backup: BackupFolder(path: folder), dataFolder: settings.dataFolder, policy: settings.ledgerPolicy,
                    replaces: replace, givenSecret: try secretFile.map { try ServerSecret.read(file: $0) },
                    hasConfiguredSecret: settings.secret != nil
                ).run(at: Date())
                if json {
                    return try JSONOutput.print(
                        Report(folder: settings.dataFolder, note: report.note, audit: report.audit))
                }
                if let replaced = report.replaced { print("What was there is in \(replaced).") }
                print(
                    "\(settings.dataFolder) is as it was at \(report.note.madeAt.formatted(.iso8601)): \(report.audit.accounts) "
                        + "accounts, \(report.audit.entries) entries, \(report.audit.orders) orders. The ledger balances."
                )
            }
        }
    }

    /// `ovation storage new-secret`.
    struct NewSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-secret", abstract: "Make a secret for a data folder that has lost its own.",
            discussion: "Every UserSig that was made with the old one is over. A folder that has a secret keeps it.")

        @OptionGroup var data: LedgerCommand.Folder

        func run() async throws {
            try await StorageCommand.run {
                let settings = try data.settings()
                guard settings.namedKeys.contains("server.data") else {
                    throw BackupFolder.Problem(
                        "Name the data folder with --data, OVATION_SERVER_DATA or the configuration.")
                }
                let path = ServerSecret.path(inDataFolder: settings.dataFolder)
                guard try ServerSecret.read(dataFolder: settings.dataFolder) == nil else {
                    throw BackupFolder.Problem("\(path) is there. Move it away first if you mean to end every UserSig.")
                }
                _ = try ServerSecret.make(dataFolder: settings.dataFolder)
                print("Made \(path).")
            }
        }
    }

    /// What was done, for programs.
    private struct Report: Encodable {
        let folder: String
        let madeAt: Date
        let bytes: Int
        let hasSecret: Bool
        let balanced: Bool
        let accounts: Int
        let entries: Int
        let orders: Int
        let problems: [String]

        init(folder: String, note: BackupFolder.Note, audit: LedgerAudit) {
            self.folder = folder
            madeAt = note.madeAt
            bytes = note.bytes
            hasSecret = note.hasSecret
            balanced = audit.isBalanced
            accounts = audit.accounts
            entries = audit.entries
            orders = audit.orders
            problems = audit.problems
        }
    }
}
