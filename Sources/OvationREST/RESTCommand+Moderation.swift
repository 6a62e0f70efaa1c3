import OvationBackend
import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension RESTService {
    /// Words that are not allowed, slow mode and the moderation log. The vendor's API has none of them.
    static let moderation = RESTService(rawValue: "ovation_moderation_srv")
}

extension RESTCommand {
    /// Commands of moderation beside those that name members of a live.
    static let moderation = [
        getWords, setWords, checkText, getSlowMode, setSlowMode, getLog, getSanctions,
    ]

    private static let getWords = RESTCommand(
        .moderation, "get_words", "Reads the words that the app, or one live, looks for.", effect: .reads
    ) { (request: RESTWords.Get, call) in
        guard let roomID = request.roomID else { return RESTResponse(RESTWords.List(call.node.services.words.words)) }
        return RESTResponse(RESTWords.List(try await call.rooms.ask(.words, in: roomID, as: call.actor)))
    }

    private static let setWords = RESTCommand(
        .moderation, "set_words",
        "Replaces the words that the app, or one live, looks for. In force at once; a live's list is over with the live."
    ) { (request: RESTWords.Replacement, call) in
        let words = request.words.map {
            FilterWord($0.text, action: $0.action ?? .refuse, wholeWord: $0.wholeWord ?? false)
        }
        if let roomID = request.roomID {
            try await call.rooms.ask(.setWords(words), in: roomID, as: call.actor)
        } else {
            try await call.node.setWords(words)
        }
        return RESTResponse(RESTWords.List(words))
    }

    private static let checkText = RESTCommand(
        .moderation, "check_text", "Says what would become of a text. Nothing is sent and nothing logged.",
        effect: .reads
    ) { (request: RESTWords.Check, call) in
        try RESTField.text("Text", request.text, bytesMax: call.node.limits.barrageBytesMax)
        var filters = [call.node.services.words.filter]
        if let roomID = request.roomID {
            filters.append(WordFilter(try await call.rooms.ask(.words, in: roomID, as: call.actor)))
        }
        let finding = filters.examine(request.text)
        return RESTResponse(
            RESTWords.Finding(
                action: finding?.action, wordID: finding?.word,
                text: finding?.action == .refuse ? nil : finding?.text ?? request.text))
    }

    private static let getSlowMode = RESTCommand(
        .moderation, "get_slow_mode", "Reads how many seconds a viewer waits between two messages; 0 is none.",
        effect: .reads
    ) { (request: RESTRoom, call) in
        RESTResponse(RESTPace(seconds: try await call.rooms.listing(of: request.roomID).info.slowModeSeconds ?? 0))
    }

    private static let setSlowMode = RESTCommand(
        .moderation, "set_slow_mode",
        "Sets how many seconds a viewer waits between two messages; 0 ends slow mode. Everybody in the live is told."
    ) { (request: RESTPace.Change, call) in
        try RESTField.number("Seconds", request.seconds, in: FieldBounds.slowModeSeconds)
        var settings = RoomSettings()
        settings.slowModeSeconds = request.seconds
        try await call.rooms.perform(.update(settings), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getLog = RESTCommand(
        .moderation, "get_log",
        "Reads the moderation log of a live, on or over: who did what to whom, when and why. Newest first.",
        effect: .reads
    ) { (request: RESTModerationLog.Get, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.moderationPageDefault, countMax: call.node.limits.moderationLogPageMax)
        let before = try PageFields.rest.number(request.next, in: 1...Int64.max)
        let page = try await call.node.services.moderationPage(of: request.roomID, before: before, count: count)
        return RESTResponse(
            RESTModerationLog(entryList: page.entries.map(RESTModerationLog.Entry.init), next: page.cursor))
    }

    private static let getSanctions = RESTCommand(
        .moderation, "get_sanctions", "Reads the bans and mutes of a user in all lives that are on.", effect: .reads
    ) { (request: RESTSanctions.Get, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.moderationPageDefault, countMax: RESTBounds.sanctionsPageMax)
        let next = request.next ?? ""
        let after = LiveID(next)
        guard next.isEmpty || after != nil else { throw PageFields.rest.unknownCursor }
        try await call.node.services.journal.barrier()
        let kept = try await call.node.services.storage.sanctions(
            of: request.memberAccount, after: after, limit: count)
        let holding = kept.filter { $0.until.map { call.at < $0 } ?? true }
        let isLast = Set(kept.map(\.liveID)).count < count
        return RESTResponse(
            RESTSanctions(
                sanctionList: holding.map(RESTSanctions.Sanction.init),
                next: isLast ? "" : kept.last?.liveID.rawValue ?? ""))
    }
}

/// The bodies and answers of the commands about words.
enum RESTWords {
    struct Get: Codable, Sendable {
        let roomID: LiveID?
        enum CodingKeys: String, CodingKey { case roomID = "RoomId" }
    }

    struct Word: Codable, Sendable {
        let text: String
        let action: FilterAction?
        let wholeWord: Bool?
        enum CodingKeys: String, CodingKey {
            case text = "Text"
            case action = "Action"
            case wholeWord = "WholeWord"
        }
    }

    struct Replacement: Codable, Sendable {
        let roomID: LiveID?
        let words: [Word]
        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case words = "WordList"
        }
    }

    struct Check: Codable, Sendable {
        let roomID: LiveID?
        let text: String
        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case text = "Text"
        }
    }

