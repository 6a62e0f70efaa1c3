/// What a ticket lets somebody upload.
public enum UploadKind: String, Hashable, CaseIterable, Codable, Sendable {
    /// A still picture: the cover of a live, the icon of a gift.
    case picture
    /// An animation of a gift.
    case effect
}

/// The types of files that the server takes. SVG is none of them: it is a document that can run scripts.
public enum FileType: String, Hashable, CaseIterable, Sendable {
    case png
    case jpeg
    case webp
    case svga

    /// What a file of this type is uploaded as.
    public var kind: UploadKind { self == .svga ? .effect : .picture }

    /// The type in the answer to a request for the file.
    public var contentType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        // There is no registered type. A browser neither shows nor runs this one.
        case .svga: "application/octet-stream"
        }
    }
}
