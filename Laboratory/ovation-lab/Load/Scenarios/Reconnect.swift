import NIOCore

/// All viewers lose their connection at once, without a close frame, and come back to resume.
struct ReconnectScenario: LoadScenario {
    let name = "reconnect"
    /// The longest time until all viewers are back.
    let withinSeconds: Double
    /// How long the viewers are away. They must receive the messages of that time when they are back.
    let awaySeconds: Double
    /// The viewers who keep their connection and talk.
    let watchers: Int

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let dropped = watchers..<watchers + bench.plan.viewers
        // Viewers that the tool itself cuts off wait for their turn.
        try await bench.fleet.setReconnects(true)
        let entered = try await bench.admitAll(0..<dropped.upperBound)
        try await bench.fleet.begin(bench.traffic)
        try await bench.pause(seconds: min(1, bench.plan.durationSeconds / 4))
        bench.begin("\(dropped.count) connections are cut")
        try await bench.fleet.drop(dropped)
        try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.over >= dropped.count }
        try await bench.pause(seconds: awaySeconds)
        bench.begin("\(dropped.count) viewers come back")
        let begin = NIODeadline.now().uptimeNanoseconds
        let window = try await bench.measure {
            try await bench.fleet.reconnect(dropped, inFlightMax: bench.plan.handshakesAtOnce)
            try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present + $0.over >= entered }
        }
        let seconds = Double(max(window.statistics.lastEntry, begin) - begin) / 1e9
        bench.begin("measuring")
        let after = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        try await bench.fleet.stopSending()
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.figure("secondsUntilAllAreBack", "until all are back", seconds, "s")
        report.figure("resumed", "resumed, nothing missed", Double(window.statistics.resumed))
        report.figure(
            "resumedUnrecovered", "resumed, some messages missed", Double(window.statistics.resumedUnrecovered))
        report.figure("replayed", "events told again on the way back", Double(window.statistics.replayed))
        report.figure(
            "serverMicrosecondsPerReturn", "server CPU a return",
            window.serverCPUSeconds.map { $0 * 1e6 / Double(max(1, window.statistics.logins)) }, "µs")
        report.add(window, prefix: "meanwhile", tellsCost: false)
        report.add(after, prefix: "afterwards")
        report.add(sent: window.statistics)
        report.check("every viewer was in", Double(entered), least: Double(dropped.upperBound))
        report.check(
            "every viewer is back with the session it had",
            Double(window.statistics.resumed + window.statistics.resumedUnrecovered), least: Double(dropped.count))
        report.check("nobody had to begin anew", Double(window.statistics.resumeRefused), most: 0)
        report.check("all are back within, s", seconds, most: withinSeconds)
        report.check(losses)
        return report
    }
}
