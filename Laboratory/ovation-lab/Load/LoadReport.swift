import Foundation

/// What a run gave, for people and for programs.
struct LoadReport: Encodable, Sendable {
    /// Something that was measured.
    struct Figure: Sendable {
        /// Its name for programs.
        var key: String
        /// Its name for people.
        var label: String
        var value: Double
        var unit: String
    }

    /// Numbers by name: what was dropped, closed, refused.
    struct Count: Sendable {
        var key: String
        var label: String
        var values: [String: Int]
        /// How people call the names that are not numbers or codes.
        var labels: [String: String]
    }

    /// Something that must hold.
    struct Check: Encodable, Sendable, Equatable {
        /// What must hold, as a sentence.
        var name: String
        var value: Double
        /// The largest value that is accepted; nil where `least` says the smallest.
        var most: Double?
        var least: Double?
        var passed: Bool
    }

    var scenario: String
    var server: String
    var figures: [Figure] = []
    var checks: [Check] = []
    var counts: [Count] = []
    /// What the reader should know besides.
    var notes: [String] = []

    /// Whether everything holds.
    var passed: Bool { checks.allSatisfy(\.passed) }

    init(scenario: String, server: String) {
        self.scenario = scenario
        self.server = server
    }

    mutating func figure(_ key: String, _ label: String, _ value: Double?, _ unit: String = "") {
        guard let value else { return }
        figures.append(Figure(key: key, label: label, value: value, unit: unit))
    }

    mutating func check(_ name: String, _ value: Double, most: Double) {
        checks.append(Check(name: name, value: value, most: most, least: nil, passed: value <= most))
    }

    mutating func check(_ name: String, _ value: Double, least: Double) {
        checks.append(Check(name: name, value: value, most: nil, least: least, passed: value >= least))
    }

    mutating func count(_ key: String, _ label: String, _ values: [String: Int], labels: [String: String] = [:]) {
        if !values.isEmpty { counts.append(Count(key: key, label: label, values: values, labels: labels)) }
    }

    /// The numbers of a key.
    func counts(of key: String) -> [String: Int]? { counts.first { $0.key == key }?.values }

    private enum CodingKeys: String, CodingKey { case scenario, server, figures, checks, counts, notes, passed }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scenario, forKey: .scenario)
        try container.encode(server, forKey: .server)
        try container.encode(
            Dictionary(figures.map { ($0.key, $0.value) }) { first, _ in first }, forKey: .figures)
        try container.encode(checks, forKey: .checks)
        try container.encode(Dictionary(counts.map { ($0.key, $0.values) }) { first, _ in first }, forKey: .counts)
        try container.encode(notes, forKey: .notes)
        try container.encode(passed, forKey: .passed)
    }

    /// The report as lines.
    func text(colors: TerminalColors) -> String {
        var lines = ["\(scenario) against \(server)", ""]
        let width = figures.map(\.label.count).max() ?? 0
        for figure in figures {
            let label = figure.label.padding(toLength: width, withPad: " ", startingAt: 0)
            lines.append("  \(label)  \(Self.number(figure.value))\(figure.unit.isEmpty ? "" : " \(figure.unit)")")
        }
        for count in counts {
            let list = count.values.sorted { $0.key < $1.key }.map { "\(count.labels[$0.key] ?? $0.key) \($0.value)" }
            lines.append("  \(count.label): \(list.joined(separator: ", "))")
        }
        lines.append("")
        for check in checks {
            let verdict = check.passed ? colors.good("passed") : colors.bad("FAILED")
            let bound =
                check.most.map { "at most \(Self.number($0))" } ?? check.least.map { "at least \(Self.number($0))" }
                ?? ""
            lines.append("  \(verdict)  \(check.name): \(Self.number(check.value)) (\(bound))")
        }
        for note in notes { lines.append("  note: \(note)") }
        return lines.joined(separator: "\n")
    }

    /// A number with as many digits as say something.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return grouped(Int64(value)) }
        if abs(value) >= 100 { return number(value.rounded()) }
        return String(format: abs(value) >= 10 ? "%.1f" : "%.2f", value)
    }

    private static func grouped(_ value: Int64) -> String {
        var digits = String(value.magnitude)
        var end = digits.count - 3
        while end > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
            end -= 3
        }
        return value < 0 ? "-\(digits)" : digits
    }
}

/// Colours for a terminal, or none.
struct TerminalColors: Sendable {
    let areOn: Bool

    func good(_ text: String) -> String { areOn ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    func bad(_ text: String) -> String { areOn ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { areOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
