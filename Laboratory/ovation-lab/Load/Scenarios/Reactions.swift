import OvationModel

/// Everybody taps reactions as fast as thumbs can. They become few events with exact numbers, and gifts come as before.
struct ReactionsScenario: LoadScenario, Equatable {
    let name = "reactions"
    /// Taps a second, of all viewers together.
    let tapsPerSecond: Double
    /// How many taps a client counts in one command.
    let tapsPerCommand: Int
    /// Events a second that a viewer is told at most.
    let eventsPerSecondMax: Double
    /// How much p99 of gifts may rise, in per cent, and never mind under 5 ms.
    let risePercentMax: Double

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let seconds = bench.plan.durationSeconds
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        try await bench.fleet.listen(viewers: entered)
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        try await bench.pause(seconds: seconds / 4)
        bench.begin("no taps")
        let before = try await bench.measure { try await bench.pause(seconds: seconds) }

        bench.begin("\(Int(tapsPerSecond)) taps a second")
        var traffic = bench.traffic
        traffic.tapsPerSecond = tapsPerSecond
        traffic.tapsPerCommand = tapsPerCommand
        let storm = traffic
        // Begun within the measurement: every tap and every telling of it is counted.
        let during = try await bench.measure {
            try await bench.fleet.begin(storm)
            try await bench.pause(seconds: seconds)
        }
        try await bench.fleet.stopSending()
        bench.begin("the last are told")
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)
        var all = during.statistics
        all.merge(try await bench.fleet.statistics())
        let present = try await bench.fleet.census().present

        report.add(before, prefix: "before", tellsCost: false)
        report.add(during, prefix: "during", tellsCost: false)
        report.figure("tapsPerSecond", "taps taken a second", (Double(all.acceptedTaps) / during.seconds).rounded())
        report.figure(
            "tapCommandsPerSecond", "commands with them", (Double(all.sentTapCommands) / during.seconds).rounded())
        report.count(
            "taps", "taps",
            ["offered": all.sentTapCommands * tapsPerCommand, "taken": all.acceptedTaps, "dropped": all.droppedTaps])
        report.add(sent: all)
        let viewers = Double(max(entered, 1))
        report.check("every viewer was in", Double(entered), least: Double(bench.plan.viewers))
        report.check("taps were taken", Double(all.acceptedTaps), least: 1)
        // One more for the event with which the measurement begins.
        report.check(
            "events of taps a second and viewer", Double(during.statistics.tapEvents) / viewers / during.seconds,
            most: eventsPerSecondMax + 1 / during.seconds)
        report.check(
            "taps told to all viewers, of those that were taken, more or less",
            abs(Double(all.toldTaps) - Double(all.acceptedTaps) * viewers), most: 0)
        report.check("gifts arrived before and meanwhile", Double(during.statistics.gifts.count), least: 1)
        report.check(
            "p99 of gifts rises by at most, %",
            SlowConsumersScenario.rise(from: before.giftP99, to: during.giftP99), most: risePercentMax)
        report.check("nobody was cut off", Double(entered - present), most: 0)
        report.check(losses)
        report.checkTool(during)
        return report
    }
}
