public import OvationModel

/// The address to which the owner of a live publishes its picture, with the limits that apply.
public struct MediaPublishing: Hashable, Codable, Sendable {
    /// The address: a path from the server's root with a ticket for one connection, or the URL of a media server.
    public var url: String
    /// When the ticket expires; nil if a media server has the picture.
    public var expiresAt: Timestamp?
    /// Bits a second that may be sent; 0 for no limit, nil if a media server has the picture.
    public var bitRateMax: Int?
    /// The longest fragment and key frame interval, in seconds; nil if a media server has the picture.
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
