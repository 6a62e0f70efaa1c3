import Foundation
import OvationCommandLine

/// Reads the configuration of this process.
enum ConfigurationReader {
    /// The file that is read where none is named, if it is there: that of the machine's own server.
    static let systemFile = "/etc/ovation/ovation.yaml"

    /// Reads flags, the environment and the file.
    ///
    /// - Parameters:
    ///   - file: The path of the file; nil takes `OVATION_CONFIG`, without which ``systemFile`` is taken. `/dev/null` is none.
    ///   - isDev: Whether it is a developer's server, which has nothing to do with the machine's own.
    /// - Throws: ``StartupProblem/configurationFileUnreadable(path:reason:)``.
    static func load(
        flags: [ConfigurationFlag], file: String?, isDev: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment, systemFile: String = systemFile
    ) throws -> LoadedConfiguration {
        let named = file ?? environment["OVATION_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        // A user who names a folder knows which server is meant, and may not be allowed to read about the machine's own.
        let isFolderNamed = flags.contains { $0.key == "server.data" }
        let found = isDev || !isThere(systemFile, unlessHidden: isFolderNamed) ? nil : systemFile
        let path = (named ?? found).flatMap { $0 == "/dev/null" ? nil : $0 }
        let content = try path.map { path in (name: path, bytes: try read(path)) }
        return LoadedConfiguration(
            ConfigurationSources(flags: flags, environment: environment, file: content),
            defaults: ServerSettings(isDev: isDev, logsToTerminal: isatty(STDERR_FILENO) == 1))
    }

    /// The settings, after the warnings were told on standard error.
    ///
    /// - Throws: ``StartupProblem/configuration(_:)`` with everything that is wrong.
    static func settings(of loaded: LoadedConfiguration) throws -> ServerSettings {
        for warning in loaded.warnings { StandardError.print("Warning: \(warning)") }
        guard loaded.problems.isEmpty else { throw StartupProblem.configuration(loaded.problems) }
        return loaded.settings
    }

    /// Whether there is a file, or may be one that this user cannot see.
    private static func isThere(_ path: String, unlessHidden: Bool) -> Bool {
        if access(path, unlessHidden ? R_OK : F_OK) == 0 { return true }
        return errno == EACCES && !unlessHidden
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            let reason = access(path, R_OK) == 0 ? "It is no file" : String(cString: strerror(errno))
            throw StartupProblem.configurationFileUnreadable(path: path, reason: reason)
        }
        return [UInt8](content)
    }
}
