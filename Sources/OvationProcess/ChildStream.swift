/// Where an input or output of a child leads.
public enum ChildStream: Sendable {
    /// Where this process's own leads.
    case inherited
    /// Nowhere: there is nothing to read, and what is written is lost.
    case nothing
    /// To an open descriptor of this process.
    case descriptor(Int32)
    /// From a file.
    case reading(String)
    /// To the end of a file, which is made where there is none.
    case appending(String)
}
