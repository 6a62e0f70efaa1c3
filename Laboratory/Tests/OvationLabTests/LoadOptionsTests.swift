import ArgumentParser
import Foundation
import OvationModel
import Testing

@testable import ovation_lab

/// The command line of `ovation-lab load`, and its report.
@Suite struct LoadOptionsTests {
    private func fanout(_ arguments: [String]) throws -> LoadCommand.Fanout {
        try #require(try Lab.parseAsRoot(["load"] + arguments) as? LoadCommand.Fanout)
    }

    @Test func `without a scenario the tool runs fanout with its defaults`() throws {
        let options = try fanout([]).options
        #expect(
            options.plan(LoadCommand.Fanout.defaults)
                == LoadPlan(
                    viewers: 1_000, chatPerSecond: 40, giftsPerSecond: 1, likesPerSecond: 5, textBytes: 200,
                    rampSeconds: 0, durationSeconds: 10, handshakesAtOnce: 256, patienceSeconds: 60,
                    p99MillisecondsMax: nil))
        #expect(
            options.run(LoadCommand.Fanout.defaults, environment: [:]).destination == .server("ws://127.0.0.1:8080"))
    }

    @Test func `options override the defaults`() throws {
        let options = try fanout([
            "--viewers", "50", "--chat", "2.5", "--gifts", "0", "--ramp", "3", "--p99-max", "85", "--rooms", "4",
        ]).options
        let plan = options.plan(LoadCommand.Fanout.defaults)
        #expect(plan.viewers == 50 && plan.chatPerSecond == 2.5 && plan.giftsPerSecond == 0)
        #expect(plan.rampSeconds == 3 && plan.p99MillisecondsMax == 85)
        #expect(options.rooms == 4)
    }

    @Test func `server and secret come from the environment if no flag names them`() throws {
        let environment = ["OVATION_SERVER_URL": "wss://live.example.com", "OVATION_APP_SECRET": "s3cret"]
        let run = try fanout([]).options.run(LoadCommand.Fanout.defaults, environment: environment)
        #expect(run.destination == .server("wss://live.example.com"))
        #expect(run.identity == .secret("s3cret"))
        let explicit = try fanout(["--server", "ws://h:1", "--secret", "t"]).options
            .run(LoadCommand.Fanout.defaults, environment: environment)
        #expect(explicit.destination == .server("ws://h:1"))
        #expect(explicit.identity == .secret("t"))
    }

    @Test func `the tool's own server has no rate limits except those of the scenario`() throws {
        let command = try #require(
            try Lab.parseAsRoot(["load", "slow-consumers", "--start-server", "--server-set", "log.level=info"])
                as? LoadCommand.SlowConsumers)
        let run = command.options.run(LoadCommand.SlowConsumers.defaults, environment: ["OVATION_APP_SECRET": "x"])
        #expect(
            run.destination
                == .own(
                    limits: ["roomMessagesPerSecond": 0, "userMessagesPerSecond": 0, "slowConnectionSeconds": 5],
                    options: ["log.level=info"]))
        #expect(run.identity == .dev)
    }

    @Test func `abuse has a hundred hostile users of every kind and a thousand honest ones`() throws {
        let command = try #require(
            try Lab.parseAsRoot(["load", "abuse", "--start-server"]) as? LoadCommand.Abuse)
        #expect(
            command.scenario == AbuseScenario(hostile: 100, kinds: HostileKind.allCases, risePercentMax: 20))
        let plan = command.options.plan(LoadCommand.Abuse.defaults)
        #expect(plan.viewers == 1_000 && plan.giftsPerSecond == 20)
        // This scenario tests the rates, so its server has those of every server.
        let limits = Limits()
        #expect(
            command.options.run(LoadCommand.Abuse.defaults, environment: [:]).destination
                == .own(
                    limits: [
                        "roomMessagesPerSecond": limits.roomMessagesPerSecond,
                        "userMessagesPerSecond": limits.userMessagesPerSecond,
                    ], options: []))
        let some = try #require(
            try Lab.parseAsRoot([
                "load", "abuse", "--hostile", "7", "--kind", "gifts", "--kind", "pings", "--rise", "30",
            ]) as? LoadCommand.Abuse)
        #expect(some.scenario == AbuseScenario(hostile: 7, kinds: [.gifts, .pings], risePercentMax: 30))
    }

    @Test func `reactions are 20,000 taps a second from a thousand viewers, four in a command`() throws {
        let command = try #require(
            try Lab.parseAsRoot(["load", "reactions", "--start-server"]) as? LoadCommand.Reactions)
        #expect(
            command.scenario
                == ReactionsScenario(
                    tapsPerSecond: 20_000, tapsPerCommand: 4, eventsPerSecondMax: 10, risePercentMax: 20))
        #expect(command.options.plan(LoadCommand.Reactions.defaults).viewers == 1_000)
    }

    @Test func `seats are 10,000 changes a second, with seven guests beside each host`() throws {
        let command = try #require(
            try Lab.parseAsRoot(["load", "seats", "--start-server", "--rooms", "1000"]) as? LoadCommand.Seats)
        #expect(command.viewers == 7_000)
        #expect(command.scenario == SeatsScenario(changesPerSecond: 10_000, risePercentMax: 20))
        #expect(command.scenario.roomSettings.seatMode == .free)
        let some = try #require(
            try Lab.parseAsRoot(["load", "seats", "--rooms", "3", "--viewers", "20", "--changes", "5"])
                as? LoadCommand.Seats)
        #expect(some.viewers == 20 && some.scenario.changesPerSecond == 5)
    }

    @Test(arguments: [
        ["seats", "--rooms", "2", "--viewers", "15"], ["seats", "--changes", "0"], ["seats", "--gifts", "0"],
        ["--viewers", "0"], ["--viewers", "x"], ["--rooms", "0"], ["--chat", "-1"], ["--duration", "0"],
        ["--text-bytes", "10"], ["--start-server", "--server", "ws://h"], ["--server-set", "a=b"],
        ["--start-server", "--server-set", "a"], ["--start-server", "--secret", "x"], ["--color", "blue"],
        ["slow-consumers", "--viewers", "10", "--stalled", "10"], ["overload", "--chat", "5"],
        ["overload", "--from", "10", "--to", "5"], ["join-storm", "--within", "0"], ["reconnect", "--away", "-1"],
        ["join-storm", "--watchers", "0"], ["hurricane"], ["abuse", "--hostile", "0"], ["abuse", "--kind", "kindness"],
        ["abuse", "--rise", "-1"], ["abuse", "--gifts", "0"], ["reactions", "--taps", "0"],
        ["reactions", "--gathered", "101"], ["reactions", "--events", "0"], ["reactions", "--gifts", "0"],
    ])
    func `an invalid command line is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Lab.parseAsRoot(["load"] + arguments) }
    }

    @Test func `the help shows how to run each scenario`() {
        let help = Lab.helpMessage(for: LoadCommand.self)
        for word in [
            "join-storm", "reconnect", "slow-consumers", "idle", "overload", "abuse", "reactions",
            "--start-server", "Exits with 0",
        ] {
            #expect(help.contains(word), "\(word)")
        }
    }

    @Test func `a pacer keeps its rate, whatever the pauses between two calls`() {
        var pacer = Pacer(perSecond: 40, start: 1_000)
        #expect(pacer.take(at: 999) == nil)
        #expect(pacer.take(at: 1_000) == 1_000)
        #expect(pacer.take(at: 1_000) == nil)
        #expect(pacer.nextDue == 25_001_000)
        var taken = 0
        while pacer.take(at: 1_000_001_000) != nil { taken += 1 }
        #expect(taken == 40, "the pacer catches up on everything that came due in the last second")
        var never = Pacer(perSecond: 0, start: 0)
        #expect(never.take(at: .max) == nil)
    }

    @Test func `lives that begin together send one after another, a turn each`() {
        let pacers = [0, 0.25, 0.5, 0.75].map { Pacer(perSecond: 2, start: 1_000, phase: $0) }
        #expect(pacers.map(\.nextDue) == [1_000, 125_001_000, 250_001_000, 375_001_000])
        var last = pacers[3]
        #expect(last.take(at: 375_001_000) == 375_001_000)
        #expect(last.nextDue == 875_001_000)
    }

    @Test func `a report passes only if every check does, and programs can read it`() throws {
        var report = LoadReport(scenario: "fanout", server: "h:1")
        report.figure("deliveriesPerSecond", "deliveries a second", 1_234_567)
        report.figure("nothing", "not measured", nil)
        report.check("nothing is lost", 0, most: 0)
        #expect(report.passed)
        report.check("all are in", 49, least: 50)
        #expect(!report.passed)
        report.count("losses", "losses", ["unannounced": 2], labels: ["unannounced": "not announced"])
        report.count("closes", "closes", [:])
        let text = report.text(colors: TerminalColors(areOn: false))
        #expect(text.contains("deliveries a second  1,234,567"))
        #expect(text.contains("FAILED  all are in: 49 (at least 50)"))
        #expect(text.contains("losses: not announced 2"))
        #expect(!text.contains("closes"))
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("not measured"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
        #expect(json["passed"] as? Bool == false)
        #expect(json["counts"] as? [String: [String: Int]] == ["losses": ["unannounced": 2]])
        #expect((json["figures"] as? [String: Double])?["deliveriesPerSecond"] == 1_234_567)
    }

    @Test(arguments: [
        (0.0, "0"), (12, "12"), (1_234, "1,234"), (-1_234_567, "-1,234,567"), (1.234, "1.23"), (45.67, "45.7"),
        (456.7, "457"),
    ])
    func `numbers have only digits that mean something`(value: Double, text: String) {
        #expect(LoadReport.number(value) == text)
    }

    @Test func `a rise within the machine's noise counts as none`() {
        #expect(SlowConsumersScenario.rise(from: 2, to: 6) == 0)
        #expect(SlowConsumersScenario.rise(from: 40, to: 44) == 0)
        #expect(SlowConsumersScenario.rise(from: 40, to: 60) == 50)
    }
}

