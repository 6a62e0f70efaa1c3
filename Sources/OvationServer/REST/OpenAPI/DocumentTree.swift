/// A document of objects, lists and values, whose names stay in the order in which they were given.
indirect enum DocumentTree: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case object([(name: String, value: DocumentTree)])
    case list([DocumentTree])
    case text(String)
    case number(Int)
    case truth(Bool)

    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .truth(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(arrayLiteral elements: DocumentTree...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, DocumentTree)...) { self = .object(elements.map { ($0, $1) }) }

    /// The document as YAML: one name a line, texts in double quotes, as JSON writes them.
    var yaml: String { lines(indent: 0).joined(separator: "\n") + "\n" }

    /// The document as JSON.
    var json: String {
        switch self {
        case .object(let fields):
            "{" + fields.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .text, .number, .truth: scalar
        }
    }

    private var scalar: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        case .list: "[]"
        case .object: "{}"
        }
    }

    private var isScalar: Bool {
        switch self {
        case .object(let fields): fields.isEmpty
        case .list(let elements): elements.isEmpty
        case .text, .number, .truth: true
        }
    }

    private func lines(indent: Int) -> [String] {
        let margin = String(repeating: "  ", count: indent)
        switch self {
        case .object(let fields) where !fields.isEmpty:
            return fields.flatMap { name, value in
                value.isScalar
                    ? ["\(margin)\(Self.key(name)): \(value.scalar)"]
                    : ["\(margin)\(Self.key(name)):"] + value.lines(indent: indent + 1)
            }
        case .list(let elements) where !elements.isEmpty:
            return elements.flatMap { element -> [String] in
                guard !element.isScalar else { return ["\(margin)- \(element.scalar)"] }
                var inner = element.lines(indent: indent + 1)
                inner[0] = margin + "- " + inner[0].dropFirst(margin.count + 2)
                return inner
            }
        default: return [margin + scalar]
        }
    }

    /// A name as it is where YAML can take it for nothing else, in quotes otherwise.
    private static func key(_ name: String) -> String {
        let isPlain =
            name.first?.isLetter == true && name.utf8.allSatisfy { $0 < 0x80 }
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(name.lowercased())
        return isPlain ? name : quoted(name)
    }

    /// A text in double quotes, with what JSON and YAML both want escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
                || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
