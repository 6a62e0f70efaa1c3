/// First finds how much the server sustains, then offers twice that.
struct OverloadScenario: LoadScenario {
    let name = "overload"
    /// Where the search begins, in messages a second and live.
    let fromPerSecond: Double
    /// Where it ends at the latest.
    let toPerSecond: Double
    /// How old 99 % of the messages may be, in milliseconds, at a rate that the server sustains.
    var sustainedP99Milliseconds = 250.0
    /// How much of what is offered arrives within the measurement, in percent, at a rate that the server sustains.
    var sustainedDeliveryPercentMin = 95.0

    /// By how much the rate rises from step to step.
    private static let growth = 1.4

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        try await bench.fleet.setReconnects(true)
        var best: (rate: Double, window: LoadBench.Window)?
        var rate = fromPerSecond
        while rate <= toPerSecond {
            bench.begin("\(LoadReport.number(rate.rounded())) messages/s")
            let window = try await offer(rate, seconds: max(1, bench.plan.durationSeconds / 4), bench)
            guard isSustained(window, rate: rate, viewers: entered, bench) else { break }
            best = (rate, window)
            rate *= Self.growth
        }
        guard let best else {
            report.check("a rate that the server sustains is found, messages/s", 0, least: fromPerSecond)
            report.notes.append("Begin lower, with --from.")
            return report
        }
        // What the step too far has left behind belongs to no measurement.
        try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present >= entered }
        try await bench.pause(seconds: 2)
        let before = await bench.metrics()
        let offered = best.rate * 2
        bench.begin("\(LoadReport.number(offered.rounded())) messages/s, twice the maximum")
        let window = try await offer(offered, seconds: bench.plan.durationSeconds, bench)
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)
        let after = await bench.metrics()

        report.figure("maximumPerSecond", "maximum found, messages a second and live", best.rate.rounded())
        report.add(best.window, prefix: "maximum")
        report.add(window, prefix: "overload")
        report.add(sent: window.statistics)
        if let before = before?.byLabel("ovation_dropped_total"), let after = after?.byLabel("ovation_dropped_total") {
            let counted = after.mapValues { Int($0) }.filter { $0.value > Int(before[$0.key] ?? 0) }
            report.count("serverDropped", "left out by the server, by its own count", counted)
        }
        report.check("every viewer is in", Double(entered), least: Double(bench.plan.viewers))
        report.check(
            "delivered of the maximum, %", window.deliveriesPerSecond / best.window.deliveriesPerSecond * 100, least: 90
        )
        report.check(
            "99 % of what is delivered is no older than, ms", window.chatP99, most: bench.plan.p99MillisecondsMax ?? 250
        )
        if !window.statistics.gifts.isEmpty {
            report.check("99 % of gifts are no older than, ms", window.giftP99, most: 1_000)
        }
        report.check(losses)
        if window.toolCPUSeconds.map({ $0 / window.seconds > 0.95 }) ?? false {
            report.notes.append("This tool used a whole core: the maximum is perhaps its own, not the server's.")
        }
        report.notes.append(
            rate > toPerSecond
                ? "The search ended at --to; the server may sustain more."
                : "Beyond the maximum p99 passed \(LoadReport.number(sustainedP99Milliseconds)) ms, something was left out, "
                    + "or what was offered did not arrive.")
        return report
    }

    private func offer(_ rate: Double, seconds: Double, _ bench: LoadBench) async throws -> LoadBench.Window {
        var traffic = bench.traffic
        traffic.chatPerSecond = rate
        try await bench.fleet.begin(traffic)
        try await bench.pause(seconds: min(1, seconds / 4))
        let window = try await bench.measure { try await bench.pause(seconds: seconds) }
        try await bench.fleet.stopSending()
        try await bench.pause(seconds: 0.5)
        return window
    }

    private func isSustained(_ window: LoadBench.Window, rate: Double, viewers: Int, _ bench: LoadBench) -> Bool {
        // Every viewer is in one live, so what is said there once is delivered once to each of its viewers.
        let wanted = rate * window.seconds * Double(viewers)
        return window.chatP99 <= sustainedP99Milliseconds && window.statistics.closes.isEmpty
            && window.statistics.droppedChat.isEmpty
            && Double(window.statistics.deliveries) * 100 >= sustainedDeliveryPercentMin * wanted
    }
}
