/// A document of objects, lists and values. The names of an object stay in the order in which they were given.
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

    /// The document as JSON.
    ///
    /// Written by hand, because `JSONEncoder` does not keep the order of names.
    var json: String {
        switch self {
        case .object(let fields):
            "{" + fields.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        }
    }

    /// A text in double quotes, with escapes that YAML reads as JSON does.
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
