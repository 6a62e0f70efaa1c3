import Foundation
import Testing

@testable import OvationObservability

/// The history of a node: means of minutes, which are bounded and survive a restart.
@Suite struct NodeHistoryTests {
    private static func reading(
        _ seconds: Int64, connections: Int = 0, deliveries: Int = 0, commits: (count: Int, sum: Double) = (0, 0)
    ) -> NodeReading {
        NodeReading(
            """
            # HELP ovation_connections Open.
            ovation_connections \(connections)
            ovation_deliveries_total{class="a"} \(deliveries)
            ovation_deliveries_total{class="b"} \(deliveries)
            ovation_journal_commit_seconds_bucket{le="0.1"} 7
            ovation_journal_commit_seconds_sum \(commits.sum)
            ovation_journal_commit_seconds_count \(commits.count)
            process_cpu_seconds_total \(Double(seconds) / 2)
            process_resident_memory_bytes 2097152

            """, at: seconds * 1_000)
    }

    private static func value(_ minute: NodeHistory.Minute, _ figure: NodeFigure) -> Double? {
        NodeFigure.allCases.firstIndex(of: figure).flatMap { minute.values[$0] }
    }

    @Test func `a minute is the mean of its readings, and a counter becomes a rate`() throws {
        var history = NodeHistory(minutesMax: 10)
        history.add(Self.reading(0, connections: 10))
        history.add(Self.reading(30, connections: 20, deliveries: 60, commits: (10, 0.5)))
        history.add(Self.reading(60, connections: 99, deliveries: 120))
        let minute = try #require(history.minutes.first)
        #expect(history.minutes.count == 1 && minute.number == 0)
        #expect(Self.value(minute, .connections) == 15)
        #expect(Self.value(minute, .deliveries) == 4)
        #expect(Self.value(minute, .commitMilliseconds) == 50)
        #expect(Self.value(minute, .processorPercent) == 50)
        #expect(Self.value(minute, .memoryMegabytes) == 2)
        #expect(Self.value(minute, .dropped) == nil)
    }

    @Test func `a counter that begins anew is not known for a moment, and never negative`() throws {
        var history = NodeHistory(minutesMax: 10)
        history.add(Self.reading(0, deliveries: 1_000))
        history.add(Self.reading(10, deliveries: 5))
        history.add(Self.reading(60))
        #expect(Self.value(try #require(history.minutes.first), .deliveries) == nil)
    }

    @Test func `as many minutes are kept as may be, and a week is drawn with a bounded number of points`() {
        var history = NodeHistory(minutesMax: 10_080)
        for minute in 0..<20_000 { history.add(Self.reading(Int64(minute) * 60, connections: minute)) }
        #expect(history.minutes.count == 10_080)
        let now: Int64 = 20_000 * 60_000
        let week = history.points(minuteCount: 10_080, until: now, pointsMax: 360)
        #expect(week.minutesPerPoint == 28 && (359...362).contains(week.points.count))
        let hour = history.points(minuteCount: 60, until: now, pointsMax: 360)
        #expect(hour.minutesPerPoint == 1 && (58...60).contains(hour.points.count))
        #expect(hour.points.map(\.number) == hour.points.map(\.number).sorted())
        #expect(history.kept().count < 4_000_000)
    }

    @Test func `what an earlier run has kept is taken up, and what cannot be read is not`() {
        var first = NodeHistory(minutesMax: 100)
        for minute in 0..<5 { first.add(Self.reading(Int64(minute) * 60, connections: minute)) }
        var second = NodeHistory(minutesMax: 100)
        second.takeUp(first.kept())
        #expect(second.minutes == first.minutes && second.minutes.count == 4)
        second.add(Self.reading(600))
        second.add(Self.reading(660))
        #expect(second.minutes.map(\.number) == [0, 1, 2, 3, 10])
        for text in ["", "{", "[]", #"{"figures":["connections"],"minutes":[{"number":1,"values":[1]}]}"#] {
            second.takeUp(Data(text.utf8))
            #expect(second.minutes.count == 5)
        }
    }

    @Test func `a clock that is set back writes no minute twice`() {
        var history = NodeHistory(minutesMax: 100)
        for seconds in [0, 60, 120, 30, 90, 180, 240] as [Int64] { history.add(Self.reading(seconds)) }
        let numbers = history.minutes.map(\.number)
        #expect(numbers == Array(Set(numbers)).sorted())
    }
}
