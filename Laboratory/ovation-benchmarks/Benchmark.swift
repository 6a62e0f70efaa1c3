/// One thing that is measured, and what it is held against.
struct Benchmark: Sendable {
    /// What one measurement gave.
    struct Sample: Sendable {
        /// How often the thing was done.
        var operations: Int
        /// What it took: time on the clock, or of the processor where the benchmark says so.
        var nanoseconds: Double

        var perOperation: Double { nanoseconds / Double(operations) }
    }

    /// What it is held against: something that everybody knows, measured in the same run, in turns.
    struct Reference: Sendable {
        var name: String
        var sample: @Sendable () async throws -> Sample
    }

    /// Group and name, `codec/encode a message`.
    let name: String
    let reference: Reference
    let sample: @Sendable () async throws -> Sample

    /// Something that measures itself.
    init(_ name: String, against reference: Reference, sample: @escaping @Sendable () async throws -> Sample) {
        self.name = name
        self.reference = reference
        self.sample = sample
    }

    /// Something that takes no time worth waiting for: `body` does it as often as it is told.
    init(_ name: String, against reference: Reference, body: @escaping @Sendable (_ times: Int) -> Void) {
        self.init(name, against: reference, sample: Self.timed(body))
    }

    /// Measures `body` long enough for the clock.
    static func timed(_ body: @escaping @Sendable (_ times: Int) -> Void) -> @Sendable () async throws -> Sample {
        {
            var times = 1
            while true {
                let nanoseconds = elapsed { body(times) }
                if nanoseconds > 20_000_000 { return Sample(operations: times, nanoseconds: nanoseconds) }
                times *= nanoseconds < 1_000_000 ? 10 : 3
            }
        }
    }

    /// How long something takes, in nanoseconds.
    static func elapsed(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    }

    /// Measures it and its reference in turns, so that whatever else the machine does meets both. The first turn is warm-up.
    func measure(samples: Int) async throws -> BenchmarkResult {
        _ = try await reference.sample()
        _ = try await sample()
        var own: [Double] = []
        var others: [Double] = []
        for _ in 0..<samples {
            others.append(try await reference.sample().perOperation)
            own.append(try await sample().perOperation)
        }
        return BenchmarkResult(name: name, reference: reference.name, own: own, others: others)
    }
}

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never)
func blackHole<Value>(_ value: Value) {}
