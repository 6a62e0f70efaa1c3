import OvationMedia
import OvationModel

/// One key of the configuration: its name, what it may be, and where it goes.
struct ConfigurationKey: Sendable {
    /// What values a key takes, and the field that they go to.
    enum Value: Sendable {
        /// A whole number in a range.
        case integer(ClosedRange<Int>, any WritableKeyPath<ServerSettings, Int> & Sendable)
        /// A limit: a whole number in a range.
        case limit(ClosedRange<Int>, any WritableKeyPath<Limits, Int> & Sendable)
        /// A limit of pictures: a whole number in a range.
        case mediaLimit(ClosedRange<Int>, any WritableKeyPath<MediaLimits, Int> & Sendable)
        /// A text that is always there.
        case text(any WritableKeyPath<ServerSettings, String> & Sendable)
        /// A text that may be left out.
        case optionalText(any WritableKeyPath<ServerSettings, String?> & Sendable)
        /// A list of texts, each of which is checked: the check answers what an entry has to be, nil for a good one.
        case list(any WritableKeyPath<ServerSettings, [String]> & Sendable, check: @Sendable (String) -> String?)
        /// One of a few words.
        case choice(
            [String], get: @Sendable (ServerSettings) -> String, set: @Sendable (inout ServerSettings, String) -> Void)
    }

    /// The name, `section.key`.
    let name: String
    /// What values it takes.
    let value: Value
    /// What it is for, in one line.
    let meaning: String
    /// The flag that sets it, where it has one besides `--section.key`.
    var flag: String?
    /// Whether its value is never shown.
    var isSecret = false
    /// Whether the default depends on how the server is started.
    var hasVariableDefault = false

    /// The parts of the name.
    var components: [String] { name.split(separator: ".").map(String.init) }

    /// What a value has to be, as the end of a sentence that begins with the name.
    var rule: String {
        switch value {
        case .integer(let range, _), .limit(let range, _), .mediaLimit(let range, _):
            "is a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .text, .optionalText: "is a text"
        case .list: "is a list of texts"
        case .choice(let choices, _, _): "is one of \(choices.joined(separator: ", "))"
        }
    }

    /// What it is set to, as it is written in YAML; nil where it is left out.
    func yaml(in settings: ServerSettings) -> String? {
        switch value {
        case .integer(_, let field): String(settings[keyPath: field])
        case .limit(_, let field): String(settings.limits[keyPath: field])
        case .mediaLimit(_, let field): String(settings.mediaLimits[keyPath: field])
        case .text(let field): Self.quoted(settings[keyPath: field])
        case .optionalText(let field): settings[keyPath: field].map { isSecret ? "(not shown)" : Self.quoted($0) }
        case .list(let field, _): "[" + settings[keyPath: field].map(Self.quoted).joined(separator: ", ") + "]"
        case .choice(_, let get, _): get(settings)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
