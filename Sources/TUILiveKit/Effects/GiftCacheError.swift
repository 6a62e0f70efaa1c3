/// The reason why the file of an effect is not available.
public enum GiftCacheError: Error, Equatable, Sendable {
    /// The address is neither an HTTP URL nor a file URL.
    case addressInvalid
    /// The file does not exist or is empty.
    case empty
    /// The hash of the file differs from the one in the catalogue.
    case hashMismatch
    /// Too many files are being requested at the same time.
    case busy
}
