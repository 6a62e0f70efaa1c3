import ArgumentParser

extension LoadCommand {
    /// `ovation-lab load reactions`.
    struct Reactions: AsyncParsableCommand {
        /// The rates that hold by default hold here too.
        static let defaults = LoadOptions.Defaults(
            viewers: 1_000, chat: 10, gifts: 20, likes: 0, ramp: 1, duration: 10,
            limits: ["roomMessagesPerSecond": 40, "userMessagesPerSecond": 5])
        static let configuration = CommandConfiguration(
            commandName: "reactions", abstract: "Everybody taps reactions as fast as thumbs can.",
            discussion: """
                Measures for --duration without taps and as long with them. Passes where the taps become few events for each \
                viewer (--events), every viewer's numbers add up to the taps that the server took, and 99 % of the gifts \
                are not much later (--rise).
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Taps a second, of all viewers together.", valueName: "number"))
        var taps = 20_000.0

        @Option(
            help: ArgumentHelp("Taps that a client counts in one command; 1 sends each by itself.", valueName: "number")
        )
        var gathered = 4

        @Option(help: ArgumentHelp("Events a second that a viewer may be told.", valueName: "number"))
        var events = 10.0

        @Option(help: ArgumentHelp("By how much p99 of gifts may rise.", valueName: "per cent"))
        var rise = 20.0

        func validate() throws {
            if !(1...10_000_000).contains(taps) { throw ValidationError("--taps is from 1 to 10000000.") }
            if !(1...100).contains(gathered) { throw ValidationError("--gathered is from 1 to 100.") }
            if !(1...1_000).contains(events) { throw ValidationError("--events is from 1 to 1000.") }
            if !(0...100_000).contains(rise) { throw ValidationError("--rise is from 0 to 100000.") }
            if options.gifts == 0 { throw ValidationError("It is gifts that are measured; --gifts is more than 0.") }
        }

        /// What is done, from what was given.
        var scenario: ReactionsScenario {
            ReactionsScenario(
                tapsPerSecond: taps, tapsPerCommand: gathered, eventsPerSecondMax: events, risePercentMax: rise)
        }

        func run() async throws { try await options.perform(scenario, Self.defaults) }
    }
}
