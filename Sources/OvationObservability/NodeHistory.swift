package import Foundation

/// What a chart of a node shows: a number that is measured, or how fast one grows.
package enum NodeFigure: String, CaseIterable, Codable, Sendable {
    case connections, lives, members, commands, deliveries, dropped, commitMilliseconds, restMilliseconds
    case processorPercent, memoryMegabytes

    /// How the figure follows from the sums of two readings.
    enum Source {
        /// The number as it is, times a factor.
        case level(String, Double)
        /// How much it grew in a second, times a factor.
        case growth(String, Double)
        /// The mean of what a histogram of seconds took in, in milliseconds.
        case mean(String)
    }

    var source: Source {
        switch self {
        case .connections: .level("ovation_connections", 1)
        case .lives: .level("ovation_rooms", 1)
        case .members: .level("ovation_members", 1)
        case .commands: .growth("ovation_commands_total", 1)
        case .deliveries: .growth("ovation_deliveries_total", 1)
        case .dropped: .growth("ovation_dropped_total", 1)
        case .commitMilliseconds: .mean("ovation_journal_commit_seconds")
        case .restMilliseconds: .mean("ovation_rest_call_seconds")
        case .processorPercent: .growth("process_cpu_seconds_total", 100)
        case .memoryMegabytes: .level("process_resident_memory_bytes", 1 / 1_048_576)
        }
    }
}

/// The sums of a node's metrics at one moment.
package struct NodeReading: Sendable {
    /// When, in Unix milliseconds.
    package let at: Int64
    /// The sum of the samples of each name.
    package let sums: [String: Double]

    /// Reads metrics in the text format of Prometheus.
    package init(_ text: String, at: Int64) {
        self.at = at
        var sums: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
                continue
            }
            let name = line[..<(line.firstIndex { $0 == "{" || $0 == " " } ?? line.endIndex)]
            // Buckets are many, and no figure needs them.
            if name.hasSuffix("_bucket") { continue }
            sums[String(name), default: 0] += value
        }
        self.sums = sums
    }

    /// A figure between an earlier reading and this one; nil where it is not known, as after a restart.
    func value(of figure: NodeFigure, since before: NodeReading?) -> Double? {
        switch figure.source {
        case .level(let name, let factor): return sums[name].map { $0 * factor }
        case .growth(let name, let factor):
            guard let before, at > before.at, let first = before.sums[name], let last = sums[name], last >= first else {
                return nil
            }
            return (last - first) * 1_000 / Double(at - before.at) * factor
        case .mean(let name):
            guard let before, let first = before.sums["\(name)_count"], let last = sums["\(name)_count"], last > first,
                let firstSum = before.sums["\(name)_sum"], let lastSum = sums["\(name)_sum"]
            else { return nil }
            return (lastSum - firstSum) / (last - first) * 1_000
        }
    }
}

/// What a node was like, minute by minute, for as many minutes as are kept. Pure: readings come in, points come out.
package struct NodeHistory: Codable, Sendable {
    /// The mean of a minute.
    package struct Minute: Codable, Sendable, Equatable {
        /// Which minute, counted from 1970.
        package let number: Int64
        /// A value for each of ``NodeFigure/allCases``; nil where it is not known.
        package let values: [Double?]
    }

    /// The figures that the values are of. Another version has others, and its history is not read.
    private let figures: [NodeFigure]
    /// The minutes that are over, oldest first.
    package private(set) var minutes: [Minute] = []
    private var current: Sums?
    private var last: NodeReading?
    private let minutesMax: Int

    private struct Sums {
        let minute: Int64
        var totals = [Double](repeating: 0, count: NodeFigure.allCases.count)
        var counts = [Int](repeating: 0, count: NodeFigure.allCases.count)

        var mean: Minute {
            Minute(number: minute, values: zip(totals, counts).map { $1 > 0 ? $0 / Double($1) : nil })
        }
    }

    private enum CodingKeys: String, CodingKey { case figures, minutes }

    /// An empty history.
    ///
    /// - Parameter minutesMax: How many minutes are kept; the oldest go first.
    package init(minutesMax: Int) {
        figures = NodeFigure.allCases
        self.minutesMax = max(1, minutesMax)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        figures = try container.decode([NodeFigure].self, forKey: .figures)
        minutes = try container.decode([Minute].self, forKey: .minutes)
        minutesMax = .max
    }

    /// Takes up what an earlier run has kept, unless it cannot be read or is of another version.
    package mutating func takeUp(_ data: Data) {
        guard let kept = try? JSONDecoder().decode(NodeHistory.self, from: data), kept.figures == figures,
            kept.minutes.allSatisfy({ $0.values.count == figures.count })
        else { return }
        let own = minutes.first?.number ?? .max
        minutes = (kept.minutes.filter { $0.number < own }.sorted { $0.number < $1.number } + minutes).suffix(
            minutesMax)
    }

    /// What is kept for the next run.
    package func kept() -> Data { (try? JSONEncoder().encode(self)) ?? Data() }

    /// Takes in a reading.
    package mutating func add(_ reading: NodeReading) {
        let minute = reading.at / 60_000
        if let current, current.minute != minute {
            // A clock that was set back writes no minute twice.
            if (minutes.last?.number ?? -1) < current.minute { minutes.append(current.mean) }
            if minutes.count > minutesMax { minutes.removeFirst(minutes.count - minutesMax) }
            self.current = nil
        }
        var sums = current ?? Sums(minute: minute)
        for (index, figure) in NodeFigure.allCases.enumerated() {
            guard let value = reading.value(of: figure, since: last), value.isFinite else { continue }
            sums.totals[index] += value
            sums.counts[index] += 1
        }
        current = sums
        last = reading
    }

    /// The means over parts of the last minutes, oldest first. A part without a minute is left out.
    ///
    /// - Parameters:
    ///   - minuteCount: How many minutes back from `now`, which is in Unix milliseconds.
    ///   - pointsMax: How many parts at most.
    package func points(
        minuteCount: Int, until now: Int64, pointsMax: Int
    ) -> (minutesPerPoint: Int, points: [Minute]) {
        let step = max(1, (minuteCount + pointsMax - 1) / max(1, pointsMax))
        let first = now / 60_000 - Int64(minuteCount)
        var parts: [Int64: Sums] = [:]
        for minute in minutes where minute.number >= first {
            let part = minute.number / Int64(step)
            var sums = parts[part] ?? Sums(minute: part * Int64(step))
            for (index, value) in minute.values.enumerated() {
                guard let value else { continue }
                sums.totals[index] += value
                sums.counts[index] += 1
            }
            parts[part] = sums
        }
        return (step, parts.sorted { $0.key < $1.key }.map(\.value.mean))
    }
}
