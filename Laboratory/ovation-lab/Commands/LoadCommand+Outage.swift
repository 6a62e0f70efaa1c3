import ArgumentParser

extension LoadCommand {
    /// `ovation-lab load outage`.
    struct Outage: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(viewers: 1_000, gifts: 5, ramp: 1, duration: 5)
        static let configuration = CommandConfiguration(
            commandName: "outage", abstract: "The server's database is killed in a live, and comes back.",
            discussion: """
                Measures for --duration before the database is killed, as long without it, and as long afterwards. Passes where messages \
                are told as before, gifts go on in time, every gift that was charged is told, and nobody is cut off. \
                "Laboratory/scripts/measure-outage" runs it with a PostgreSQL of its own.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Shell command that kills the database.", valueName: "command"))
        var stop: String

        @Option(
            help: ArgumentHelp(
                "Shell command that starts it, and ends when it accepts connections.", valueName: "command"))
        var start: String

        @Option(help: ArgumentHelp("By how much p99 of the messages may rise without it.", valueName: "per cent"))
        var rise = 20.0

        @Option(help: ArgumentHelp("Seconds within which gifts must go on.", valueName: "seconds"))
        var within = 5.0

        func validate() throws {
            if !(0...100_000).contains(rise) { throw ValidationError("--rise is from 0 to 100000.") }
            if within <= 0 { throw ValidationError("--within is more than 0.") }
            if options.gifts == 0 { throw ValidationError("It is gifts that are waited for; --gifts is more than 0.") }
        }

        func run() async throws {
            try await options.perform(
                OutageScenario(stop: stop, start: start, risePercentMax: rise, giftsWithinSeconds: within),
                Self.defaults)
        }
    }
}
