import ArgumentParser

extension LoadCommand {
    /// `ovation-lab load seats`.
    struct Seats: AsyncParsableCommand {
        /// Seven guests sit beside the host of each live.
        static let guestsPerRoom = 7
        static let defaults = LoadOptions.Defaults(
            viewers: 7_000, chat: 0, gifts: 0.05, likes: 0, ramp: 5, duration: 20, atOnce: 512)
        static let configuration = CommandConfiguration(
            commandName: "seats", abstract: "Those who sit in many lives change something of their seats all the time.",
            discussion: """
                Measures for --duration without changes and as long with them. Give --rooms 1000 for the thousand lives with \
                eight seats of docs/performance.md; without --viewers seven guests sit beside each host. Passes where the server \
                keeps up with the changes (--changes), answers each, tells all of them, and 99 % of the gifts are not much \
                later (--rise).
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Changes of seats a second, of all lives together.", valueName: "number"))
        var changes = 10_000.0

        @Option(help: ArgumentHelp("By how much p99 of gifts may rise.", valueName: "per cent"))
        var rise = 20.0

        func validate() throws {
            if !(1...1_000_000).contains(changes) { throw ValidationError("--changes is from 1 to 1000000.") }
            if !(0...100_000).contains(rise) { throw ValidationError("--rise is from 0 to 100000.") }
            if options.gifts == 0 { throw ValidationError("It is gifts that are measured; --gifts is more than 0.") }
            if viewers > options.rooms * Self.guestsPerRoom {
                throw ValidationError("A live has seats for \(Self.guestsPerRoom) guests; give more --rooms.")
            }
        }

        /// How many sit beside the hosts.
        var viewers: Int { options.viewers ?? options.rooms * Self.guestsPerRoom }

        /// What is done, from what was given.
        var scenario: SeatsScenario { SeatsScenario(changesPerSecond: changes, risePercentMax: rise) }

        func run() async throws {
            var defaults = Self.defaults
            defaults.viewers = viewers
            try await options.perform(scenario, defaults)
        }
    }
}
