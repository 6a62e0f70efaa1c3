import OvationModel

/// Hostile users write as fast as their sockets take it. Those who use the server as it is meant must hardly notice.
struct AbuseScenario: LoadScenario, Equatable {
    let name = "abuse"
    /// How many hostile users.
    let hostile: Int
    /// What they do, each one thing, in turn.
    let kinds: [HostileKind]
    /// How much p99 of the honest users' gifts may rise, in per cent, and never mind under 5 ms.
    let risePercentMax: Double

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        try await bench.pause(seconds: bench.plan.durationSeconds / 4)
        bench.begin("honest users only")
        let before = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }

        bench.begin("\(hostile) hostile users come")
        let commandsBefore = await bench.metrics()
        try await bench.fleet.beginHostile(hostile, kinds: kinds, gift: bench.gift)
        try await awaitHostile(bench)
        // What everybody may do at once is behind them; what goes on is what is measured.
        try await bench.pause(seconds: bench.plan.durationSeconds / 4)
        let first = try await bench.fleet.hostileTally(reset: true)
        let during = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        let tally = try await bench.fleet.hostileTally()
        let commandsAfter = await bench.metrics()
        bench.begin("they go")
        try await bench.fleet.endHostile()
        try await bench.fleet.stopSending()
        let present = try await bench.fleet.census().present
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.add(before, prefix: "before", tellsCost: false)
        report.add(during, prefix: "during", tellsCost: false)
        add(tally, first, during.seconds, to: &report)
        if let commandsBefore, let commandsAfter {
            report.count(
                "serverCommands", "commands that the server read, by its own count",
                Self.difference(commandsBefore, commandsAfter, "ovation_commands_total"))
            report.count(
                "serverRefusals", "refused for their rate, by the server's own count",
                Self.difference(commandsBefore, commandsAfter, "ovation_rate_refusals_total"))
        }
        report.add(sent: during.statistics)
        report.check("every viewer was in", Double(entered), least: Double(bench.plan.viewers))
        report.check(
            "hostile users were heard, frames answered", Double(first.answeredCount + tally.answeredCount), least: 1)
        report.check(
            "honest users' gifts arrived before and meanwhile", Double(during.statistics.gifts.count), least: 1)
        report.check(
            "p99 of the honest users' gifts rises by at most, %",
            SlowConsumersScenario.rise(from: before.giftP99, to: during.giftP99), most: risePercentMax)
        report.check("nobody honest was cut off", Double(entered - present), most: 0)
        report.check(losses)
        return report
    }

    /// Waits until users of every kind have begun and somebody was answered, which takes a while on a machine that has other work;
    /// no longer than the tool waits for anything.
    private func awaitHostile(_ bench: LoadBench) async throws {
        let kindCount = min(hostile, Set(kinds).count)
        for _ in 0..<Int(bench.plan.patienceSeconds * 10) {
            let tally = try await bench.fleet.hostileTally()
            if tally.offered.count >= kindCount, tally.answeredCount > 0 { return }
            try await bench.pause(seconds: 0.1)
        }
    }

    /// What was offered, read and refused.
    private func add(_ tally: HostileTally, _ first: HostileTally, _ seconds: Double, to report: inout LoadReport) {
        func perSecond(_ count: Int) -> Double { (Double(count) / seconds).rounded() }
        report.figure(
            "hostileOfferedPerSecond", "offered by hostile users, frames a second", perSecond(tally.offeredCount))
        report.figure("hostileAnsweredPerSecond", "read and answered", perSecond(tally.answeredCount))
        report.figure("hostileRefusedPerSecond", "of these refused", perSecond(tally.refusedCount))
        report.count("hostileFirst", "offered in the first moments", first.offered.stringKeys)
        report.count("hostileOffered", "offered after that", tally.offered.stringKeys)
        report.count("hostileAnswered", "read and answered after that", tally.answered.stringKeys)
        var refused = first.refused
        refused.merge(tally.refused, uniquingKeysWith: +)
        report.count("hostileRefused", "refused, by error code", refused.stringKeys)
        var closes = first.closes
        closes.merge(tally.closes, uniquingKeysWith: +)
        report.count("hostileCloses", "hostile connections that the server ended, by close code", closes.stringKeys)
    }

    private static func difference(_ before: MetricsPage, _ after: MetricsPage, _ name: String) -> [String: Int] {
        let old = before.byLabel(name)
        return after.byLabel(name).reduce(into: [:]) { found, entry in
            let more = Int(entry.value) - Int(old[entry.key] ?? 0)
            if more > 0 { found[entry.key] = more }
        }
    }
}
