import Foundation

/// Swift's dictionaries go through their keys in an order of their own in each process, unless told otherwise.
///
/// Only a process that began with the variable hashes the same each time, so that one without it has to begin again.
enum DeterministicHashing {
    private static let variable = "SWIFT_DETERMINISTIC_HASHING"

    /// Whether this process hashes as every other one with the variable does.
    static var isOn: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Has this process begin again with the same arguments where its hashing is not deterministic.
    ///
    /// - Returns: only where there is nothing to do, or the system does not let a process begin again.
    static func require() {
        #if os(Linux)
            guard !isOn, setenv(variable, "1", 1) == 0 else { return }
            var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            execv("/proc/self/exe", &arguments)
            // It went on: what the process says of itself must stay true.
            unsetenv(variable)
        #endif
    }
}
