/// A value of a row as a database keeps it, for copies from one storage into another.
public enum StoredValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
}
