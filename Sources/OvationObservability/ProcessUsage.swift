import Foundation

/// What the process takes of the machine.
package enum ProcessUsage {
    /// Seconds of processors that the process has used since it began; nil where the system does not say.
    package static func processorSeconds() -> Double? {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// Nanoseconds of a processor that the calling thread has used since it began; 0 where the system does not say.
    package static func threadNanoseconds() -> UInt64 {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Bytes of memory that the process has; nil where the system does not say.
    package static func memoryBytes() -> Double? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
