import Foundation

/// Processor time of threads of this process, as Linux counts it, in nanoseconds.
enum ThreadTime {
    private static let folder = "/proc/self/task"

    /// The event loops that there are.
    static func eventLoops() -> Set<String> {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            threads.filter {
                (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8))?.hasPrefix("NIO-ELT") ?? false
            })
    }

    /// What threads have used so far; nil on a system that does not tell.
    static func nanoseconds(of threads: Set<String>) -> Double? {
        var sum = 0.0
        for thread in threads {
            guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8),
                let used = text.split(separator: " ").first.flatMap({ Double($0) })
            else { return nil }
            sum += used
        }
        return sum
    }

    /// The thread that asks; nil on a system without `/proc`.
    static var current: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
            .flatMap { $0.split(separator: "/").last.map(String.init) }
    }
}
