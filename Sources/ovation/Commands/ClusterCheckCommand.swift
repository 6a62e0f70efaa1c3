import ArgumentParser
import OvationCommandLine
import OvationStorage

#if Cluster
    import OvationStoragePostgres
#endif

extension ClusterCommand {
    /// `ovation cluster check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Look whether the servers fit together, and say what does not.",
            discussion: """
                Reads PostgreSQL, where each server says every few seconds how it is; asks no server, changes nothing. It compares \
                versions, clocks and leases, and whether the servers hear each other over NATS. Exits with 0, with 1 where something is \
                wrong, with 2 where the database cannot be read. What may be on purpose, as two versions during an upgrade, is told \
                and exits with 0.
                """)

        @OptionGroup var database: StorageCommand.Database
        @Flag(
            help: ArgumentHelp(
                "Print JSON: {\"database\", \"isSound\", \"problems\": [\"…\"], \"notes\": [\"…\"]}."))
        var json = false

        private struct Report: Encodable {
            let database: String
            let isSound: Bool
            let problems: [String]
            let notes: [String]
        }

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let (access, _) = try database.access()
                    let found = try await access.cluster()
                    let check = ClusterCheck(
                        nodes: found.members.map(\.node), livesWithoutHome: found.livesWithoutHome,
                        leaseMilliseconds: PostgresLease.expirySeconds * 1_000)
                    let report = Report(
                        database: "\(access.address)", isSound: check.problems.isEmpty, problems: check.problems,
                        notes: check.notes)
                    if json { try JSONOutput.print(report) } else { show(report) }
                    if !report.isSound { throw ClusterCommand.unwell }
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }

        private func show(_ report: Report) {
            let terminal = Terminal(isColorful: false)
            for problem in report.problems { terminal.print("wrong: \(problem)") }
            for note in report.notes { terminal.print("note: \(note)") }
            if report.isSound { terminal.print("\(report.database): the servers fit together.") }
        }
    }
}
