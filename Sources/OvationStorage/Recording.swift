public import OvationModel

/// A recording of a live's picture: a file beside the database, and this row about it.
public struct Recording: Hashable, Sendable, Codable {
    /// How a recording ended.
    public enum End: String, Hashable, Sendable, Codable, CaseIterable {
        /// The live was over.
        case liveEnded = "live_ended"
        /// The picture was over, and its publisher did not come back in time.
        case pictureEnded = "picture_ended"
        /// An operator stopped it.
        case stopped
        /// Its publisher came back with another codec or size. Another recording follows.
        case streamChanged = "stream_changed"
        /// It had as many bytes as a recording may have. Another recording follows.
        case full
        /// The disk was full, or failed.
        case disk
        /// The server stopped.
        case serverStopped = "server_stopped"
        /// The server was killed. The file was read again and is whole up to where it was written.
        case crash
    }

    /// Its id, which names its file.
    public var id: RecordingID
    /// Which live.
    public var live: LiveID
    /// Which start of it.
    public var session: LiveSessionID
    /// Whose live it is.
    public var owner: UserID
    /// The name of the live when the recording began.
    public var liveName: String
    /// Whether the live was listed, so that anybody may see the recording.
    public var isPublic: Bool
    /// When it began.
    public var startedAt: Timestamp
    /// When it ended; nil while it goes on.
    public var endedAt: Timestamp?
    /// How it ended; nil while it goes on.
    public var end: End?
    /// How long it is, in milliseconds.
    public var durationMilliseconds: Int64 = 0
    /// How many bytes its file has.
    public var byteCount: Int64 = 0
    /// The codecs, video first.
    public var codecs: String
    /// The width in pixels; 0 without a picture.
    public var width: Int
    /// The height in pixels; 0 without a picture.
    public var height: Int
    /// Whether it stays, whatever its age and however full the disk is.
    public var isKept = false

    /// Makes a recording that begins.
    public init(
        id: RecordingID, live: LiveID, session: LiveSessionID, owner: UserID, liveName: String, isPublic: Bool,
        startedAt: Timestamp, codecs: String, width: Int, height: Int
    ) {
        self.id = id
        self.live = live
        self.session = session
        self.owner = owner
        self.liveName = liveName
        self.isPublic = isPublic
        self.startedAt = startedAt
        self.codecs = codecs
        self.width = width
        self.height = height
    }

    /// Whether nothing comes to it any more.
    public var isComplete: Bool { end != nil }
}

/// A change of a stored recording. Each has the outcome ``StorageOutcome/recording(isThere:)``.
public enum RecordingWrite: Hashable, Sendable {
    /// Stores a recording that begins.
    case begin(Recording)
    /// Stores how a recording is by now. Whether it is kept does not change, and one that was deleted does not come back.
    case update(Recording)
    /// Sets whether a recording stays.
    case keep(RecordingID, Bool)
    /// Deletes a recording.
    case delete(RecordingID)
    /// Deletes a recording for want of room or because it is old, unless it is to stay by now.
    case giveWay(RecordingID)
}

/// A recording with its number.
public struct RecordingEntry: Hashable, Sendable {
    /// Its number. Later ones have greater numbers.
    public var number: Int64
    /// What it is.
    public var recording: Recording

    /// Makes an entry.
    public init(number: Int64, recording: Recording) {
        self.number = number
        self.recording = recording
    }
}

/// Which recordings are asked for.
public struct RecordingQuery: Hashable, Sendable {
    /// Which of them, and in which order.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// All, newest first.
        case all
        /// Those that go on, oldest first.
        case underWay
        /// Those that are complete and may be removed for want of room, oldest first.
        case removable
    }

    /// Which of them.
    public var choice: Choice
    /// Only those of this live; nil for all.
    public var live: LiveID?
    /// With ``Choice/all``, only those of lives of this user; nil for all. It is asked for rarely: no index helps with it.
    public var owner: UserID?
    /// Only those behind this number in the order; nil for the first.
    public var after: Int64?
    /// The most to return.
    public var limit: Int

    /// Makes a query.
    public init(
        _ choice: Choice, live: LiveID? = nil, owner: UserID? = nil, after: Int64? = nil, limit: Int
    ) {
        self.choice = choice
        self.live = live
        self.owner = owner
        self.after = after
        self.limit = limit
    }
}
