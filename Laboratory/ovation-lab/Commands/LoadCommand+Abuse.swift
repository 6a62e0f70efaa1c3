import ArgumentParser

extension HostileKind: ExpressibleByArgument {}

extension LoadCommand {
    /// `ovation-lab load abuse`.
    struct Abuse: AsyncParsableCommand {
        /// The rates that hold by default hold here too, because they are what is tried.
        static let defaults = LoadOptions.Defaults(
            viewers: 1_000, chat: 10, gifts: 20, likes: 5, ramp: 1, duration: 10,
            limits: ["roomMessagesPerSecond": 40, "userMessagesPerSecond": 5])
        static let configuration = CommandConfiguration(
            commandName: "abuse", abstract: "Hostile users write as fast as their sockets take it, beside honest ones.",
            discussion: """
                Measures for --duration without the hostile users and as long with them. Each does one thing without a \
                pause: \(HostileKind.allCases.map(\.rawValue).joined(separator: ", ")). Tells what they offered, what the \
                server read of it and what it refused. Passes where 99 % of the honest users' gifts are not much later \
                (--rise), all of them are told, and nobody honest is cut off.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Hostile users.", valueName: "number"))
        var hostile = 100

        @Option(
            name: .customLong("kind"), parsing: .singleValue,
            help: ArgumentHelp(
                "What the hostile users do (default: each kind in turn); may be repeated.", valueName: "kind"))
        var kinds: [HostileKind] = []

        @Option(help: ArgumentHelp("By how much p99 of the honest users' gifts may rise.", valueName: "per cent"))
        var rise = 20.0

        func validate() throws {
            if !(1...100_000).contains(hostile) { throw ValidationError("--hostile is from 1 to 100000.") }
            if !(0...100_000).contains(rise) { throw ValidationError("--rise is from 0 to 100000.") }
            if options.gifts == 0 { throw ValidationError("It is gifts that are measured; --gifts is more than 0.") }
        }

        /// What is done, from what was given.
        var scenario: AbuseScenario {
            AbuseScenario(
                hostile: hostile, kinds: kinds.isEmpty ? HostileKind.allCases : kinds, risePercentMax: rise)
        }

        func run() async throws {
            try await options.perform(scenario, Self.defaults, extraConnections: hostile)
        }
    }
}
