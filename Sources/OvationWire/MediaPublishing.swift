public import OvationModel

/// Where the owner of a live publishes its picture, and what may be sent there.
public struct MediaPublishing: Hashable, Codable, Sendable {
    /// The address: a path from the server's root with a ticket that lets one connection in, or that of a media server.
    public var url: String
    /// Until when the ticket holds; nil where a media server has the picture.
    public var expiresAt: Timestamp?
    /// Bits a second that may be sent; 0 for any number, and nil where a media server has the picture.
    public var bitRateMax: Int?
    /// Seconds that a fragment may last, and seconds between key frames; nil where a media server has the picture.
    public var fragmentSecondsMax: Int?

    /// Makes the answer.
    public init(
        url: String, expiresAt: Timestamp? = nil, bitRateMax: Int? = nil, fragmentSecondsMax: Int? = nil
    ) {
        self.url = url
        self.expiresAt = expiresAt
        self.bitRateMax = bitRateMax
        self.fragmentSecondsMax = fragmentSecondsMax
    }
}
