import Foundation

/// What a benchmark gave: medians, and how far the measurements were apart.
struct BenchmarkResult: Encodable, Sendable {
    let name: String
    let reference: String
    /// Nanoseconds an operation.
    let median: Double
    let least: Double
    let most: Double
    let referenceMedian: Double
    /// How many times what the reference takes.
    let ratio: Double
    let samples: Int

    init(name: String, reference: String, own: [Double], others: [Double]) {
        self.name = name
        self.reference = reference
        median = Self.median(own)
        least = own.min() ?? 0
        most = own.max() ?? 0
        referenceMedian = Self.median(others)
        ratio = referenceMedian > 0 ? median / referenceMedian : 0
        samples = own.count
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The head of the table, in Markdown.
    static let header = """
        | benchmark | median | min to max | times | of |
        | --- | --- | --- | --- | --- |
        """

    /// A row of the table.
    var line: String {
        "| \(name) | \(Self.duration(median)) | \(Self.duration(least)) to \(Self.duration(most)) "
            + "| \(Self.digits(ratio)) | \(reference), \(Self.duration(referenceMedian)) |"
    }

    /// One line of JSON.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: "\(digits(nanoseconds)) ns"
        case ..<1_000_000: "\(digits(nanoseconds / 1_000)) µs"
        default: "\(digits(nanoseconds / 1_000_000)) ms"
        }
    }

    private static func digits(_ value: Double) -> String {
        String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.4f", value)
    }
}
