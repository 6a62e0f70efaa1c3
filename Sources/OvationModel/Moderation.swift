/// An action of a moderator, the filter or the server.
public enum ModerationAction: String, Codable, Sendable, CaseIterable {
    /// A user was removed and may come back.
    case kick
    /// A user was removed and may not come back until the ban ends.
    case ban
    /// A user's ban was lifted.
    case unban
    /// A user may not write until the mute ends.
    case mute
    /// A user's mute was lifted.
    case unmute
    /// Messages were disabled for all viewers.
    case muteAll
    /// Messages were enabled again.
    case unmuteAll
    /// A user became an administrator of the live.
    case appoint
    /// A user is no longer an administrator of the live.
    case dismiss
    /// The interval of slow mode changed.
    case slowMode
    /// The live's filter words changed.
    case words
    /// A text was refused because of a filter word.
    case refuseText
    /// A filter word was masked in a text.
    case maskText
    /// A text with a watched filter word was delivered.
    case flagText
    /// A message was deleted by someone other than its sender.
    case deleteMessage
    /// A message was pinned.
    case pinMessage
    /// A message was unpinned.
    case unpinMessage
    /// The live was ended by someone other than its owner.
    case endRoom
    /// A user was put on a seat by the app.
    case seatPlace
    /// A user was taken off a seat.
    case seatKick
    /// A user was moved to another seat.
    case seatMove
    /// A seat was locked. A user who sat there was taken off it.
    case seatLock
    /// A seat was unlocked.
    case seatUnlock
    /// The microphone of a seat was closed and locked.
    case microphoneLock
    /// The microphone of a seat was unlocked.
    case microphoneUnlock
    /// The camera of a seat was closed and locked.
    case cameraLock
    /// The camera of a seat was unlocked.
    case cameraUnlock
    /// Another live was asked for a link.
    case linkRequest
    /// A request for a link was taken back.
    case linkCancel
    /// The request of another live for a link was accepted.
    case linkAccept
    /// The request of another live for a link was rejected.
    case linkReject
    /// A host of another live came into the link.
    case linkJoin
    /// A host left the link.
    case linkLeave
    /// The host of another live was muted for those in this live.
    case hostMute
    /// The host of another live can be heard here again.
    case hostUnmute
    /// Other lives were asked for a battle.
    case battleRequest
    /// Requests for a battle were taken back.
    case battleCancel
    /// The request for a battle was accepted.
    case battleAccept
    /// The request for a battle was rejected.
    case battleReject
    /// A battle began.
    case battleStart
    /// A host left a battle.
    case battleLeave
    /// A battle ended.
    case battleEnd
}

/// The interface through which an action came.
public enum ModerationSource: String, Codable, Sendable, CaseIterable {
    /// A client's command.
    case client
    /// The REST API.
    case rest
    /// The server itself.
    case server
}

/// An entry's content: who did what to whom, when and why.
public struct ModerationRecord: Hashable, Codable, Sendable {
    /// The action.
    public var action: ModerationAction
    /// When the action took place.
    public var at: Timestamp
    /// The interface through which it came.
    public var source: ModerationSource
    /// The moderator; nil for the server itself.
    public var by: UserID?
    /// The affected user; nil if the action affects the whole live. For a link or a battle the other host, at the end of a battle the one
    /// who won; nil for a draw.
    public var userID: UserID?
    /// The reason in words; may be empty. For a link the other live, for a battle its id, at its end with the score of each live.
    public var reason: String
    /// When the sanction ends; nil for the rest of the live, or if it has no end.
    public var until: Timestamp?
    /// For slow mode, the interval in seconds.
    public var seconds: Int?
    /// For a text, the filter word that it contained. The text itself is not stored.
    public var word: WordID?
    /// For a seat, its number.
    public var seat: Int?

    /// Makes a record.
    public init(
        _ action: ModerationAction, at: Timestamp, source: ModerationSource, by: UserID?, userID: UserID? = nil,
        reason: String = "", until: Timestamp? = nil, seconds: Int? = nil, word: WordID? = nil, seat: Int? = nil
    ) {
        self.action = action
        self.at = at
        self.source = source
        self.by = by
        self.userID = userID
        self.reason = reason
        self.until = until
        self.seconds = seconds
        self.word = word
        self.seat = seat
    }
}

/// A line of the moderation log of a live.
public struct ModerationEntry: Hashable, Codable, Sendable {
    /// The number of the line, from 1. It counts over all starts of the live.
    public var number: Int64
    /// The start of the live in which it happened.
    public var sessionID: LiveSessionID
    /// What happened.
    public var record: ModerationRecord

    /// Makes a line.
    public init(number: Int64, sessionID: LiveSessionID, record: ModerationRecord) {
        self.number = number
        self.sessionID = sessionID
        self.record = record
    }

    private enum CodingKeys: String, CodingKey { case number, sessionID }

    /// Decodes number, start and record from one flat object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int64.self, forKey: .number)
        sessionID = try container.decode(LiveSessionID.self, forKey: .sessionID)
        record = try ModerationRecord(from: decoder)
    }

    /// Encodes number, start and record into one flat object.
    public func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(sessionID, forKey: .sessionID)
    }
}

/// A ban or mute in a live that is on.
public struct Sanction: Hashable, Codable, Sendable {
    /// What the user may not do.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The user may not enter.
        case ban
        /// The user may not write.
        case mute
    }

    /// The live.
    public var liveID: LiveID
    /// What the user may not do.
    public var kind: Kind
    /// When the sanction ends; nil for the rest of the live.
    public var until: Timestamp?
    /// The reason in words; may be empty.
    public var reason: String
    /// The moderator; nil for the server's administrators.
    public var by: UserID?

    /// Makes a sanction.
    public init(liveID: LiveID, kind: Kind, until: Timestamp?, reason: String, by: UserID?) {
        self.liveID = liveID
        self.kind = kind
        self.until = until
        self.reason = reason
        self.by = by
    }
}
