import Foundation

/// The system's limit on open files of this process; a connection is one.
public enum OpenFiles {
    /// More than a process needs, and less than makes a kernel or a library slow.
    private static let wanted: rlim_t = 1_048_576

    /// Raises the limit as far as the system lets this user.
    public static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        // Where that is refused, the limit is as it was.
        _ = setrlimit(resource, &limit)
    }

    /// How many files may be open at a time; nil where there is no limit.
    public static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int32.max) else { return nil }
        return Int(limit.rlim_cur)
    }

    /// How many are open now.
    package static var count: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 64 }

    /// How many connections may be open, so that every other file of the server finds its place.
    ///
    /// - Parameters:
    ///   - wanted: at most so many; 0 for as many as the system lets.
    ///   - limit: how many files may be open; nil where there is no limit.
    ///   - count: how many are open already.
    ///   - kept: how many are kept for others.
    package static func socketsMax(wanted: Int, limit: Int?, count: Int, kept: Int) -> Int {
        let wanted = wanted > 0 ? wanted : Int(Int32.max)
        guard let limit else { return wanted }
        // A limit that is too low for everything still has room for some.
        return min(wanted, max(limit - count - kept, limit / 4, 1))
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
