/// What is edited through one process and followed by the others. Each has a version, which every edit raises in its transaction.
public enum VersionedContent: Hashable, Sendable {
    /// The gift catalogue.
    case catalogue
    /// The filter words of the whole app.
    case words
    /// The server setting with this name.
    case setting(String)

    /// The name of the version in the storage.
    public var name: String {
        switch self {
        case .catalogue: "catalogue"
        case .words: "words"
        case .setting(let name): "setting/\(name)"
        }
    }
}

/// The versions of what is edited. A version that was never raised is 0.
public struct StoredVersions: Hashable, Sendable {
    private var numbers: [String: Int64]

    /// Makes versions, by ``VersionedContent/name``.
    public init(_ numbers: [String: Int64] = [:]) { self.numbers = numbers }

    /// The version of some content.
    public subscript(content: VersionedContent) -> Int64 { numbers[content.name] ?? 0 }
}
