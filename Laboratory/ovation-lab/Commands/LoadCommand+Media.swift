import ArgumentParser

extension LoadCommand {
    /// `ovation-lab load media`.
    struct Media: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 500, chat: 10, gifts: 20, likes: 0, ramp: 1, duration: 10)
        static let configuration = CommandConfiguration(
            commandName: "media", abstract: "Lives with a picture: what players see, and what it costs the others.",
            discussion: """
                The tool publishes a picture of --bit-rate into each live. In turns (--rounds) it measures for --duration with \
                --players over WebSocket and as long without. Passes where 99 % of the players see a picture within 1.5 s and are \
                at most 3 s behind the publisher, the whole rate reaches them, and 99 % of the gifts are not much later (--times, \
                or 10 ms more; medians of the rounds).

                  ovation-lab load media --start-server
                  ovation-lab load media --start-server --rooms 20 --players 500 --bit-rate 600000 --json
                  ovation-lab load media --start-server --beside-nginx

                With --beside-nginx an nginx of one process serves the same fragments as files to as many readers, in each round; \
                the server's CPU time a megabyte may be twice that of nginx.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Players over WebSocket, over all lives.", valueName: "number"))
        var players = 500

        @Option(help: ArgumentHelp("Bits a second of each picture.", valueName: "number"))
        var bitRate = 1_000_000

        @Option(help: ArgumentHelp("How long a fragment of it lasts.", valueName: "ms"))
        var fragment = 1_000

        @Option(help: ArgumentHelp("Rounds, each with players and without.", valueName: "number"))
        var rounds = 5

        @Option(help: ArgumentHelp("Over which time the players of a round come.", valueName: "seconds"))
        var playerRamp = 2.0

        @Option(help: ArgumentHelp("How many times the p99 of gifts may be with players.", valueName: "number"))
        var times = 1.3

        @Flag(help: "Measure nginx with the same fragments as files, too.")
        var besideNginx = false

        func validate() throws {
            if !(1...100_000).contains(players) { throw ValidationError("--players is from 1 to 100000.") }
            if !(64_000...12_000_000).contains(bitRate) {
                throw ValidationError("--bit-rate is from 64000 to 12000000.")
            }
            if !(200...2_000).contains(fragment) { throw ValidationError("--fragment is from 200 to 2000.") }
            if !(1...100).contains(rounds) { throw ValidationError("--rounds is from 1 to 100.") }
            if !(0...600).contains(playerRamp) { throw ValidationError("--player-ramp is from 0 to 600.") }
            if !(1...1_000).contains(times) { throw ValidationError("--times is from 1 to 1000.") }
            if options.gifts == 0 { throw ValidationError("It is gifts that are measured; --gifts is more than 0.") }
        }

        /// What is done, from what was given.
        var scenario: MediaScenario {
            MediaScenario(
                players: players, bitsPerSecond: bitRate, fragmentMilliseconds: fragment, rounds: rounds,
                rampSeconds: playerRamp, isBesideNginx: besideNginx, giftTimesMax: times)
        }

        func run() async throws {
            // A player is a connection, and with nginx a second one later.
            try await options.perform(scenario, Self.defaults, extraConnections: players + options.rooms)
        }
    }
}
