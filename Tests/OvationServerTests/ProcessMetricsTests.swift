import OvationModel
import Testing

@testable import OvationObservability

/// What a scrape says of the process.
@Suite struct ProcessMetricsTests {
    private let registry = PrometheusRegistry()

    private func metrics() -> ProcessMetrics {
        ProcessMetrics(
            factory: registry, version: "1.2.3", node: "node \"a\"", start: Timestamp(milliseconds: 1_700_000_000_500))
    }

    private func value(_ name: String) -> Double? {
        let line = registry.render().split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line.flatMap { Double($0.dropFirst(name.utf8.count + 1)) }
    }

    @Test func `a scrape says what runs, where, and since when`() {
        _ = metrics()
        let text = registry.render()
        #expect(text.contains(#"ovation_build_info{node="node \"a\"",version="1.2.3"} 1"#), "\(text)")
        #expect(value("process_start_time_seconds") == 1_700_000_000.5)
    }

    @Test func `the process is measured anew before every reading, and its processor time never falls`() throws {
        let process = metrics()
        #expect(value("process_cpu_seconds_total") == 0)
        registry.beforeReading { process.update() }
        let first = try #require(value("process_cpu_seconds_total"))
        #expect(first > 0)
        // Some work, without which the two may be alike.
        var sum = 0.0
        for number in 1...200_000 { sum += Double(number).squareRoot() }
        #expect(sum > 0)
        let second = try #require(value("process_cpu_seconds_total"))
        #expect(second > first)
        #if os(Linux)
            let bytes = try #require(value("process_resident_memory_bytes"))
            #expect(bytes > 1_000_000)
        #endif
    }
}
