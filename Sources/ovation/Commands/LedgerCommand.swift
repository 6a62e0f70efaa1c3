import ArgumentParser
import Foundation
import OvationCommandLine
import OvationRules
import OvationStorage

/// `ovation ledger`: looks at the books of a server.
struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Audit the ledger of a server, and let gifting go on after a halt.",
        subcommands: [Verify.self, Resume.self])

    /// Where the books are.
    struct Folder: ParsableArguments {
        @Option(help: ArgumentHelp("YAML file with the configuration (or OVATION_CONFIG).", valueName: "file"))
        var config: String?

        @Option(
            help: ArgumentHelp(
                "Data folder of the server (default: the database of storage.url, else ./data, while a server runs on it).",
                valueName: "folder"))
        var data: String?

        /// What flags, environment and file say. A folder that is named wins over a database that is configured.
        ///
        /// - Throws: ``StartupProblem``.
        func settings() throws -> ServerSettings {
            let flags = data.map { [ConfigurationFlag(spelling: "--data", key: "server.data", values: [$0])] } ?? []
            var settings = try ConfigurationReader.settings(of: ConfigurationReader.load(flags: flags, file: config))
            if data != nil { settings.storageURL = nil }
            return settings
        }

        /// The books of the server.
        ///
        /// - Throws: `StorageError` with what is wrong with the configuration or the folder, as with the database itself.
        func books() throws -> Books {
            do {
                return try Books(try settings())
            } catch let problem as StartupProblem {
                throw StorageError(problem.description)
            }
        }
    }

    /// The exit codes beside 0.
    private enum Exit {
        static let unbalanced = ExitCode(1)
        static let unreadable = ExitCode(2)
    }

    /// What an audit found, for programs.
    private struct Report: Encodable {
        let balanced: Bool
        let accounts: Int
        let entries: Int
        let orders: Int
        let problems: [String]
        let halted: Bool

        init(_ audit: LedgerAudit, isHalted: Bool) {
            balanced = audit.isBalanced
            accounts = audit.accounts
            entries = audit.entries
            orders = audit.orders
            problems = audit.problems
            halted = isHalted
        }

        func print(asJSON: Bool) throws {
            if asJSON { return try JSONOutput.print(self) }
            for problem in problems { Swift.print(problem) }
            let counts = "\(accounts) accounts, \(entries) entries, \(orders) orders"
            Swift.print(balanced ? "The ledger balances: \(counts)." : "The ledger does NOT balance: \(counts).")
            if halted {
                Swift.print(
                    balanced
                        ? "Gifting is halted. Run \"ovation ledger resume\" to let it go on."
                        : "Gifting is halted until the ledger balances again. See docs/money.md.")
            }
        }
    }

    /// `ovation ledger verify`.
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Add up every entry and compare it with every balance.",
            discussion: """
                Changes nothing and may run beside the server. Exits with 0 where everything balances, with 1 where it
                does not, with 2 where the database cannot be read.
                """)

        @OptionGroup var folder: Folder

        @Flag(
            help: "Print JSON: {\"balanced\", \"accounts\", \"entries\", \"orders\", \"problems\", \"halted\"}.")
        var json = false

        func run() async throws {
            let audit: LedgerAudit
            let halt: LedgerHalt?
            do {
                (audit, halt) = try await folder.books().verify()
            } catch let error as StorageError {
                StandardError.print("Error: \(error)")
                throw Exit.unreadable
            }
            try Report(audit, isHalted: halt != nil).print(asJSON: json)
            if !audit.isBalanced { throw Exit.unbalanced }
        }
    }

    /// `ovation ledger resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Let gifting go on after a halt, where a full audit finds nothing.",
            discussion: """
                May run beside the server, which sees it with its next audit. Exits with 0 where gifting goes on, with 1
                where the ledger still does not balance, with 2 where the database cannot be read.
                """)

        @OptionGroup var folder: Folder

        @Flag(
            help: "Print JSON: {\"balanced\", \"accounts\", \"entries\", \"orders\", \"problems\", \"halted\"}.")
        var json = false

        func run() async throws {
            do {
                let (audit, isHalted) = try await folder.books().resume()
                try Report(audit, isHalted: isHalted).print(asJSON: json)
                if !audit.isBalanced { throw Exit.unbalanced }
            } catch let error as StorageError {
                StandardError.print("Error: \(error)")
                throw Exit.unreadable
            }
        }
    }
}
