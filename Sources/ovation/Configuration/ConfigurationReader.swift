import Foundation
import OvationCommandLine

/// Reads the configuration of this process.
enum ConfigurationReader {
    /// Reads flags, the environment and the file.
    ///
    /// - Parameter file: The path of the file; nil takes `OVATION_CONFIG`, without which there is none.
    /// - Throws: ``StartupProblem/configurationFileUnreadable(path:reason:)``.
    static func load(flags: [ConfigurationFlag], file: String?, isDev: Bool = false) throws -> LoadedConfiguration {
        let environment = ProcessInfo.processInfo.environment
        let path = file ?? environment["OVATION_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
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

    private static func read(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            let reason = access(path, R_OK) == 0 ? "It is no file" : String(cString: strerror(errno))
            throw StartupProblem.configurationFileUnreadable(path: path, reason: reason)
        }
        return [UInt8](content)
    }
}
