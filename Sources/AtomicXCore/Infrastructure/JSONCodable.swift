public import Foundation
import OvationWire

/// A value that turns into JSON and back; its keys are the names of its properties.
///
/// Nothing here throws: what cannot be expressed or read is nil.
public protocol JSONCodable: Codable {
    /// The value as an object of JSON; nil where it is not an object, as for an enum of numbers.
    func toJson() -> [String: Any]?

    /// The value as bytes of JSON, in UTF-8.
    func toJsonData() -> Data?

    /// The value as a text of JSON.
    func toJsonString() -> String?

    /// Reads a value from an object of JSON; nil where a key is missing or has a wrong type.
    static func fromJson(_ json: [String: Any]) -> Self?

    /// Reads a value from bytes of JSON; nil where they are not a value of this type.
    static func fromJsonData(_ data: Data) -> Self?

    /// Reads a value from a text of JSON; nil where it is not a value of this type.
    static func fromJsonString(_ string: String) -> Self?
}

extension JSONCodable {
    /// The value as an object of JSON; nil where it is not an object, as for an enum of numbers.
    public func toJson() -> [String: Any]? {
        toJsonData().flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    }

    /// The value as bytes of JSON, in UTF-8.
    public func toJsonData() -> Data? { try? JSONEncoder().encode(self) }

    /// The value as a text of JSON.
    public func toJsonString() -> String? { toJsonData().map { String(decoding: $0, as: UTF8.self) } }

    /// Reads a value from an object of JSON; nil where a key is missing or has a wrong type.
    public static func fromJson(_ json: [String: Any]) -> Self? {
        // `data(withJSONObject:)` traps on an object that JSON cannot express.
        guard JSONSerialization.isValidJSONObject(json) else { return nil }
        return (try? JSONSerialization.data(withJSONObject: json)).flatMap(fromJsonData)
    }

    /// Reads a value from bytes of JSON; nil where they are not a value of this type.
    public static func fromJsonData(_ data: Data) -> Self? { try? WireJSON.decode(Self.self, from: data) }

    /// Reads a value from a text of JSON; nil where it is not a value of this type.
    public static func fromJsonString(_ string: String) -> Self? { fromJsonData(Data(string.utf8)) }
}
