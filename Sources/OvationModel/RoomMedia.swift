/// The picture of a live: its state, and where to watch it.
public struct RoomMedia: Hashable, Codable, Sendable {
    /// The state of the picture.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Nobody publishes.
        case none
        /// A publisher is sending.
        case live
        /// The publisher was disconnected and may come back. The live goes on.
        case interrupted
    }

    /// The state of the picture.
    public var state: State
    /// When the picture entered this state.
    public var since: Timestamp
    /// The WebSocket path to play it, from the server's root: `/v1/media/…/play`. Nil if a media server has the picture, or if the address
    /// needs a signature that is not given here.
    public var push: String?
    /// The HLS address: a path from the server's root, or a full URL if a media server has the picture. Nil if the address needs a
    /// signature that is not given here.
    public var hls: String?
    /// The path to play it by WHEP, from the server's root: `/v1/rtc/…/whep`, half a second behind the camera. Nil if the picture does not
    /// come by WebRTC, if the server offers no WHEP, or if the address needs a signature that is not given here.
    public var whep: String?
    /// The path of a small frame of the picture, from the server's root: `/v1/media/…/cover?v=…`. Nil if the publisher sends none, or if
    /// the address needs a signature that is not given here.
    public var cover: String?
    /// The codecs in the syntax of RFC 6381, video first: `avc1.42E01F,opus`. Nil if they are unknown.
    public var codecs: String?
    /// The width of the video in pixels; nil if it is unknown or there is only sound.
    public var width: Int?
    /// The height of the video in pixels; nil if it is unknown or there is only sound.
    public var height: Int?

    /// Makes the picture of a live.
    public init(
        state: State, since: Timestamp, push: String? = nil, hls: String? = nil, whep: String? = nil,
        cover: String? = nil, codecs: String? = nil, width: Int? = nil, height: Int? = nil
    ) {
        self.state = state
        self.since = since
        self.push = push
        self.hls = hls
        self.whep = whep
        self.cover = cover
        self.codecs = codecs
        self.width = width
        self.height = height
    }
}

/// The picture of a live began, stopped or was interrupted.
public struct MediaChanged: Hashable, Codable, Sendable {
    /// The picture now.
    public var media: RoomMedia

    /// Makes the event.
    public init(media: RoomMedia) { self.media = media }
}
