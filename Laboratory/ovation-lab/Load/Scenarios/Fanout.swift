import OvationModel

/// Viewers sit in lives and listen; messages, gifts and likes come at a steady rate.
struct FanoutScenario: LoadScenario {
    let name = "fanout"

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        let arrival = try await bench.fleet.statistics()
        try await bench.fleet.setReconnects(true)
        bench.begin("warm-up")
        try await bench.fleet.begin(bench.traffic)
        try await bench.pause(seconds: min(1, bench.plan.durationSeconds / 4))
        bench.begin("measuring")
        let window = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        try await bench.fleet.stopSending()
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)
        report.add(window)
        report.figure("reconnects", "came back after the server ended them", Double(window.statistics.resumed))
        report.add(sent: window.statistics)
        if let problem = arrival.firstProblem { report.notes.append("on the way in: \(problem)") }
        report.check("every viewer is in", Double(entered), least: Double(bench.plan.viewers))
        report.check(losses)
        let closes = window.statistics.closes.values.reduce(0, +)
        report.check("the server ends no connection", Double(closes), most: 0)
        if let most = bench.plan.p99MillisecondsMax {
            report.check("99 % of messages are no older than, ms", window.chatP99, most: most)
        }
        report.checkTool(window)
        return report
    }
}

/// A case with a verdict that one command repeats.
protocol LoadScenario: Sendable {
    /// Its name on the command line.
    var name: String { get }

    /// How its lives are created.
    var roomSettings: RoomSettings { get }

    /// Runs it. Lives are there; viewers are not.
    func run(_ bench: LoadBench) async throws -> LoadReport
}

extension LoadScenario {
    /// Lives with the settings that they have by default.
    var roomSettings: RoomSettings { RoomSettings() }
}

extension LoadBench {
    /// An empty report.
    func report(_ scenario: String) -> LoadReport { LoadReport(scenario: scenario, server: fleet.target.host) }
}
