import Foundation

/// The configuration file that says nothing new: every key with its default and what it is for.
enum DefaultConfigurationFile {
    /// The file as YAML.
    ///
    /// Keys without a default, and those whose default depends on how the server is started, are commented out.
    ///
    /// By hand, because Yams writes no comments, and they are what the file is for.
    static var text: String {
        let defaults = ServerSettings(isDev: false, logsToTerminal: false)
        var lines = [
            "# Every key of ovation with its default. Pass the file with --config FILE or OVATION_CONFIG;",
            "# without either, /etc/ovation/ovation.yaml is read where it is there (not with --dev).",
            "# A flag wins over an environment variable, which wins over this file: limits.historyMax is",
            "# --limits.historyMax on the command line and OVATION_LIMITS_HISTORY_MAX in the environment.",
        ]
        var section = ""
        for key in ConfigurationKey.all {
            let components = key.components
            if components[0] != section {
                section = components[0]
                lines += ["", "\(section):"]
            }
            let value = key.yaml(in: defaults)
            let isComment = value == nil || key.hasVariableDefault
            lines += ["  # \(key.meaning)", "  \(isComment ? "# " : "")\(components[1]): \(value ?? "\"\"")"]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
