/// Why the file of an effect could not be had.
public enum GiftCacheError: Error, Equatable, Sendable {
    /// The address is neither on the network nor of a file.
    case addressInvalid
    /// There is no such file, or it has no bytes.
    case empty
    /// The file has another hash than the catalogue says.
    case hashMismatch
    /// Too many files are asked for at the same time.
    case busy
}
