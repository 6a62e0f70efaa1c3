import Foundation
import GRDB
import OvationStorage

/// Values that are kept as JSON: texts that users choose, and structs that only ever travel whole.
enum StoredJSON {
    /// The JSON text of a value, with sorted keys, so that the same value is the same text.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a column.
    static func value<Value: Decodable>(_ type: Value.Type, _ text: String, in column: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw StorageError("The column \(column) holds what cannot be read: \(error)")
        }
    }
}

extension String {
    /// The text with U+FFFD for U+0000, at which SQLite would end it.
    var storable: String {
        utf8.contains(0) ? String(decoding: utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }, as: UTF8.self) : self
    }
}
