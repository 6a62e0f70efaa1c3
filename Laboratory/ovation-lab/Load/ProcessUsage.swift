import Foundation

/// What a process has used so far, as Linux tells it.
struct ProcessUsage: Equatable, Sendable {
    /// User and system time.
    var cpuSeconds: Double
    /// Resident memory.
    var residentBytes: Int

    /// Looks at a process; nil where there is none, or on a system without `/proc`.
    static func read(pid: Int32) -> ProcessUsage? {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        else { return nil }
        return ProcessUsage(stat: stat, status: status, ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// Reads the two files' texts; nil where they are not what they should be.
    init?(stat: String, status: String, ticksPerSecond: Double) {
        // The name of the program stands in brackets and may have brackets and blanks of its own.
        guard let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        cpuSeconds = (user + system) / ticksPerSecond
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        residentBytes = kilobytes * 1_024
    }
}
