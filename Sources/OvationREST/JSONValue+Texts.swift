import Foundation
import OvationJSON
import OvationWire

extension JSONValue {
    /// Reads the fields of a text that is a JSON object; nil if it is not one. A field other than a text is given as its JSON.
    static func texts(ofObject text: String) -> [String: String]? {
        (try? WireJSON.decode([String: JSONValue].self, from: Data(text.utf8)))?.mapValues(\.asText)
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
