import ArgumentParser

/// `ovation-lab load`: loads a server with viewers and says how it did.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Load a server with viewers, messages, gifts and likes, and say how it did.",
        discussion: """
            Thousands of viewers in one process enter lives that the tool creates for itself, take turns at sending, and \
            check every event that they are told: its number, its age, and that no gift is missing. A line shows how it \
            goes; in the end stand deliveries a second, how old messages and gifts were, what was lost, and what must hold.

            A server of one's own on one processor, a thousand viewers, forty messages a second:

              ovation-lab load --start-server

            A server that is there, with the app's secret, and its process to measure:

              OVATION_APP_SECRET=… ovation-lab load --server wss://live.example.com --viewers 500 --ramp 30
              ovation-lab load --server ws://127.0.0.1:8080 --server-pid 4711 --viewers 5000 --p99-max 85

            Cases with a verdict, one command each:

              ovation-lab load join-storm --start-server --viewers 5000 --within 3
              ovation-lab load reconnect --start-server --viewers 5000 --within 10
              ovation-lab load slow-consumers --start-server --viewers 1000 --stalled 100
              ovation-lab load idle --start-server --viewers 19000 --duration 600
              ovation-lab load overload --start-server --viewers 1000
              ovation-lab load compression --start-server --viewers 1000
              ovation-lab load abuse --start-server --viewers 1000 --hostile 100
              ovation-lab load reactions --start-server --viewers 1000 --taps 20000
              ovation-lab load seats --start-server --rooms 1000 --changes 10000
              ovation-lab load media --start-server --players 500 --bit-rate 1000000
              ovation-lab load outage --start-server --stop "…" --start "…"

            A server's limits hold for the load too: by default a live tells 40 messages a second and takes 5 from a viewer, \
            and says so of those that it drops. One that --start-server starts has neither limit.

            Exits with 0 where everything holds, with 1 where something does not, with 2 where it could not be run.
            """,
        subcommands: [
            Fanout.self, JoinStorm.self, Reconnect.self, SlowConsumers.self, Idle.self, Overload.self, Compression.self,
            Abuse.self, Reactions.self, Seats.self, Media.self, Outage.self,
        ],
        defaultSubcommand: Fanout.self)

    /// `ovation-lab load fanout`, which is also `ovation-lab load`.
    struct Fanout: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults()
        static let configuration = CommandConfiguration(
            commandName: "fanout", abstract: "Viewers listen while messages, gifts and likes come at a steady rate.",
            discussion: """
                By default 1,000 viewers, 40 messages, a gift and 5 likes a second, for 10 s after a second of warm-up. \
                Passes where nothing is lost, nobody is cut off and, with --p99-max, messages come in time.
                """)

        @OptionGroup var options: LoadOptions

        func run() async throws { try await options.perform(FanoutScenario(), Self.defaults) }
    }

    /// `ovation-lab load join-storm`.
    struct JoinStorm: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 5_000, chat: 10, gifts: 1, likes: 5, duration: 3, atOnce: 512)
        static let configuration = CommandConfiguration(
            commandName: "join-storm", abstract: "Viewers come all at once into a live in which people are talking.",
            discussion: """
                Time runs from the first connection to the last viewer who has the live's snapshot: handshake, login and \
                join. Passes where all are in in time, nothing is lost, and messages sent meanwhile are at most 500 ms old \
                (--p99-max).
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Seconds within which all must be in.", valueName: "seconds"))
        var within = 3.0

        @Option(help: ArgumentHelp("Viewers who are there before, and talk.", valueName: "number"))
        var watchers = 50

        func validate() throws { try Self.check(watchers: watchers, within: within) }

        static func check(watchers: Int, within: Double) throws {
            if !(1...100_000).contains(watchers) { throw ValidationError("--watchers is from 1 to 100000.") }
            if within <= 0 { throw ValidationError("--within is more than 0.") }
        }

        func run() async throws {
            try await options.perform(
                JoinStormScenario(withinSeconds: within, watchers: watchers), Self.defaults, extraConnections: watchers)
        }
    }

    /// `ovation-lab load reconnect`.
    struct Reconnect: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 5_000, chat: 10, gifts: 1, likes: 5, ramp: 5, duration: 3, atOnce: 512)
        static let configuration = CommandConfiguration(
            commandName: "reconnect", abstract: "All viewers lose their connection at once, and come back.",
            discussion: """
                Connections are cut without a close frame; the live goes on meanwhile. Passes if all are back in time \
                with the session they had, and have every event.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Seconds within which all must be back.", valueName: "seconds"))
        var within = 10.0

        @Option(help: ArgumentHelp("Seconds that they are away.", valueName: "seconds"))
        var away = 1.0

        @Option(help: ArgumentHelp("Viewers who keep their connection, and talk.", valueName: "number"))
        var watchers = 50

        func validate() throws {
            try JoinStorm.check(watchers: watchers, within: within)
            if !(0...3_600).contains(away) { throw ValidationError("--away is from 0 to 3600.") }
        }

        func run() async throws {
            try await options.perform(
                ReconnectScenario(withinSeconds: within, awaySeconds: away, watchers: watchers), Self.defaults,
                extraConnections: watchers)
        }
    }

    /// `ovation-lab load slow-consumers`.
    struct SlowConsumers: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 1_000, chat: 150, gifts: 2, likes: 5, textBytes: 2_000, ramp: 1, duration: 10,
            limits: ["slowConnectionSeconds": 5])
        static let configuration = CommandConfiguration(
            commandName: "slow-consumers", abstract: "Some viewers stop reading; the others must not notice.",
            discussion: """
                Measures for --duration while all read, then twice as long while some do not; then these read again, come \
                back where they were cut off, and must have every gift. Talks much (150 messages of 2,000 bytes a second), \
                so that buffers fill; a server of --start-server loses its patience after 5 s instead of 30.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("How many stop reading.", valueName: "number"))
        var stalled = 100

        @Option(help: ArgumentHelp("By how much p99 of the others may rise.", valueName: "per cent"))
        var rise = 20.0

        @Option(
            help: ArgumentHelp(
                "Server memory for each that does not read (limits.connectionPendingBytesMax).", valueName: "bytes"))
        var bytesEach = 1_048_576.0

        func validate() throws {
            let viewers = options.viewers ?? Self.defaults.viewers
            if !(1..<viewers).contains(stalled) {
                throw ValidationError("--stalled is from 1 to \(viewers - 1), one less than the viewers.")
            }
        }

        func run() async throws {
            try await options.perform(
                SlowConsumersScenario(stalled: stalled, risePercentMax: rise, bytesPerConnectionMax: bytesEach),
                Self.defaults)
        }
    }

    /// `ovation-lab load idle`.
    struct Idle: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 19_000, chat: 0, gifts: 0, likes: 0, duration: 30, atOnce: 128, limits: ["openTimeoutSeconds": 600]
        )
        static let configuration = CommandConfiguration(
            commandName: "idle", abstract: "Connections that do nothing: what each costs the server.",
            discussion: """
                With --start-server handshake and login are measured apart. Needs the server's process (--server-pid or \
                --start-server) to say anything about memory and CPU time.
                """)

        @OptionGroup var options: LoadOptions

        @Flag(help: "Enter a live as well.")
        var join = false

        @Option(help: ArgumentHelp("Server memory a connection that is accepted.", valueName: "bytes"))
        var bytesEach = 8_192.0

        @Option(help: ArgumentHelp("Server CPU a handshake that is accepted.", valueName: "µs"))
        var handshakeMax = 80.0

        func run() async throws {
            try await options.perform(
                IdleScenario(
                    bytesPerConnectionMax: bytesEach, microsecondsPerHandshakeMax: handshakeMax, joins: join,
                    separatesHandshake: options.startServer),
                Self.defaults)
        }
    }

    /// `ovation-lab load compression`.
    struct Compression: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(
            viewers: 1_000, chat: 40, gifts: 0, likes: 0, textBytes: 0, ramp: 1, duration: 10)
        static let configuration = CommandConfiguration(
            commandName: "compression", abstract: "The same chat without and with permessage-deflate.",
            discussion: """
                Viewers listen to what people write, come back with an offer to compress, and listen again. Passes where \
                the bytes on the wire and the server's CPU time a delivery keep within the bounds, and nothing is lost.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("How much of the bytes may be left.", valueName: "part"))
        var ratio = 0.334

        @Option(help: ArgumentHelp("How much more CPU time a delivery may take.", valueName: "per cent"))
        var rise = 10.0

        func run() async throws {
            try await options.perform(
                CompressionScenario(ratioMax: ratio, risePercentMax: rise), Self.defaults)
        }
    }

    /// `ovation-lab load overload`.
    struct Overload: AsyncParsableCommand {
        static let defaults = LoadOptions.Defaults(viewers: 1_000, gifts: 5, likes: 0, ramp: 1, duration: 10)
        static let configuration = CommandConfiguration(
            commandName: "overload", abstract: "Find how much the server sustains, then offer twice that.",
            discussion: """
                Raises the rate step by step until messages are older than 250 ms or do not all arrive. Passes where at \
                twice the last good rate at least 90 % of the maximum is delivered, in time, and no gift is late or lost.
                """)

        @OptionGroup var options: LoadOptions

        @Option(help: ArgumentHelp("Messages a second and live with which the search begins.", valueName: "number"))
        var from = 100.0

        @Option(help: ArgumentHelp("Messages a second and live with which it ends.", valueName: "number"))
        var to = 20_000.0

        func validate() throws {
            if from < 1 || to < from { throw ValidationError("--from is at least 1, and --to not less.") }
            if options.chat != nil { throw ValidationError("The search sets the rate; give --from and --to.") }
        }

        func run() async throws {
            try await options.perform(OverloadScenario(fromPerSecond: from, toPerSecond: to), Self.defaults)
        }
    }
}
