import Metrics
import OvationModel
import OvationWire
import Testing

@testable import OvationObservability

struct ObservabilityPrometheusTests {
    @Test func `metrics are written in the text format, sorted by name and labels`() {
        let registry = PrometheusRegistry()
        registry.describe(MetricDescription(name: "requests_total", help: "Requests.\nBackslash \\ and \"quote\"."))
        registry.describe(MetricDescription(name: "size", help: "Sizes.", buckets: [10, 1]))
        Counter(label: "requests_total", dimensions: [("path", "/b")], factory: registry).increment(by: 3)
        Counter(label: "requests_total", dimensions: [("path", "/a"), ("code", "1\"2\\3\n4")], factory: registry)
            .increment()
        FloatingPointCounter(label: "joules_total", factory: registry).increment(by: 0.25)
        Meter(label: "depth", factory: registry).set(-2.5)
        let size = Recorder(label: "size", dimensions: [("kind", "x")], aggregate: true, factory: registry)
        for value in [1, 2, 10, 11] { size.record(value) }
        #expect(
            registry.render() == #"""
                # TYPE depth gauge
                depth -2.5
                # TYPE joules_total counter
                joules_total 0.25
                # HELP requests_total Requests.\nBackslash \\ and "quote".
                # TYPE requests_total counter
                requests_total{code="1\"2\\3\n4",path="/a"} 1
                requests_total{path="/b"} 3
                # HELP size Sizes.
                # TYPE size histogram
                size_bucket{kind="x",le="1"} 1
                size_bucket{kind="x",le="10"} 3
                size_bucket{kind="x",le="+Inf"} 4
                size_sum{kind="x"} 24
                size_count{kind="x"} 4

                """#)
    }

    @Test func `a timer is a histogram in seconds`() {
        let registry = PrometheusRegistry()
        let timer = Timer(label: "http.server.request.duration", factory: registry)
        timer.recordMilliseconds(3)
        timer.recordSeconds(60)
        let text = registry.render()
        #expect(text.contains("# TYPE http_server_request_duration_seconds histogram\n"))
        #expect(text.contains("http_server_request_duration_seconds_bucket{le=\"0.0025\"} 0\n"))
        #expect(text.contains("http_server_request_duration_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("http_server_request_duration_seconds_bucket{le=\"10\"} 1\n"))
        #expect(text.contains("http_server_request_duration_seconds_bucket{le=\"+Inf\"} 2\n"))
        #expect(text.contains("http_server_request_duration_seconds_sum 60.003\n"))
    }

    @Test(arguments: [
        ("a.b-c", "a_b_c"), ("9lives", "_9lives"), ("", "_"), ("ns:name", "ns:name"), ("naïve", "na__ve"),
        ("ok_1", "ok_1"),
    ])
    func `a metric's name keeps only characters that the format allows`(label: String, name: String) {
        #expect(PrometheusText.metricName(label) == name)
    }

    @Test func `labels reserved by Prometheus are renamed, and each label appears once`() {
        let labels = PrometheusText.labels(
            [("le", "1"), ("__name__", "x"), ("a.b", "first"), ("a_b", "second")], valueBytesMax: 128)
        #expect(labels == #"a_b="first",exported___name__="x",exported_le="1""#)
    }

    @Test(arguments: [
        (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (0, "0"), (-0.0, "0"), (1e16, "1e+16"),
        (999_999_999_999_999, "999999999999999"), (0.1, "0.1"), (1e-7, "1e-07"),
    ])
    func `numbers are written so that Prometheus can read them back`(value: Double, text: String) {
        #expect(PrometheusText.number(value) == text)
    }

    @Test func `equal labels are one metric, whatever their order`() {
        let registry = PrometheusRegistry()
        Counter(label: "n", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "n", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()
        #expect(registry.render() == "# TYPE n counter\nn{a=\"1\",b=\"2\"} 2\n")
    }

    @Test func `a counter only grows`() {
        let registry = PrometheusRegistry()
        let whole = Counter(label: "whole", factory: registry)
        whole.increment(by: 5)
        whole.increment(by: -3)
        let fraction = FloatingPointCounter(label: "fraction", factory: registry)
        for amount in [0.5, -1, .nan, .infinity, 0.25] { fraction.increment(by: amount) }
        #expect(registry.render().contains("whole 5\n"))
        #expect(registry.render().contains("fraction 0.75\n"))
        whole.reset()
        #expect(registry.render().contains("whole 0\n"))
    }

    @Test func `gauges go up and down`() {
        let registry = PrometheusRegistry()
        let meter = Meter(label: "meter", factory: registry)
        meter.set(10)
        meter.increment(by: 2.5)
        meter.decrement(by: 4.0)
        Gauge(label: "gauge", factory: registry).record(7)
        #expect(registry.render() == "# TYPE gauge gauge\ngauge 7\n# TYPE meter gauge\nmeter 8.5\n")
    }

    @Test func `too many label values share one series, so memory stays bounded`() {
        let registry = PrometheusRegistry(bounds: .init(familiesMax: 2, seriesPerFamilyMax: 3))
        for user in 0..<100 {
            Counter(label: "n", dimensions: [("user", "\(user)")], factory: registry).increment()
            Meter(label: "g", dimensions: [("user", "\(user)")], factory: registry).set(user)
            Counter(label: "one-too-many-\(user)", factory: registry).increment()
        }
        #expect(
            registry.render() == """
                # TYPE g gauge
                g{user="0"} 0
                g{user="1"} 1
                g{user="2"} 2
                # TYPE n counter
                n{user="0"} 1
                n{user="1"} 1
                n{user="2"} 1
                n{user="other"} 97
                # HELP ovation_metric_series_refused_total Metrics not shown: too many, or of a name with another type.
                # TYPE ovation_metric_series_refused_total counter
                ovation_metric_series_refused_total 197

                """)
    }

    @Test func `a long label value is cut off`() {
        let registry = PrometheusRegistry(bounds: .init(labelValueBytesMax: 4))
        Counter(label: "n", dimensions: [("a", "abcdefgh")], factory: registry).increment()
        #expect(registry.render().contains(#"n{a="abcd"} 1"#))
    }

    @Test func `a metric's name has one type`() {
        let registry = PrometheusRegistry()
        Counter(label: "n", factory: registry).increment()
        Meter(label: "n", factory: registry).set(5)
        FloatingPointCounter(label: "n", factory: registry).increment(by: 0.5)
        #expect(registry.render().hasPrefix("# TYPE n counter\nn 1\n# HELP ovation_metric_series_refused_total"))
        #expect(registry.render().hasSuffix("\novation_metric_series_refused_total 2\n"))
    }

    @Test func `a destroyed metric disappears`() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "n", dimensions: [("a", "1")], factory: registry)
        Counter(label: "n", dimensions: [("a", "2")], factory: registry).increment()
        counter.increment()
        counter.destroy()
        #expect(registry.render() == "# TYPE n counter\nn{a=\"2\"} 1\n")
    }

    @Test func `no count is lost when many threads count at once`() async {
        let registry = PrometheusRegistry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "n", factory: registry)
                    let sum = FloatingPointCounter(label: "f", factory: registry)
                    let meter = Meter(label: "m", factory: registry)
                    let size = Recorder(label: "s", aggregate: true, factory: registry)
                    for _ in 0..<5_000 {
                        counter.increment()
                        sum.increment(by: 0.5)
                        meter.increment(by: 2.0)
                        meter.decrement(by: 1.0)
                        size.record(1)
                    }
                }
            }
            for _ in 0..<20 { _ = registry.render() }
        }
        let text = registry.render()
        #expect(text.contains("n 40000\n"))
        #expect(text.contains("f 20000\n"))
        #expect(text.contains("m 40000\n"))
        #expect(text.contains("s_count 40000\n"))
        #expect(text.contains("s_bucket{le=\"1\"} 40000\n"))
    }
}

struct ObservabilityServerMetricsTests {
    let registry = PrometheusRegistry()
    var lines: Set<Substring> { Set(registry.render().split(separator: "\n")) }

    private func makeMetrics() -> ServerMetrics {
        var limits = Limits()
        limits.roomMessagesPerSecond = 41
        return ServerMetrics(factory: registry, limits: limits)
    }

    @Test func `every metric exists from the start, at zero`() throws {
        _ = makeMetrics()
        let names = [
            "connections", "sessions", "rooms", "members", "deliveries_total", "delivered_bytes_total",
            "compression_saved_bytes_total", "flushes_total",
            "gift_coins_total", "journal_batches_total", "journal_pending", "malformed_frames_total",
        ]
        for name in names { #expect(lines.contains("ovation_\(name) 0")) }
        let reasons = [
            "user_rate", "room_rate", "overload", "audience_count", "reaction", "membership", "slow_connection",
        ]
        for reason in reasons { #expect(lines.contains("ovation_dropped_total{reason=\"\(reason)\"} 0")) }
        for outcome in ["charged", "repeated", "conflict", "insufficient", "failed"] {
            #expect(lines.contains("ovation_gift_orders_total{outcome=\"\(outcome)\"} 0"))
        }
        for event in RoomEventName.allCases {
            #expect(lines.contains("ovation_events_total{event=\"\(event.rawValue)\"} 0"))
        }
        for code in ErrorCode.all {
            #expect(lines.contains("ovation_command_errors_total{code=\"\(code.rawValue)\"} 0"))
        }
        for code in CloseCode.all { #expect(lines.contains("ovation_closes_total{code=\"\(code.rawValue)\"} 0")) }
        #expect(lines.contains("ovation_journal_batch_size_count 0"))
        #expect(lines.contains("ovation_journal_commit_seconds_count 0"))
        #expect(!registry.render().contains("series_refused"))
    }

    @Test func `every metric has a help text and its own name`() {
        _ = makeMetrics()
        let text = registry.render()
        let types = text.matches(of: #/# TYPE (\S+) /#).map { String($0.1) }
        let helps = text.matches(of: #/# HELP (\S+) /#).map { String($0.1) }
        #expect(types == helps)
        #expect(types.count == 56)
        #expect(types.allSatisfy { $0.hasPrefix("ovation_") })
    }

    @Test func `the limits in force are exported`() {
        _ = makeMetrics()
        #expect(lines.contains("ovation_limit{name=\"roomMessagesPerSecond\"} 41"))
        #expect(lines.filter { $0.hasPrefix("ovation_limit{") }.count == Limits.definitions.count)
    }

    @Test func `every operation of the protocol is exported from the start and counted under its own name`() {
        let metrics = makeMetrics()
        let operations = Command.Operation.allCases.map(\.rawValue)
        for operation in operations { #expect(lines.contains("ovation_commands_total{op=\"\(operation)\"} 0")) }
        for operation in operations { metrics.command(operation) }
        for operation in operations { #expect(lines.contains("ovation_commands_total{op=\"\(operation)\"} 1")) }
        #expect(lines.filter { $0.hasPrefix("ovation_commands_total{") }.count == operations.count)
    }

    @Test func `unforeseen codes are counted, but only a limited number of them`() {
        let metrics = makeMetrics()
        for code in 200_000..<200_100 { metrics.rejected(ErrorCode(rawValue: code)) }
        metrics.rejected(ErrorCode(rawValue: 200_000))
        metrics.rejected(.memberMuted)
        #expect(lines.contains("ovation_command_errors_total{code=\"200000\"} 2"))
        #expect(lines.contains("ovation_command_errors_total{code=\"100017\"} 1"))
        #expect(lines.contains("ovation_command_errors_total{code=\"other\"} 36"))
    }

    @Test func `a delivery counts events times connections`() {
        let metrics = makeMetrics()
        metrics.delivered(events: 3, DeliveryTally(connections: 100, bytes: 100_000, savedBytes: 20))
        metrics.delivered(events: 3, DeliveryTally())
        #expect(lines.contains("ovation_deliveries_total 300"))
        #expect(lines.contains("ovation_delivered_bytes_total 100000"))
        #expect(lines.contains("ovation_compression_saved_bytes_total 20"))
        #expect(lines.contains("ovation_flushes_total 1"))
    }

    @Test func `coins are counted once, at the charge`() throws {
        let metrics = makeMetrics()
        let coins = try #require(Coins(520))
        metrics.giftOrder(.charged, coins: coins)
        metrics.giftOrder(.repeated, coins: coins)
        metrics.giftOrder(.insufficient)
        #expect(lines.contains("ovation_gift_coins_total 520"))
        #expect(lines.contains("ovation_gift_orders_total{outcome=\"charged\"} 1"))
        #expect(lines.contains("ovation_gift_orders_total{outcome=\"repeated\"} 1"))
    }

    @Test func `drops are counted by their reason`() {
        let metrics = makeMetrics()
        metrics.dropped(.userFreqCtrl)
        metrics.dropped(.msgFreqCtrl)
        metrics.dropped(DropReason(rawValue: "CallbackRefused"))
        metrics.dropped(events: 7, reason: .slowConnection)
        metrics.dropped(events: 2, reason: .audienceCount)
        for (reason, count) in [
            ("user_rate", 1), ("room_rate", 1), ("other", 1), ("slow_connection", 7), ("audience_count", 2),
        ] {
            #expect(lines.contains("ovation_dropped_total{reason=\"\(reason)\"} \(count)"))
        }
    }

    @Test func `gauges, closes, resumes and the journal's figures are exported`() {
        let metrics = makeMetrics()
        metrics.connected()
        metrics.connected()
        metrics.disconnected()
        metrics.closed(.slow)
        metrics.closed(.lost)
        metrics.event(.giftReceived)
        metrics.resumed(recovered: true)
        metrics.malformedFrame()
        metrics.gauges(sessions: 5, rooms: 2, members: 9, journalPending: 3)
        metrics.gauges(sessions: 6, rooms: 2, journalPending: 0)
        metrics.journalBatch(writes: 17, seconds: 0.004)
        let expected: [Substring] = [
            "ovation_connections 1", "ovation_closes_total{code=\"3001\"} 1", "ovation_closes_total{code=\"1006\"} 1",
            "ovation_events_total{event=\"gift.received\"} 1", "ovation_resume_total{recovered=\"true\"} 1",
            "ovation_resume_total{recovered=\"false\"} 0", "ovation_malformed_frames_total 1", "ovation_sessions 6",
            "ovation_rooms 2", "ovation_members 9", "ovation_journal_pending 0", "ovation_journal_batches_total 1",
            "ovation_journal_batch_size_bucket{le=\"16\"} 0", "ovation_journal_batch_size_bucket{le=\"32\"} 1",
            "ovation_journal_commit_seconds_bucket{le=\"0.0025\"} 0",
            "ovation_journal_commit_seconds_bucket{le=\"0.005\"} 1",
        ]
        for line in expected { #expect(lines.contains(line)) }
    }
}
