import Foundation
import OvationWire

/// Any JSON value.
enum RESTValue: Codable {
    case null
    case truth(Bool)
    case whole(Int64)
    case number(Double)
    case text(String)
    case list([RESTValue])
    case object([String: RESTValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let whole = try? container.decode(Int64.self) {
            self = .whole(whole)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([RESTValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: RESTValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// Reads the fields of a text that is a JSON object; nil if it is not one. A field other than a text is given as its JSON.
    static func texts(ofObject text: String) -> [String: String]? {
        (try? WireJSON.decode([String: RESTValue].self, from: Data(text.utf8)))?.mapValues(\.asText)
    }

    /// A text as it is, and any other value as its JSON, because clients have room for texts only.
    private var asText: String {
        if case .text(let text) = self { return text }
        return String(decoding: WireJSON.bytes(self), as: UTF8.self)
    }

    /// The path of the first number that has a fraction or does not fit 64 bits; nil if there is none.
    func placeOfFraction(_ place: String = "") -> String? {
        switch self {
        case .number: return place
        case .list(let list):
            for (index, value) in list.enumerated() {
                if let found = value.placeOfFraction("\(place).[\(index)]") { return found }
            }
            return nil
        case .object(let object):
            for (key, value) in object.sorted(by: { $0.key < $1.key }) {
                if let found = value.placeOfFraction(place.isEmpty ? key : "\(place).\(key)") { return found }
            }
            return nil
        default: return nil
        }
    }
}
