/// What stands behind `Bearer` in the header `Authorization` (RFC 6750).
package enum BearerToken {
    /// The token; nil where the header is missing or says something else.
    package static func of(_ header: String?) -> String? {
        guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
        return String(header.dropFirst(7).drop { $0 == " " })
    }
}
