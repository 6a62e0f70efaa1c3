public import Foundation
import OvationWire

/// A value that can be converted to JSON and back. The keys are the names of its properties.
///
/// None of the methods throws. They return nil if a value cannot be converted.
public protocol JSONCodable: Codable {
    /// Returns the value as a JSON object; nil if it is not an object, for instance if it is an enum with a number.
    func toJson() -> [String: Any]?

    /// Returns the value as JSON in UTF-8.
    func toJsonData() -> Data?

    /// Returns the value as a JSON string.
    func toJsonString() -> String?

    /// Reads a value from a JSON object. Returns nil if a key is missing or has the wrong type.
    static func fromJson(_ json: [String: Any]) -> Self?

    /// Reads a value from JSON in UTF-8. Returns nil if it is not a value of this type.
    static func fromJsonData(_ data: Data) -> Self?

    /// Reads a value from a JSON string. Returns nil if it is not a value of this type.
    static func fromJsonString(_ string: String) -> Self?
}

extension JSONCodable {
    /// Returns the value as a JSON object; nil if it is not an object, for instance if it is an enum with a number.
    public func toJson() -> [String: Any]? {
        toJsonData().flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    }

    /// Returns the value as JSON in UTF-8.
    public func toJsonData() -> Data? { try? JSONEncoder().encode(self) }

    /// Returns the value as a JSON string.
    public func toJsonString() -> String? { toJsonData().map { String(decoding: $0, as: UTF8.self) } }

    /// Reads a value from a JSON object. Returns nil if a key is missing or has the wrong type.
    public static func fromJson(_ json: [String: Any]) -> Self? {
        // `data(withJSONObject:)` traps on an object that JSON cannot express.
        guard JSONSerialization.isValidJSONObject(json) else { return nil }
        return (try? JSONSerialization.data(withJSONObject: json)).flatMap(fromJsonData)
    }

    /// Reads a value from JSON in UTF-8. Returns nil if it is not a value of this type.
    public static func fromJsonData(_ data: Data) -> Self? { try? WireJSON.decode(Self.self, from: data) }

    /// Reads a value from a JSON string. Returns nil if it is not a value of this type.
    public static func fromJsonString(_ string: String) -> Self? { fromJsonData(Data(string.utf8)) }
}
