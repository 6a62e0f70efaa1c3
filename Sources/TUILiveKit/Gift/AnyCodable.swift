/// A JSON value whose type is known only at run time: null, a Boolean, a number, a string, an array or an object.
///
/// Values of any other type become null.
public struct AnyCodable: Hashable, Sendable {
    private enum Content: Hashable {
        case null
        case truth(Bool)
        case integer(Int)
        case number(Double)
        case text(String)
        case list([AnyCodable])
        case object([String: AnyCodable])
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// Makes a value from a `Bool`, an `Int`, a `Double`, a `String`, or an array or dictionary of these; nil becomes null.
    public init<Value>(_ value: Value?) {
        self.init(value.map(Self.content) ?? Content.null)
    }

    /// The value: `()` for null, otherwise a `Bool`, an `Int`, a `Double`, a `String`, `[Any]` or `[String: Any]`.
    public var value: Any {
        switch content {
        case .null: ()
        case .truth(let truth): truth
        case .integer(let integer): integer
        case .number(let number): number
        case .text(let text): text
        case .list(let list): list.map(\.value)
        case .object(let object): object.mapValues(\.value)
        }
    }

    /// The string; nil for any other type.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    private static func content(of value: Any) -> Content {
        switch value {
        case let known as AnyCodable: known.content
        case let truth as Bool: .truth(truth)
        case let integer as any BinaryInteger:
            Int(exactly: integer).map(Content.integer) ?? .number(Double(integer))
        case let number as Double: .number(number)
        case let number as Float: .number(Double(number))
        case let text as String: .text(text)
        case let list as [Any]: .list(list.map { AnyCodable(content(of: $0)) })
        case let object as [String: Any]: .object(object.mapValues { AnyCodable(content(of: $0)) })
        default: .null
        }
    }
}

extension AnyCodable: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(Content.null)
        } else if let truth = try? container.decode(Bool.self) {
            self.init(.truth(truth))
        } else if let integer = try? container.decode(Int.self) {
            self.init(.integer(integer))
        } else if let number = try? container.decode(Double.self) {
            self.init(.number(number))
        } else if let text = try? container.decode(String.self) {
            self.init(.text(text))
        } else if let list = try? container.decode([AnyCodable].self) {
            self.init(.list(list))
        } else {
            self.init(.object(try container.decode([String: AnyCodable].self)))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch content {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

extension AnyCodable: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes null.
    public init(nilLiteral: ()) { self.init(Content.null) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self.init(.truth(value)) }
    /// Makes an integer.
    public init(integerLiteral value: Int) { self.init(.integer(value)) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self.init(.number(value)) }
    /// Makes a string.
    public init(stringLiteral value: String) { self.init(.text(value)) }
    /// Makes an array.
    public init(arrayLiteral elements: Any...) { self.init(Self.content(of: elements)) }
    /// Makes an object. If a key is repeated, the last value counts.
    public init(dictionaryLiteral elements: (String, Any)...) {
        self.init(Self.content(of: Dictionary(elements) { _, last in last }))
    }
}
