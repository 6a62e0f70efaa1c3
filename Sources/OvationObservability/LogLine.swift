/// Puts a line of a log together.
struct LogLine {
    /// What has been written so far.
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    /// Appends text as it is.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    // MARK: - JSON

    /// Appends a value as JSON.
    mutating func appendJSON(_ value: LogValue) {
        switch value {
        case .text(let text):
            appendJSON(text)
        case .literal(let literal):
            append(literal)
        case .list(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                appendJSON(value)
            }
            append("]")
        case .object(let fields):
            append("{")
            for (index, field) in fields.enumerated() {
                if index > 0 { append(",") }
                appendJSON(field.key)
                append(":")
                appendJSON(field.value)
            }
            append("}")
        }
    }

    /// Appends a text in quotes, escaped as RFC 8259 asks.
    mutating func appendJSON(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case "\u{0}"..."\u{1F}": append(Self.unicodeEscape(scalar))
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        append("\"")
    }

    // MARK: - Text

    /// Appends a value for people: in quotes only if its end could not be seen without them.
    mutating func appendReadable(_ value: LogValue) {
        switch value {
        case .text(let text):
            let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0 > " " && $0 != "\"" && $0 != "=" }
            if isPlain {
                appendReadable(text)
            } else {
                append("\"")
                appendReadable(text, escapingQuotes: true)
                append("\"")
            }
        case .literal(let literal):
            append(literal)
        case .list, .object:
            var json = LogLine()
            json.appendJSON(value)
            appendReadable(String(decoding: json.bytes, as: UTF8.self))
        }
    }

    /// Appends text with its control characters escaped, so that nobody's input can move the cursor or begin a line.
    mutating func appendReadable(_ text: String, escapingQuotes: Bool = false) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case "\"" where escapingQuotes: append("\\\"")
            case "\\" where escapingQuotes: append("\\\\")
            // Some terminals obey the controls of the second range too. The last two characters end a line in many viewers.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": append(Self.unicodeEscape(scalar))
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
