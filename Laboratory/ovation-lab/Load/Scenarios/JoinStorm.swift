import NIOCore

/// Everybody comes at once into lives in which people are talking.
struct JoinStormScenario: LoadScenario {
    let name = "join-storm"
    /// How long it may take until all are in.
    let withinSeconds: Double
    /// Those who are there already, and talk.
    let watchers: Int

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        try await bench.fleet.setReconnects(true)
        let watching = try await bench.admitAll(0..<watchers)
        try await bench.fleet.begin(bench.traffic)
        try await bench.pause(seconds: min(1, bench.plan.durationSeconds / 4))
        let storm = watchers..<watchers + bench.plan.viewers
        let wanted = watching + storm.count
        bench.begin("\(storm.count) viewers come at once")
        let begin = NIODeadline.now().uptimeNanoseconds
        let window = try await bench.measure {
            try await bench.fleet.connect(storm, inFlightMax: bench.plan.handshakesAtOnce)
            try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present + $0.over >= wanted }
        }
        let seconds = Double(max(window.statistics.lastEntry, begin) - begin) / 1e9
        bench.begin("measuring")
        let after = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        try await bench.fleet.stopSending()
        let present = try await bench.fleet.census().present
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.figure("secondsUntilAllAreIn", "until all are in", seconds, "s")
        report.figure("joinsPerSecond", "joins a second", (Double(window.statistics.joins) / seconds).rounded())
        report.figure(
            "serverMicrosecondsPerJoin", "server CPU a handshake, login and join",
            window.serverCPUSeconds.map { $0 * 1e6 / Double(max(1, window.statistics.joins)) }, "µs")
        report.add(window, prefix: "meanwhile", tellsCost: false)
        report.add(after, prefix: "afterwards")
        report.add(sent: window.statistics)
        report.check("every viewer is in", Double(present), least: Double(wanted))
        report.check("all are in within, s", seconds, most: withinSeconds)
        report.check(
            "99 % of the messages meanwhile are no older than, ms", window.chatP99,
            most: bench.plan.p99MillisecondsMax ?? 500)
        report.check(losses)
        return report
    }
}
