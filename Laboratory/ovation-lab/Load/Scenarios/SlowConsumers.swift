import OvationModel

/// Some viewers stop reading. The others must not notice, the server's memory must stay bounded, and a viewer that was cut off
/// must get every gift when it is back.
struct SlowConsumersScenario: LoadScenario {
    let name = "slow-consumers"
    /// How many stop reading.
    let stalled: Int
    /// How much p99 of the others may rise, in per cent, and never mind under 5 ms.
    let risePercentMax: Double
    /// How much memory the server may take for each, in bytes.
    let bytesPerConnectionMax: Double

    /// The least that a rise is measured against: below it, the machine's own noise is larger.
    private static let noiseMilliseconds = 5.0

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let slow = 0..<stalled
        let quick = stalled..<bench.plan.viewers
        // A viewer that notices a cut comes back, as every client does: also one that the machine was too slow for before the time.
        try await bench.fleet.setReconnects(true)
        bench.begin("viewers come in")
        // Small buffers, so that it is the server that feels who does not read, not the kernel.
        try await bench.fleet.connect(slow, inFlightMax: bench.plan.handshakesAtOnce, receiveBufferBytes: 16 * 1_024)
        try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present + $0.over >= slow.count }
        let entered = slow.count + (try await bench.admitAll(quick))
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        try await bench.pause(seconds: bench.plan.durationSeconds / 4)
        bench.begin("all read")
        let before = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        let metricsBefore = await bench.metrics()

        bench.begin("\(stalled) stop reading")
        try await bench.fleet.setReading(false, slow)
        var peakBytes = before.serverBytes ?? 0
        let during = try await bench.measure {
            let step = 0.5
            var passed = 0.0
            var isFelt = false
            // Until the buffers of the kernel are full and the server loses its patience.
            while passed < bench.plan.durationSeconds * 2 || (!isFelt && passed < bench.plan.patienceSeconds) {
                try await bench.pause(seconds: step)
                passed += step
                peakBytes = max(peakBytes, bench.serverUsage?.residentBytes ?? 0)
                if !isFelt { isFelt = try await self.isFelt(bench, since: metricsBefore) }
            }
        }
        let metricsAfter = await bench.metrics()
        bench.begin("they read again, and come back")
        let after = try await bench.measure {
            try await bench.fleet.setReading(true, slow)
            try await bench.pause(seconds: max(1, bench.plan.durationSeconds / 4))
            // Where the machine is too slow for what is sent, the server would cut somebody off again and again.
            try await bench.fleet.stopSending()
            try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present >= entered }
        }
        let present = try await bench.fleet.census().present
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.add(before, prefix: "before")
        report.add(during, prefix: "during")
        report.figure(
            "serverPeakBytes", "server memory at its peak", peakBytes > 0 ? Double(peakBytes) / 1e6 : nil, "MB")
        var both = during.statistics
        both.merge(after.statistics)
        report.figure("resumed", "cut off and back", Double(both.resumed + both.resumedUnrecovered))
        if let metricsBefore, let metricsAfter {
            report.count(
                "serverCloses", "closed by the server meanwhile, by code",
                Self.difference(metricsBefore, metricsAfter, "ovation_closes_total"))
            report.count(
                "serverDropped", "left out by the server meanwhile, by reason",
                Self.difference(metricsBefore, metricsAfter, "ovation_dropped_total"))
        }
        report.add(sent: both)
        let rise = Self.rise(from: before.chatP99, to: during.chatP99)
        // Where the kernel's buffers hold everything, the case says nothing.
        let felt = Int(losses.announced) + both.resumed + both.resumedUnrecovered
        report.check("the server felt those who do not read: events left out, connections cut", Double(felt), least: 1)
        report.check("every viewer was in", Double(entered), least: Double(bench.plan.viewers))
        report.check("p99 of the others rises by at most, %", rise, most: risePercentMax)
        if let bytes = before.serverBytes {
            let grown = Double(max(0, peakBytes - bytes)) / Double(max(1, stalled))
            report.check(
                "server memory for each that does not read, bytes", grown.rounded(), most: bytesPerConnectionMax)
        }
        report.check("all are in again", Double(present), least: Double(entered))
        let wrong = both.closes.filter { !CloseCode(rawValue: $0.key).shouldReconnect }.values.reduce(0, +)
        report.check("nobody was closed for good", Double(wrong), most: 0)
        report.check(losses)
        return report
    }

    /// Whether the server has cut somebody off.
    private func isFelt(_ bench: LoadBench, since before: MetricsPage?) async throws -> Bool {
        if try await !bench.fleet.statistics().closes.isEmpty { return true }
        guard let before, let now = await bench.metrics() else { return false }
        return !Self.difference(before, now, "ovation_closes_total").isEmpty
    }

    /// By how many per cent a latency rose; a rise within the machine's noise is none.
    static func rise(from before: Double, to during: Double) -> Double {
        guard during - before > noiseMilliseconds else { return 0 }
        return (during / max(before, noiseMilliseconds) - 1) * 100
    }

    private static func difference(_ before: MetricsPage, _ after: MetricsPage, _ name: String) -> [String: Int] {
        let old = before.byLabel(name)
        return after.byLabel(name).mapValues { Int($0) }.reduce(into: [:]) { found, entry in
            let more = entry.value - Int(old[entry.key] ?? 0)
            if more > 0 { found[entry.key] = more }
        }
    }
}