    struct KeptWord: Codable, Sendable {
        let wordID: WordID
        let text: String
        let action: FilterAction
        let wholeWord: Bool
        enum CodingKeys: String, CodingKey {
            case wordID = "WordId"
            case text = "Text"
            case action = "Action"
            case wholeWord = "WholeWord"
        }
    }

    struct List: Codable, Sendable {
        let words: [KeptWord]
        enum CodingKeys: String, CodingKey { case words = "WordList" }

        init(_ words: [FilterWord]) {
            self.words = words.map {
                KeptWord(wordID: $0.id, text: $0.text, action: $0.action, wholeWord: $0.wholeWord)
            }
        }
    }

    struct Finding: Codable, Sendable {
        let action: FilterAction?
        let wordID: WordID?
        let text: String?
        enum CodingKeys: String, CodingKey {
            case action = "Action"
            case wordID = "WordId"
            case text = "Text"
        }
    }
}

/// The answer to `get_slow_mode`.
struct RESTPace: Codable, Sendable {
    let seconds: Int
    enum CodingKeys: String, CodingKey { case seconds = "Seconds" }

    struct Change: Codable, Sendable {
        let roomID: LiveID
        let seconds: Int
        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case seconds = "Seconds"
        }
    }
}

/// The answer to `get_log`. Times are Unix milliseconds, as on the wire.
struct RESTModerationLog: Codable, Sendable {
    let entryList: [Entry]
    let next: String
    enum CodingKeys: String, CodingKey {
        case entryList = "EntryList"
        case next = "Next"
    }

    struct Get: Codable, Sendable {
        let roomID: LiveID
        let next: String?
        let count: Int?
        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case next = "Next"
            case count = "Count"
        }
    }

    struct Entry: Codable, Sendable {
        let number: Int64
        let sessionID: LiveSessionID
        let action: ModerationAction
        let at: Timestamp
        let source: ModerationSource
        let operatorAccount: UserID?
        let memberAccount: UserID?
        let reason: String
        let until: Timestamp?
        let seconds: Int?
        let wordID: WordID?
        let seatIndex: Int?

        enum CodingKeys: String, CodingKey {
            case number = "Number"
            case sessionID = "SessionId"
            case action = "Action"
            case at = "At"
            case source = "Source"
            case operatorAccount = "Operator_Account"
            case memberAccount = "Member_Account"
            case reason = "Reason"
            case until = "Until"
            case seconds = "Seconds"
            case wordID = "WordId"
            case seatIndex = "SeatIndex"
        }

        init(_ entry: ModerationEntry) {
            number = entry.number
            sessionID = entry.sessionID
            action = entry.record.action
            at = entry.record.at
            source = entry.record.source
            operatorAccount = entry.record.by
            memberAccount = entry.record.userID
            reason = entry.record.reason
            until = entry.record.until
            seconds = entry.record.seconds
            wordID = entry.record.word
            seatIndex = entry.record.seat
        }
    }
}

/// The answer to `get_sanctions`: the bans and mutes of a user.
struct RESTSanctions: Codable, Sendable {
    let sanctionList: [Sanction]
    let next: String
    enum CodingKeys: String, CodingKey {
        case sanctionList = "SanctionList"
        case next = "Next"
    }

    struct Get: Codable, Sendable {
        let memberAccount: UserID
        let next: String?
        let count: Int?
        enum CodingKeys: String, CodingKey {
            case memberAccount = "Member_Account"
            case next = "Next"
            case count = "Count"
        }
    }

    struct Sanction: Codable, Sendable {
        let roomID: LiveID
        let kind: OvationModel.Sanction.Kind
        let until: Timestamp?
        let reason: String
        let operatorAccount: UserID?
        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case kind = "Kind"
            case until = "Until"
            case reason = "Reason"
            case operatorAccount = "Operator_Account"
        }

        init(_ sanction: OvationModel.Sanction) {
            roomID = sanction.liveID
            kind = sanction.kind
            until = sanction.until
            reason = sanction.reason
            operatorAccount = sanction.by
        }
    }
}
