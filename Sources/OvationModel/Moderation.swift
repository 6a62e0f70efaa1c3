/// What a moderator, the filter or the server did.
public enum ModerationAction: String, Codable, Sendable, CaseIterable {
    /// Somebody was removed and may come back.
    case kick
    /// Somebody was removed and may not come back before a time.
    case ban
    /// Somebody may come back.
    case unban
    /// Somebody may not write before a time.
    case mute
    /// Somebody may write again.
    case unmute
    /// Messages were disabled for all.
    case muteAll
    /// Messages were enabled again.
    case unmuteAll
    /// Somebody became an administrator of the live.
    case appoint
    /// Somebody is no administrator of the live any more.
    case dismiss
    /// How long viewers wait between two messages changed.
    case slowMode
    /// The words that the live looks for changed.
    case words
    /// A text was refused for a word in it.
    case refuseText
    /// A text went on with a word of it masked.
    case maskText
    /// A text went on, with a word in it that is only watched.
    case flagText
    /// The live was ended by somebody else than its owner.
    case endRoom
}

/// Over which way an action came.
public enum ModerationSource: String, Codable, Sendable, CaseIterable {
    /// A client's command.
    case client
    /// The REST API.
    case rest
    /// The server itself.
    case server
}

/// Who did what to whom, when and why.
public struct ModerationRecord: Hashable, Codable, Sendable {
    /// What was done.
    public var action: ModerationAction
    /// When.
    public var at: Timestamp
    /// Over which way.
    public var source: ModerationSource
    /// Who did it; nil for the server itself.
    public var by: UserID?
    /// To whom; nil where it was done to the live.
    public var userID: UserID?
    /// Why, in words; may be empty.
    public var reason: String
    /// Until when; nil for the rest of the live, or where it has no end.
    public var until: Timestamp?
    /// Of slow mode: how many seconds.
    public var seconds: Int?
    /// Of a text: which word was found. The text itself is not kept.
    public var word: WordID?

    /// Makes a record.
    public init(
        _ action: ModerationAction, at: Timestamp, source: ModerationSource, by: UserID?, userID: UserID? = nil,
        reason: String = "", until: Timestamp? = nil, seconds: Int? = nil, word: WordID? = nil
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
    }
}

/// A line of the moderation log of a live.
public struct ModerationEntry: Hashable, Codable, Sendable {
    /// Its number among the lines of all starts of the live, from 1.
    public var number: Int64
    /// In which start of the live it happened.
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

    /// Decodes number, start and record of one flat object.
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

/// Something that a user may not do in a live that is on.
public struct Sanction: Hashable, Codable, Sendable {
    /// What somebody may not do.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Enter.
        case ban
        /// Write.
        case mute
    }

    /// In which live.
    public var liveID: LiveID
    /// What.
    public var kind: Kind
    /// Until when; nil for the rest of the live.
    public var until: Timestamp?
    /// Why, in words; may be empty.
    public var reason: String
    /// Who did it; nil for the server's administrators.
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
