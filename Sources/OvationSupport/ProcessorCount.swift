import Foundation
import NIOCore

/// How many processors this process may use. Unlike the number of processors of the machine it heeds `taskset` and cpusets.
package func usableProcessorCount() -> Int {
    // Linux tells the allowed processors as a mask in hexadecimal, `Cpus_allowed:	00000003`. Elsewhere there is no such file.
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") })
    else { return System.coreCount }
    let allowed = line.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return allowed > 0 ? min(allowed, System.coreCount) : System.coreCount
}