/// Readings from the system and from a server.
@Suite struct LoadObservationTests {
    @Test func `CPU time and memory are read, whatever the program's name`() throws {
        let fields = (3...52).map { $0 == 14 ? "250" : $0 == 15 ? "150" : "1" }.joined(separator: " ")
        let usage = try #require(
            ProcessUsage(
                stat: "4711 (a ) b) \(fields)\n", status: "Name:\ta ) b\nVmRSS:\t   2048 kB\nThreads:\t3\n",
                ticksPerSecond: 100))
        #expect(usage.cpuSeconds == 4)
        #expect(usage.residentBytes == 2_097_152)
        #expect(ProcessUsage(stat: "4711", status: "", ticksPerSecond: 100) == nil)
    }

    @Test(arguments: [("0-3", [0, 1, 2, 3]), ("5", [5]), ("0,2-3", [0, 2, 3]), ("", []), ("3-1", [])])
    func `a list of processors is read in the kernel's format`(list: String, processors: [Int]) {
        #expect(Machine.parse(list: list) == processors)
    }

    @Test func `the server's metrics are read by name and label`() {
        let page = MetricsPage(
            text: """
                HTTP/1.1 200 OK
                # HELP ovation_connections WebSocket connections that are open.
                ovation_connections 12
                ovation_closes_total{code="3001"} 7
                ovation_closes_total{code="1000"} 0
                ovation_closes_totals{code="1"} 9

                """)
        #expect(page["ovation_connections"] == 12)
        #expect(page["ovation_nothing"] == nil)
        #expect(page.byLabel("ovation_closes_total") == ["3001": 7])
    }
}
