import Foundation
package import OvationModel
import OvationWire

/// Values that are stored as JSON: texts of users, and structs that are always read and written as a whole.
package enum StoredJSON {
    /// Encodes a value with sorted keys, so that the same value always gives the same text.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Encodes a seat, byte for byte as the other one does, in a small part of its time: those who sit open and close their microphones
    /// all the time, and each change is a row.
    package static func text(_ seat: Seat) -> String { String(decoding: seat.json, as: UTF8.self) }

    /// Decodes the value of a column.
    package static func value<Value: Decodable>(_ type: Value.Type, _ text: String, in column: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw StorageError("The column \(column) holds what cannot be read: \(error)")
        }
    }
}

extension String {
    /// The text with U+0000 replaced by U+FFFD, because SQLite would end it there and PostgreSQL takes none.
    package var storable: String {
        utf8.contains(0) ? String(decoding: utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }, as: UTF8.self) : self
    }
}
