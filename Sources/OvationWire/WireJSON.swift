public import Foundation
import OvationJSON

/// The JSON of the wire. Keys are sorted by bytes and slashes are not escaped, so that the same value always gives the same bytes.
public enum WireJSON {
    /// Makes an encoder with the wire's settings.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Encodes a value as JSON. It traps if JSON cannot express the value, which is impossible for the wire's types.
    public static func bytes(_ value: some Encodable) -> [UInt8] {
        do {
            return [UInt8](try encoder().encode(value))
        } catch {
            preconditionFailure("a wire type that JSON cannot express: \(error)")
        }
    }

    /// Decodes JSON from an untrusted source: a client, a server, an app's backend, a file that may be damaged.
    ///
    /// - Throws: `DecodingError`, or an error of Foundation's for a number out of range. Bytes that are not UTF-8 JSON, or are nested
    ///   deeper than 64 levels, throw `dataCorrupted`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value {
        // Foundation may trap on invalid JSON; see `JSONCursor`.
        guard bytes.withUnsafeBytes(JSONCursor.isDocument) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "It is not JSON."))
        }
        return try JSONDecoder().decode(type, from: bytes)
    }

    /// Explains a decoding error to the sender of a frame. The sentence names the field but never its value.
    public static func sentence(for error: DecodingError) -> String {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            let keys = context.codingPath + (key.map { [$0] } ?? [])
            let names = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return names.isEmpty ? "The frame" : "\"\(names.joined(separator: "."))\""
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(path(context, key)) is missing."
        case .valueNotFound(_, let context): return "\(path(context)) is null."
        case .typeMismatch(let type, let context):
            return "\(path(context)) has the wrong type; expected \(name(of: type))."
        case .dataCorrupted(let context): return "\(path(context)) is not valid. \(context.debugDescription)"
        @unknown default: return "The frame is not valid."
        }
    }

    private static func name(of type: Any.Type) -> String {
        if type == String.self { return "a string" }
        if type == Bool.self { return "true or false" }
        if type == Int.self || type == Int64.self { return "a whole number" }
        if String(describing: type).hasPrefix("Array") { return "an array" }
        return "an object"
    }
}
