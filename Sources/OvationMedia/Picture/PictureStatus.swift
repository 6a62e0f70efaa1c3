public import OvationModel

/// The id of a publisher's connection. The server never reuses it.
public struct PublisherID: Hashable, Sendable {
    /// The number.
    public let rawValue: UInt64
    /// Makes an id.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The status of a picture that the room receives (`room.info.media`, `media.changed`).
public struct PictureStatus: Sendable, Hashable {
    /// The state of a picture.
    public enum State: String, Sendable, CaseIterable {
        /// The live has no publisher.
        case none
        /// A publisher is sending.
        case live
        /// The publisher was disconnected and may come back. The live goes on.
        case interrupted
    }

    /// The state of the picture.
    public let state: State
    /// When the picture entered this state.
    public let since: Timestamp
    /// Codecs and size of the current or interrupted picture; nil if there is no picture, or if the operator's own media server has it.
    public let info: MediaInfo?

    /// Makes a status.
    public init(state: State, since: Timestamp, info: MediaInfo?) {
        self.state = state
        self.since = since
        self.info = info
    }
}

/// The reason why the server disconnects a publisher.
public enum PublisherEnd: Sendable, Hashable {
    /// Another publisher of the same live took over. The publisher must not reconnect.
    case replaced
    /// The picture was stopped, for instance by `stop_stream`. The publisher must not reconnect on its own.
    case stopped
    /// The live is over. The publisher must not reconnect.
    case liveEnded
}

/// An action that the caller of a ``Picture`` must carry out.
public enum PictureAction: Sendable, Hashable {
    /// Disconnect a publisher.
    case close(PublisherID, PublisherEnd)
    /// Send the new status to the room and to the webhooks.
    case tell(PictureStatus)
}
