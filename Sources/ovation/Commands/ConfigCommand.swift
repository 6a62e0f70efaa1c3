import ArgumentParser
import Foundation
import OvationCommandLine
import OvationHTTP

/// `ovation config`: shows and checks the configuration.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and check the configuration.",
        subcommands: [Check.self, Default.self])

    /// `ovation config check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say everything that is wrong with the configuration, without starting a server.",
            discussion:
                "Reads the flags, environment and file of \"ovation serve\", and the files that they name for TLS. "
                + "Exits with 0 where it is OK, else with 1."
        )

        @OptionGroup var options: ConfigurationOptions

        @Flag(help: "Print JSON: {\"ok\", \"problems\", \"warnings\"}.")
        var json = false

        func run() async throws {
            let loaded = try options.load()
            var problems = loaded.problems
            do {
                try loaded.settings.tlsFiles?.check()
            } catch {
                problems.append(error.description)
            }
            if json {
                try JSONOutput.print(Report(ok: problems.isEmpty, problems: problems, warnings: loaded.warnings))
            } else {
                for warning in loaded.warnings { StandardError.print("Warning: \(warning)") }
                for problem in problems { print(problem) }
                if problems.isEmpty { print("OK") }
            }
            if !problems.isEmpty { throw ExitCode(1) }
        }

        private struct Report: Encodable {
            let ok: Bool
            let problems: [String]
            let warnings: [String]
        }
    }

    /// `ovation config default`.
    struct Default: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default", abstract: "Print every key with its default and what it is for, as a YAML file.")

        func run() async throws { print(DefaultConfigurationFile.text, terminator: "") }
    }
}
