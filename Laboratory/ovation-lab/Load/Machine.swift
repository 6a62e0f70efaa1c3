import Foundation
import OvationProcess

/// What the tool asks of the machine before it begins.
enum Machine {
    /// Allows this process, and those that it starts, so many open files; a connection is one.
    ///
    /// - Throws: ``LoadProblem`` where the system refuses.
    static func allowOpenFiles(_ wanted: Int) throws {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return }
        let needed = rlim_t(wanted)
        if limit.rlim_cur >= needed { return }
        limit.rlim_cur = needed
        // Root may raise the upper bound too; everybody else goes as far as it.
        limit.rlim_max = max(limit.rlim_max, needed)
        guard setrlimit(openFiles, &limit) != 0 else { return }
        throw LoadProblem(
            "The system does not let this user open \(wanted) files, and a connection is one. Run \"ulimit -n \(wanted)\" "
                + "first (as root, or with that limit in /etc/security/limits.conf), or ask for fewer viewers.")
    }

    #if canImport(Glibc)
        private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let openFiles = RLIMIT_NOFILE
    #endif

    /// Lets this thread run only while no other one wants the processor.
    static func giveWay() {
        // By thread on Linux; elsewhere it would be the whole process.
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        #endif
    }

    /// The processors that this process may run on, in order; empty where the system does not tell.
    static var processors: [Int] { processors(of: "self") }

    /// The processors that a process may run on, in order; empty where the system does not tell.
    ///
    /// - Parameter process: its number, or `self`.
    static func processors(of process: String) -> [Int] {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") })
        else { return [] }
        return parse(list: line.dropFirst("Cpus_allowed_list:".count).trimmingCharacters(in: .whitespaces))
    }

    /// Reads a list as the kernel writes it, `0-3,8`.
    static func parse(list: String) -> [Int] {
        list.split(separator: ",").flatMap { part -> [Int] in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }

    /// The program that binds a process to processors, where there is one.
    static var taskset: String? {
        ["/usr/bin/taskset", "/bin/taskset"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Binds this process, all its threads, to processors. Does nothing where the system has no `taskset`.
    static func pin(to processors: [Int]) {
        guard let taskset, !processors.isEmpty else { return }
        let list = processors.map(String.init).joined(separator: ",")
        let arguments = ["-a", "-p", "-c", list, String(ProcessInfo.processInfo.processIdentifier)]
        // Over in a moment, and nothing else can go on before it is.
        _ = try? ChildProcess.spawn([taskset] + arguments, output: .nothing, error: .nothing).wait()
    }
}
