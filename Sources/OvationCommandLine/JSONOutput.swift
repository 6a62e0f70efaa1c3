import Foundation

/// The output of a command for programs: one line of JSON.
package enum JSONOutput {
    /// Prints a value as one line of JSON.
    package static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
