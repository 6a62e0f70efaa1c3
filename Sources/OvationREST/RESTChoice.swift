/// A field that takes one of a few words. The error for any other word lists them.
protocol RESTChoice: RawRepresentable, CaseIterable, Codable, Sendable where RawValue == String {}

extension RESTChoice {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let choice = Self(rawValue: try container.decode(String.self)) else {
            throw Self.unknown(in: container)
        }
        self = choice
    }

    /// The error for a word that is not one of the choices.
    static func unknown(in container: any SingleValueDecodingContainer) -> DecodingError {
        let words = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return DecodingError.dataCorruptedError(in: container, debugDescription: "It is one of \(words).")
    }
}
