import OvationModel

/// Those who sit open and close their microphones, leave their seats and take others, in many lives at once. Gifts come as before.
struct SeatsScenario: LoadScenario, Equatable {
    let name = "seats"
    /// Changes a second, of all lives together.
    let changesPerSecond: Double
    /// How much p99 of gifts may rise, in per cent, and never mind under 5 ms.
    let risePercentMax: Double

    /// A room of voices, where everybody may sit.
    var roomSettings: RoomSettings {
        var settings = RoomSettings()
        settings.seatLayoutTemplateID = Self.voiceLayout
        settings.seatMode = .free
        return settings
    }

    private static let voiceLayout = 70
    /// The server loses no more of the changes than this, of a hundred, to the moment in which the measurement ends.
    private static let pacePercentMin = 95.0

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let seconds = bench.plan.durationSeconds
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        bench.begin("all take a seat")
        try await bench.fleet.sit(viewers: entered)
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        try await bench.pause(seconds: seconds / 4)
        bench.begin("no changes")
        let before = try await bench.measure { try await bench.pause(seconds: seconds) }

        var traffic = bench.traffic
        traffic.seatChangesPerSecond = changesPerSecond / Double(bench.fleet.target.rooms)
        let busy = traffic
        bench.begin("\(Int(changesPerSecond)) changes a second")
        try await bench.fleet.begin(busy)
        try await bench.pause(seconds: seconds / 4)
        let during = try await bench.measure { try await bench.pause(seconds: seconds) }
        try await bench.fleet.stopSending()
        bench.begin("the last are told")
        let unanswered = try await bench.fleet.unansweredSeatChanges(patienceSeconds: bench.plan.patienceSeconds)
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)
        let present = try await bench.fleet.census().present

        report.add(before, prefix: "before", tellsCost: false)
        report.add(during, prefix: "during", tellsCost: false)
        add(before, during, to: &report)
        report.check("every viewer was in", Double(entered), least: Double(bench.plan.viewers))
        report.check(
            "gifts arrived before and meanwhile",
            Double(min(before.statistics.gifts.count, during.statistics.gifts.count)), least: 1)
        report.check(
            "p99 of gifts rises by at most, %",
            SlowConsumersScenario.rise(from: before.giftP99, to: during.giftP99), most: risePercentMax)
        report.check("changes without an answer", Double(unanswered), most: 0)
        report.check("nobody was cut off", Double(entered - present), most: 0)
        report.check(losses)
        report.checkTool(during)
        return report
    }

    /// What the changes came to, and what they cost.
    private func add(_ before: LoadBench.Window, _ during: LoadBench.Window, to report: inout LoadReport) {
        let changes = during.statistics.seatChanges
        let perSecond = Double(changes.count) / during.seconds
        report.figure("changesPerSecond", "changes of seats a second", perSecond.rounded())
        report.figure(
            "changeP50Milliseconds", "change, until its answer, median", Double(changes.quantile(0.5)) / 1e6, "ms")
        report.figure(
            "changeP99Milliseconds", "change, until its answer, 99 %", Double(changes.quantile(0.99)) / 1e6, "ms")
        report.figure(
            "eventsPerSecond", "events told a second",
            (Double(during.statistics.otherEvents) / during.seconds).rounded())
        report.figure(
            "beforeServerCores", "server CPU without changes", before.serverCPUSeconds.map { $0 / before.seconds },
            "cores")
        report.figure(
            "serverCores", "server CPU with them", during.serverCPUSeconds.map { $0 / during.seconds }, "cores")
        if let with = during.serverCPUSeconds, let without = before.serverCPUSeconds, changes.count > 0 {
            let more = with / during.seconds - without / before.seconds
            report.figure("serverMicrosecondsPerChange", "server CPU a change", more / perSecond * 1e6, "µs")
        }
        report.add(sent: during.statistics)
        report.check(
            "of a hundred changes that were to be made, so many were", perSecond / changesPerSecond * 100,
            least: Self.pacePercentMin)
    }
}
