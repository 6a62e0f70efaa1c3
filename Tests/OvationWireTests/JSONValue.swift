/// Any JSON, compared exactly: whole numbers as 64 bits, strings byte by byte.
///
/// Swift treats a composed and a decomposed accent as equal. A wire must not.
indirect enum JSONValue: Hashable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(ExactText)
    case array([JSONValue])
    case object([ExactText: JSONValue])

    /// A string that equals another only if all bytes are equal.
    struct ExactText: Hashable, CodingKey, CustomStringConvertible {
        let utf8: [UInt8]

        init(_ text: String) { utf8 = Array(text.utf8) }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }

        var stringValue: String { String(decoding: utf8, as: UTF8.self) }
        var intValue: Int? { nil }
        var description: String { stringValue.debugDescription }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: ExactText.self) {
            var object: [ExactText: JSONValue] = [:]
            for key in container.allKeys { object[key] = try container.decode(JSONValue.self, forKey: key) }
            self = .object(object)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !container.isAtEnd { array.append(try container.decode(JSONValue.self)) }
            self = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(ExactText(try container.decode(String.self)))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: ExactText.self)
            for (key, value) in object { try container.encode(value, forKey: key) }
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for value in array { try container.encode(value) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let bool): try encode(bool, to: encoder)
        case .integer(let integer): try encode(integer, to: encoder)
        case .number(let number): try encode(number, to: encoder)
        case .text(let text): try encode(text.stringValue, to: encoder)
        }
    }

    private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
