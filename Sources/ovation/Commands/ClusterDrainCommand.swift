import ArgumentParser
import OvationCommandLine
import OvationStorage

#if Cluster
    import OvationStoragePostgres
#endif

extension ClusterCommand {
    /// `ovation cluster drain`.
    struct Drain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drain", abstract: "Have a server hand its lives and clients to the others, and end.",
            discussion: """
                The same as SIGTERM to its process, from any machine: the server says that it is not ready, gives its lives back one \
                after the other, has its clients come back, and ends with 0. It takes limits.drainSeconds and limits.stopSeconds at \
                most. The command waits until the server has left and its lives run elsewhere. What starts servers again, such as \
                "restart: always" of Docker, starts this one again, too. Exits with 0, with 1 where the server was not asked or has \
                not left in time, with 2 where the database cannot be read.
                """)

        @OptionGroup var database: StorageCommand.Database
        @Argument(help: "The server's name, as \"ovation cluster status\" shows it.")
        var name: String
        @Flag(help: "Also where no other server serves, so that its lives wait until one starts.")
        var last = false
        @Option(help: ArgumentHelp("How long to wait for it. 0: only ask.", valueName: "seconds"))
        var waitSeconds = 60
        @Flag(
            help: ArgumentHelp(
                "Print JSON: {\"server\", \"outcome\": \"drained\"|\"asked\"|\"unknown\"|\"last\"|\"late\"}."))
        var json = false

        private struct Report: Encodable {
            let server: String
            let outcome: String
        }

        func validate() throws {
            guard (0...86_400).contains(waitSeconds) else {
                throw ValidationError("--wait-seconds is \(waitSeconds), but goes from 0 to 86400.")
            }
        }

        func run() async throws {
            try await StorageCommand.run {
                #if Cluster
                    let (access, _) = try database.access()
                    let (outcome, sentence) = try await drain(access)
                    if json {
                        try JSONOutput.print(Report(server: name, outcome: outcome))
                    } else {
                        Terminal(isColorful: false).print(sentence)
                    }
                    if outcome != "drained", outcome != "asked" { throw ClusterCommand.unwell }
                #else
                    throw StartupProblem.builtWithoutPostgreSQL
                #endif
            }
        }

        #if Cluster
            private func drain(_ access: PostgresAccess) async throws -> (outcome: String, sentence: String) {
                let seat: NodeSeat
                switch try await access.askToDrain(name, mayBeLast: last) {
                case .asked(let asked): seat = asked
                case .unknown(let serving):
                    let names = serving.isEmpty ? "none" : serving.joined(separator: ", ")
                    return (
                        "unknown", "No server \"\(name)\" serves \(access.address). Those that serve: \(names)."
                    )
                case .isLast:
                    return (
                        "last",
                        "No other server serves, so nobody would run the lives of \"\(name)\". Start another first, or add --last."
                    )
                }
                guard waitSeconds > 0 else {
                    return ("asked", "\"\(name)\" is asked to hand its lives over and to end.")
                }
                let end = ContinuousClock.now + .seconds(waitSeconds)
                repeat {
                    try await Task.sleep(for: .milliseconds(200))
                    let found = try await access.cluster()
                    let isHere = found.members.contains { $0.node.seat == seat && $0.node.state == .serving }
                    if !isHere, found.livesWithoutHome == 0 || last {
                        return ("drained", "\"\(name)\" has left, and its lives run elsewhere.")
                    }
                } while ContinuousClock.now < end
                return (
                    "late",
                    "\"\(name)\" has not left within \(waitSeconds) s, or lives have no home. Look with \"ovation cluster status\"."
                )
            }
        #endif
    }
}
