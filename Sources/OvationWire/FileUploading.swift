public import OvationModel

/// Where a user uploads one picture, with the limits that apply.
public struct FileUploading: Hashable, Codable, Sendable {
    /// The address: a path from the server's root, with a ticket for one upload.
    public var url: String
    /// When the ticket expires.
    public var expiresAt: Timestamp
    /// Bytes that the file may have.
    public var bytesMax: Int
    /// Pixels that its longer side may have.
    public var sideMax: Int

    /// Makes the answer.
    public init(url: String, expiresAt: Timestamp, bytesMax: Int, sideMax: Int) {
        self.url = url
        self.expiresAt = expiresAt
        self.bytesMax = bytesMax
        self.sideMax = sideMax
    }
}
