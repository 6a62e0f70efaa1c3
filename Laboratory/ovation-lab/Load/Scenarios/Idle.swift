/// Connections that do nothing. What matters is what each costs the server.
struct IdleScenario: LoadScenario {
    let name = "idle"
    let bytesPerConnectionMax: Double
    let microsecondsPerHandshakeMax: Double
    /// Whether the viewers enter a live as well.
    let joins: Bool
    /// Whether the server lets a connection wait before it logs in, so that the two can be told apart.
    let separatesHandshake: Bool

    func run(_ bench: LoadBench) async throws -> LoadReport {
        var report = bench.report(name)
        let viewers = 0..<bench.plan.viewers
        let count = Double(max(1, viewers.count))
        let empty = bench.serverUsage
        let goal = joins ? LoadViewer.Goal.present : .loggedIn
        var handshakes: LoadBench.Window?
        if separatesHandshake {
            bench.begin("\(viewers.count) handshakes")
            handshakes = try await bench.measure {
                try await connect(viewers, until: .connected, bench)
                try await bench.fleet.settle(seconds: bench.plan.rampSeconds + bench.plan.patienceSeconds) {
                    $0.connected + $0.over >= viewers.count
                }
            }
            report.figure(
                "bytesPerHandshake", "server memory a connection that said nothing yet",
                Self.perConnection(handshakes?.serverBytes, empty?.residentBytes, count), "bytes")
        }
        bench.begin("\(viewers.count) logins")
        let logins = try await bench.measure {
            if separatesHandshake {
                try await bench.fleet.proceed(to: goal)
            } else {
                try await connect(viewers, until: goal, bench)
            }
            try await bench.fleet.settle(seconds: bench.plan.rampSeconds + bench.plan.patienceSeconds) {
                (goal == .present ? $0.present : $0.loggedIn) + $0.over >= viewers.count
            }
        }
        let census = try await bench.fleet.census()
        let there = goal == .present ? census.present : census.loggedIn
        // What came with the storm of logins is given back by the allocator in its own time.
        try await bench.pause(seconds: min(2, bench.plan.durationSeconds / 2))
        let begin = bench.serverUsage?.residentBytes
        bench.begin("idle")
        let idle = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        let left = try await bench.fleet.census()

        let bytes = Self.perConnection(begin, empty?.residentBytes, count)
        report.figure("bytesPerConnection", "server memory a connection", bytes, "bytes")
        let handshakeCost = handshakes?.serverCPUSeconds.map { $0 * 1e6 / count }
        report.figure("microsecondsPerHandshake", "server CPU a handshake", handshakeCost, "µs")
        report.figure(
            separatesHandshake ? "microsecondsPerLogin" : "microsecondsPerHandshakeAndLogin",
            "server CPU a " + (separatesHandshake ? "" : "handshake and ") + "login" + (joins ? " and join" : ""),
            logins.serverCPUSeconds.map { $0 * 1e6 / count }, "µs")
        report.figure(
            "idleServerCores", "server CPU while idle", idle.serverCPUSeconds.map { $0 / idle.seconds }, "cores")
        report.figure("serverBytes", "server memory in the end", idle.serverBytes.map { Double($0) / 1e6 }, "MB")
        report.add(sent: logins.statistics)
        report.check("every connection is there", Double(there), least: count)
        if let bytes { report.check("server memory a connection, bytes", bytes, most: bytesPerConnectionMax) }
        if let handshakeCost {
            report.check("server CPU a handshake, µs", handshakeCost, most: microsecondsPerHandshakeMax)
        }
        if let begin, let end = idle.serverBytes {
            report.check("memory rises while idle by at most, %", (Double(end) / Double(begin) - 1) * 100, most: 5)
        }
        report.check("none ends while idle", Double(left.over - census.over), most: 0)
        return report
    }

    private func connect(_ viewers: Range<Int>, until goal: LoadViewer.Goal, _ bench: LoadBench) async throws {
        let perSecond = bench.plan.rampSeconds > 0 ? max(1, Double(viewers.count) / bench.plan.rampSeconds) : nil
        try await bench.fleet.connect(
            viewers, until: goal, perSecond: perSecond, inFlightMax: bench.plan.handshakesAtOnce)
    }

    private static func perConnection(_ now: Int?, _ before: Int?, _ count: Double) -> Double? {
        guard let now, let before else { return nil }
        return (Double(now - before) / count).rounded()
    }
}
