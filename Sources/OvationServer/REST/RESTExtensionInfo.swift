import Foundation
import OvationModel
import OvationRules
import OvationWire

extension ExtensionInfo {
    /// The most bytes that the text has.
    private static let bytesMax = 100

    /// Reads the app's own fields as its backend gives them: the text of a JSON object, or an empty text for none.
    ///
    /// - Throws: `illegalParameter`.
    init(field: String, text: String) throws(Rejection) {
        guard text.utf8.count <= Self.bytesMax else {
            throw Rejection(
                .illegalParameter,
                "\"\(field)\" is at most \(Self.bytesMax) bytes of UTF-8; this is \(text.utf8.count).")
        }
        guard !text.isEmpty else {
            self.init(text: "", fields: [:])
            return
        }
        guard let fields = try? JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8)) else {
            throw Rejection(
                .illegalParameter, #""\#(field)" is the text of a JSON object, for instance {"color":"red"}."#)
        }
        self.init(text: text, fields: fields.mapValues(\.asText))
    }

    /// The text under which the fields are read back: the one that was given, or that of fields which were set otherwise.
    static func text(given: String, fields: [String: String]) -> String {
        guard given.isEmpty, !fields.isEmpty else { return given }
        return String(decoding: WireJSON.bytes(fields), as: UTF8.self)
    }
}

/// Any value of JSON.
private enum JSONValue: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// A text as it is, everything else as its JSON: what clients have room for.
    var asText: String {
        if case .text(let text) = self { return text }
        return String(decoding: WireJSON.bytes(self), as: UTF8.self)
    }
}
