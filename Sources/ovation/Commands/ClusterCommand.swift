import ArgumentParser
import OvationCommandLine
import OvationStorage

#if Cluster
    import OvationStoragePostgres
#endif

/// `ovation cluster`: the servers that serve a database at the same time.
struct ClusterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster", abstract: "Look at the servers that serve a PostgreSQL database at the same time.",
        discussion: "docs/operating/cluster.md says how they are set up.", subcommands: [Status.self])

    /// Something is not as it should be.
    static let unwell = ExitCode(1)

    /// `ovation cluster status`.
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Tell which servers there are, and how many lives each runs.",
            discussion: """
                Reads PostgreSQL, asks no server, changes nothing. A server is "serving", "late" where its lease has run out, "apart"
                where it hears few of the others over the broker, or "gone": it was stopped, or the others took it for gone. Exits with 0,
                with 1 where a server is late or apart or a live has no home for now, with 2 where the database cannot be read.
                """)

        @OptionGroup var database: StorageCommand.Database
        @Flag(
            help: ArgumentHelp(
                "Print JSON: {\"database\", \"servers\": [{\"name\", \"slot\", \"incarnation\", \"version\", \"state\", "
                    + "\"leaseAgeMilliseconds\", \"lives\"}], \"livesWithoutHome\"}."))
        var json = false

        private struct Report: Encodable {
            struct Server: Encodable {
                let name: String
                let slot: Int64
                let incarnation: Int64
                let version: String
                let state: String
                let leaseAgeMilliseconds: Int64
                let lives: Int
            }

            let database: String
            let servers: [Server]
            let livesWithoutHome: Int
        }

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let (access, _) = try database.access()
                    let found = try await access.cluster()
                    let report = Report(
                        database: "\(access.address)", servers: found.members.map(Self.server),
                        livesWithoutHome: found.livesWithoutHome)
                    if json { try JSONOutput.print(report) } else { show(report) }
                    if report.livesWithoutHome > 0
                        || report.servers.contains(where: { ["late", "apart"].contains($0.state) })
                    {
                        throw ClusterCommand.unwell
                    }
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }

        #if Cluster
            private static func server(_ member: PostgresAccess.ClusterReport.Member) -> Report.Server {
                let node = member.node
                return Report.Server(
                    name: node.name, slot: node.seat.slot, incarnation: node.seat.incarnation, version: node.version,
                    state: member.isLate ? "late" : member.isApart ? "apart" : node.state.rawValue,
                    leaseAgeMilliseconds: Int64(node.leaseAge / .milliseconds(1)), lives: member.lives)
            }
        #endif

        private func show(_ report: Report) {
            guard !report.servers.isEmpty else { return print("\(report.database): no server has run on it yet.") }
            let terminal = Terminal(isColorful: false)
            let rows = report.servers.map {
                [
                    $0.name, "\($0.slot).\($0.incarnation)", $0.version, $0.state, "\($0.leaseAgeMilliseconds) ms",
                    "\($0.lives)",
                ]
            }
            let head = ["server", "place", "version", "state", "lease", "lives"]
            for line in terminal.table(head, rows, numbers: [4, 5]) { terminal.print(line) }
            if report.livesWithoutHome > 0 {
                terminal.print("\(report.livesWithoutHome) lives have no home at the moment.")
            }
        }
    }
}
