/// The condition of a request on the state of a resource: `If-Match` (RFC 9110, 13.1.1).
public enum EntityTags {
    /// Whether a condition holds for a resource: a star, or a list that has its tag. Weak tags match nothing.
    ///
    /// The example of RFC 9725 writes the star of a restart in quotation marks, and clients follow it.
    ///
    /// - Parameters:
    ///   - condition: The value of `If-Match`.
    ///   - tag: The resource's tag, with its quotation marks.
    public static func match(_ condition: String, _ tag: String) -> Bool {
        if ["*", "\"*\""].contains(condition) { return true }
        // No tag that this server makes has a comma in it.
        return condition.split(separator: ",").contains { part in
            part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == tag
        }
    }
}
