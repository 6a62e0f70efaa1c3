import ArgumentParser

/// The command `ovation`.
@main
struct OvationCommand: AsyncParsableCommand {
    /// The version of this build.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "ovation",
        abstract: "The interaction engine of live streaming: lives, audience, barrage, gifts and their billing, likes.",
        discussion: """
            To see it work, start a developer's server and open http://127.0.0.1:8080 in a browser:

              ovation serve --dev

            For an app, start it with its sdkAppID and secret, the ones with which its backend makes UserSigs:

              OVATION_APP_SECRET=… ovation serve --sdk-app-id 1400000000

            Every setting is a flag, an environment variable and a key of a YAML file, in this order of precedence:

              --server.port 9000   OVATION_SERVER_PORT=9000   server: { port: 9000 }

            "ovation config default" prints all of them, "ovation config check" says what is wrong with yours.
            """,
        version: version,
        subcommands: [
            ServeCommand.self, WatchCommand.self, ConfigCommand.self, UserSigCommand.self, LedgerCommand.self,
            StorageCommand.self, GiftCommand.self, FileCommand.self, RoomsCommand.self, UsersCommand.self,
            OpenAPICommand.self,
            SVGACommand.self, MediaCommand.self, AuditCommand.self, ClusterCommand.self,
        ])

    /// Runs the command line of this process.
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.first == ServeCommand.configuration.commandName else { return await main(expanding: words) }
        // First of all: a server is told to stop at any moment, and reading its configuration takes a while.
        await StopSignals.trapping { await main(expanding: words) }
    }

    private static func main(expanding words: [String]) async {
        await main(ConfigurationFlag.expandingKeys(in: words))
    }
}
