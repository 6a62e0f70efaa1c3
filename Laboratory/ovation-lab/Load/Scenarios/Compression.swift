import OvationModel

/// Compares a chat without and with permessage-deflate, for the same viewers: the bytes of a delivery, and the server's processor
/// time for it.
struct CompressionScenario: LoadScenario {
    let name = "compression"
    /// The largest share of the bytes that compression may leave.
    let ratioMax: Double
    /// The most that processor time for a delivery may rise, in per cent.
    let risePercentMax: Double

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let viewers = 0..<bench.plan.viewers
        let entered = try await bench.admitAll(viewers)
        try await bench.fleet.setReconnects(true)
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        try await bench.pause(seconds: max(1, bench.plan.durationSeconds / 4))
        bench.begin("without compression")
        let plain = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }

        bench.begin("all come back and offer it")
        try await bench.fleet.drop(viewers)
        try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.over >= viewers.count }
        try await bench.fleet.setOffersCompression(true)
        try await bench.fleet.reconnect(viewers, inFlightMax: bench.plan.handshakesAtOnce)
        try await bench.fleet.settle(seconds: bench.plan.patienceSeconds) { $0.present + $0.over >= entered }
        // Until every stream has begun afresh.
        try await bench.pause(seconds: max(3, bench.plan.durationSeconds / 4))
        bench.begin("with compression")
        let small = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        let back = try await bench.fleet.census().present
        try await bench.fleet.stopSending()
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)

        report.add(plain, prefix: "plain")
        report.figure("plainBytesPerDelivery", "plain: bytes a delivery", Self.bytes(plain), "B")
        report.add(small, prefix: "compressed")
        report.figure("compressedBytesPerDelivery", "compressed: bytes a delivery", Self.bytes(small), "B")
        report.check("every viewer was in", Double(entered), least: Double(viewers.count))
        report.check("every viewer is back", Double(back), least: Double(viewers.count))
        report.check("bytes with compression, of those without", Self.bytes(small) / Self.bytes(plain), most: ratioMax)
        if let before = plain.serverMicrosecondsPerDelivery, let after = small.serverMicrosecondsPerDelivery {
            report.check(
                "server CPU a delivery rises by at most, %", max(0, (after / before - 1) * 100), most: risePercentMax)
        }
        report.check(losses)
        report.checkTool(small)
        return report
    }

    private static func bytes(_ window: LoadBench.Window) -> Double {
        Double(window.statistics.bytes) / Double(max(1, window.statistics.deliveries))
    }
}
