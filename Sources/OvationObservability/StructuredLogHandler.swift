import Foundation
public import Logging
import OvationModel
import OvationSupport

/// Writes log lines for programs or for people.
///
/// ```swift
/// LoggingSystem.bootstrap { StructuredLogHandler(label: $0, format: .json) }
/// ```
///
/// ```
/// {"time":"2025-11-21T08:40:00.123Z","level":"info","logger":"ovation","message":"live created","room.id":"r1"}
/// 2025-11-21T08:40:00.123Z INFO     ovation: live created room.id=r1
/// ```
///
/// Nested metadata gets dotted keys. A key that names a secret, or a text that a user wrote, is printed without its
/// value: anything with `userSig`, `secret`, `token` or `password` in it, and `text` as a word. A metadata key that a
/// line has already, `time` for instance, is printed as `metadata.time`.
public struct StructuredLogHandler: LogHandler {
    /// What lines look like.
    public enum Format: String, CaseIterable, Sendable {
        /// One JSON object a line.
        case json
        /// For people: time, level, logger, message, then metadata.
        case text
    }

    /// Metadata of every line of this logger.
    public var metadata: Logger.Metadata = [:]
    /// The lowest level that is written.
    public var logLevel: Logger.Level
    /// Gives more metadata for every line.
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let format: Format
    private let output: LogOutput
    private let usesColor: Bool
    private let wall: @Sendable () -> Timestamp

    /// Makes a handler that writes to an output.
    ///
    /// - Parameters:
    ///   - label: the name of the logger.
    ///   - format: what lines look like.
    ///   - level: the lowest level that is written.
    ///   - output: where they go.
    ///   - metadataProvider: metadata that is asked for with every line.
    public init(
        label: String, format: Format, level: Logger.Level = .info, output: LogOutput = .standardError,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.init(
            label: label, format: format, level: level, output: output, metadataProvider: metadataProvider,
            environment: ProcessInfo.processInfo.environment, wall: ServerClock.system.wall)
    }

    /// Makes a handler with a clock and an environment of one's own.
    init(
        label: String, format: Format, level: Logger.Level, output: LogOutput,
        metadataProvider: Logger.MetadataProvider? = nil, environment: [String: String],
        wall: @escaping @Sendable () -> Timestamp
    ) {
        self.label = label
        self.format = format
        self.output = output
        self.wall = wall
        self.metadataProvider = metadataProvider
        usesColor = format == .text && output.usesColor(environment: environment)
        logLevel = level
    }

    /// Metadata of every line of this logger, by key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line. Metadata of the line wins over that of a provider, and that of a provider over the logger's
    /// own.
    public func log(event: LogEvent) {
        var all = metadata
        if let metadataProvider { all.merge(metadataProvider.get()) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        if let error = event.error, all[LogKeys.error] == nil { all[LogKeys.error] = "\(error)" }
        let fields = LogValue.fields(of: all)
        var line = LogLine()
        switch format {
        case .json: writeJSON(event, fields, to: &line)
        case .text: writeText(event, fields, to: &line)
        }
        line.append("\n")
        output.write(line.bytes)
    }

    private func writeJSON(_ event: LogEvent, _ fields: [LogField], to line: inout LogLine) {
        line.append("{\"time\":\"\(RFC3339.string(wall()))\",\"level\":\"\(event.level.rawValue)\",\"logger\":")
        line.appendJSON(label)
        line.append(",\"message\":")
        line.appendJSON(event.message.description)
        for field in fields {
            line.append(",")
            line.appendJSON(Self.ownKeys.contains(field.key) ? "metadata." + field.key : field.key)
            line.append(":")
            line.appendJSON(field.value)
        }
        line.append("}")
    }

    private func writeText(_ event: LogEvent, _ fields: [LogField], to line: inout LogLine) {
        line.append(RFC3339.string(wall()))
        line.append(" ")
        let level = event.level.rawValue.uppercased()
        paint(Self.color(of: event.level), &line) { $0.append(level) }
        line.append(String(repeating: " ", count: 1 + max(0, 8 - level.count)))
        line.appendReadable(label)
        line.append(": ")
        line.appendReadable(event.message.description)
        for field in fields {
            line.append(" ")
            paint("2", &line) {
                $0.appendReadable(field.key)
                $0.append("=")
            }
            line.appendReadable(field.value)
        }
    }

    /// Writes in a colour, where there are colours.
    private func paint(_ code: String, _ line: inout LogLine, _ write: (inout LogLine) -> Void) {
        guard usesColor else { return write(&line) }
        line.append("\u{1B}[\(code)m")
        write(&line)
        line.append("\u{1B}[0m")
    }

    private static func color(of level: Logger.Level) -> String {
        switch level {
        case .trace, .debug: "2"
        case .info: "32"
        case .notice: "36"
        case .warning: "33"
        case .error, .critical: "1;31"
        }
    }

    private static let ownKeys: Set<String> = ["time", "level", "logger", "message"]
}
