import Foundation
import NIOCore
import OvationProcess

/// The database of the server is killed in the middle of a live, and comes back: the chat must not notice, and gifts go on.
struct OutageScenario: LoadScenario {
    let name = "outage"
    /// The shell command that kills the database.
    let stop: String
    /// The shell command that starts it again, and ends when the database accepts connections.
    let start: String
    /// How much the p99 of messages may rise during the outage, in per cent.
    let risePercentMax: Double
    /// How long gifts may take to go on after the database accepts connections.
    let giftsWithinSeconds: Double

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        try await bench.fleet.begin(bench.traffic)
        try await bench.pause(seconds: min(1, bench.plan.durationSeconds / 4))
        bench.begin("measuring")
        let before = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        bench.begin("the database is killed")
        try await Self.run(stop)
        let during = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        bench.begin("the database starts")
        try await Self.run(start)
        let seconds = try await secondsUntilGifts(bench)
        bench.begin("measuring")
        let after = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        try await bench.fleet.stopSending()
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.add(before, prefix: "before")
        report.add(during, prefix: "without the database", tellsCost: false)
        report.add(after, prefix: "afterwards")
        report.figure("secondsUntilGifts", "gifts go on after the database accepts", seconds, "s")
        report.add(sent: after.statistics)
        report.check("every viewer is in", Double(entered), least: Double(bench.plan.viewers))
        report.check(
            "99 % of messages without the database are no older than, ms", during.chatP99,
            most: before.chatP99 * (1 + risePercentMax / 100))
        report.check("gifts go on within, s", seconds, most: giftsWithinSeconds)
        let closes = [before, during, after].flatMap(\.statistics.closes.values).reduce(0, +)
        report.check("the server ends no connection", Double(closes), most: 0)
        report.check(losses)
        report.checkTool(during)
        return report
    }

    /// Waits until viewers are told a gift that was sent after now.
    private func secondsUntilGifts(_ bench: LoadBench) async throws -> Double {
        let begin = NIODeadline.now()
        func seconds() -> Double { Double((NIODeadline.now() - begin).nanoseconds) / 1e9 }
        _ = try await bench.fleet.statistics(reset: true)
        while try await bench.fleet.statistics().gifts.isEmpty, seconds() < bench.plan.patienceSeconds {
            try await bench.pause(seconds: 0.05)
        }
        return seconds()
    }

    /// Runs a shell command to its end.
    private static func run(_ command: String) async throws {
        let process = try ChildProcess.spawn(["/bin/sh", "-c", command], output: .nothing, error: .inherited)
        let status = await process.end()
        guard status == 0 else { throw LoadProblem("\"\(command)\" ended with status \(status).") }
    }
}
