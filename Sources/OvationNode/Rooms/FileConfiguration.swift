/// Where uploaded files are kept, and under which address they are found.
public struct FileConfiguration: Equatable, Sendable {
    /// The folder; nil if nothing is uploaded. Several servers of one app share it.
    public var folder: String?
    /// Where browsers and apps reach the server, such as `https://live.example.com`, without a slash at its end; nil if it is where the
    /// upload arrives.
    public var publicURL: String?

    /// Makes a configuration; the default takes no files.
    public init(folder: String? = nil, publicURL: String? = nil) {
        self.folder = folder
        self.publicURL = publicURL
    }

    /// The longest public URL in bytes. With the path of a file, an address has at most 200.
    public static let publicURLBytesMax = 100

    /// Whether a text is a public URL: a scheme, a host and perhaps a port, in lower case.
    public static func isPublicURL(_ text: String) -> Bool {
        text.utf8.count <= publicURLBytesMax
            && text.wholeMatch(of: /https?:\/\/([a-z0-9][a-z0-9.-]*|\[[0-9a-f:]+\])(:[0-9]{1,5})?/) != nil
    }
}
