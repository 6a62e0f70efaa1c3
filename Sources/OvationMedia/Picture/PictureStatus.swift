public import OvationModel

/// Which publisher's connection: a number that the server gives out once.
public struct PublisherID: Hashable, Sendable {
    /// The number.
    public let rawValue: UInt64
    /// Makes one of a number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The status of a picture that the room receives (`room.info.media`, `media.changed`).
public struct PictureStatus: Sendable, Hashable {
    /// How the picture is.
    public enum State: String, Sendable, CaseIterable {
        /// There is none: the live has no publisher.
        case none
        /// It is there.
        case live
        /// It broke off, and may come back. The live goes on.
        case interrupted
    }

    /// How the picture is.
    public let state: State
    /// Since when the picture is as it is.
    public let since: Timestamp
    /// Codecs and size, of the picture that there is or was; nil where there is none, and where a media server of one's own has it.
    public let info: MediaInfo?

    /// Makes one.
    public init(state: State, since: Timestamp, info: MediaInfo?) {
        self.state = state
        self.since = since
        self.info = info
    }
}

/// Why a publisher's connection is closed by the server.
public enum PublisherEnd: Sendable, Hashable {
    /// Another publisher of the same live took over. Do not come back.
    case replaced
    /// The picture was stopped, by `stop_stream` for instance. Do not come back by yourself.
    case stopped
    /// The live is over. Do not come back.
    case liveEnded
}

/// What a picture wants done.
public enum PictureAction: Sendable, Hashable {
    /// Close a publisher's connection.
    case close(PublisherID, PublisherEnd)
    /// Tell the room, and the webhooks, that the picture began, stopped or broke off.
    case tell(PictureStatus)
}
