/// The picture of a live: whether there is one, and where it is watched.
public struct RoomMedia: Hashable, Codable, Sendable {
    /// How the picture is.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// There is none: nobody publishes.
        case none
        /// It is there.
        case live
        /// It broke off, and may come back. The live goes on.
        case interrupted
    }

    /// How the picture is.
    public var state: State
    /// Since when it is so.
    public var since: Timestamp
    /// Where it is played over a WebSocket, from the server's root: `/v1/media/…/play`. Nil where a media server has the picture, and
    /// where the address needs a signature that is not given here.
    public var push: String?
    /// Where it is played with HLS: a path from the server's root, or a whole address where a media server has the picture. Nil where the
    /// address needs a signature that is not given here.
    public var hls: String?
    /// Its codecs as RFC 6381 writes them, the picture's first: `avc1.42E01F,opus`. Nil where they are not known.
    public var codecs: String?
    /// Pixels from left to right; nil where they are not known, or there is a voice alone.
    public var width: Int?
    /// Pixels from top to bottom.
    public var height: Int?

    /// Makes the picture of a live.
    public init(
        state: State, since: Timestamp, push: String? = nil, hls: String? = nil, codecs: String? = nil,
        width: Int? = nil, height: Int? = nil
    ) {
        self.state = state
        self.since = since
        self.push = push
        self.hls = hls
        self.codecs = codecs
        self.width = width
        self.height = height
    }
}

/// The picture of a live began, stopped or broke off.
public struct MediaChanged: Hashable, Codable, Sendable {
    /// The picture now.
    public var media: RoomMedia

    /// Makes the event.
    public init(media: RoomMedia) { self.media = media }
}
