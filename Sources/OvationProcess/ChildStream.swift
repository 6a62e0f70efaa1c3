/// What a child's standard input, output or error is connected to.
public enum ChildStream: Sendable {
    /// The same stream of this process.
    case inherited
    /// Nothing: reading gives nothing, and output is discarded.
    case nothing
    /// An open file descriptor of this process.
    case descriptor(Int32)
    /// A file to read.
    case reading(String)
    /// A file to append to. It is created if it does not exist.
    case appending(String)
}
