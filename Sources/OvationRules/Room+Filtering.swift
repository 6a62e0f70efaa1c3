public import OvationModel

extension Room {
    /// A line of the moderation log about what an actor does.
    func record(
        _ action: ModerationAction, _ actor: RoomActor, _ now: Timestamp, of target: UserID? = nil, reason: String = "",
        until: Timestamp? = nil
    ) -> ModerationRecord {
        ModerationRecord(
            action, at: now, source: actor.source, by: actor.user?.userID ?? actor.account, userID: target,
            reason: reason, until: until)
    }

    /// A message as it may go on. Text is looked at; custom data and extension fields are the app's own.
    ///
    /// Sets `outcome.refusal` where it may not. Administrators of the app write what they like.
    mutating func filter(
        _ kind: Barrage.Kind, of user: UserID, _ actor: RoomActor, _ now: Timestamp, _ outcome: inout RoomOutcome
    ) -> Barrage.Kind {
        guard case .text(let text, let extensionInfo) = kind else { return kind }
        return .text(filter(text, of: user, actor, now, &outcome), extensionInfo: extensionInfo)
    }

    /// A text as it may go on. Sets `outcome.refusal` where it may not.
    mutating func filter(
        _ text: String, of user: UserID, _ actor: RoomActor, _ now: Timestamp, _ outcome: inout RoomOutcome
    ) -> String {
        guard let finding = examine(text, of: user, actor, now, &outcome) else { return text }
        if finding.action == .refuse { outcome.refusal = Rejection(.wordRefused) }
        return finding.text
    }

    /// Makes settings what may go on of them. Sets `outcome.refusal` where they may not, with the name of the setting.
    mutating func filter(
        _ settings: inout RoomSettings, _ actor: RoomActor, _ now: Timestamp, _ outcome: inout RoomOutcome
    ) {
        for (field, name) in [(\RoomSettings.liveName, "liveName"), (\.notice, "notice")] {
            guard let text = settings[keyPath: field],
                let finding = examine(text, of: actor.user?.userID, actor, now, &outcome)
            else { continue }
            settings[keyPath: field] = finding.text
            if finding.action == .refuse { outcome.refusal = outcome.refusal ?? .refusedWord(in: name) }
        }
    }

    private mutating func examine(
        _ text: String, of user: UserID?, _ actor: RoomActor, _ now: Timestamp, _ outcome: inout RoomOutcome
    ) -> WordFinding? {
        guard !actor.isAdministrator, let finding = [appWords, wordFilter].examine(text) else { return nil }
        outcome.filtered = min(outcome.filtered ?? finding.action, finding.action)
        // Who writes the same word again and again fills neither log nor disk.
        if recordRate.take(at: now) {
            let action: ModerationAction =
                switch finding.action {
                case .refuse: .refuseText
                case .mask: .maskText
                case .log: .flagText
                }
            var record = ModerationRecord(action, at: now, source: .server, by: nil, userID: user)
            record.word = finding.word
            outcome.records.append(record)
        }
        return finding
    }
}

extension Rejection {
    /// The refusal of a setting or a profile for a word in it.
    public static func refusedWord(in field: String) -> Rejection {
        Rejection(.wordRefused, "\"\(field)\" has a word that is not allowed here.")
    }
}

extension FieldRules {
    /// Checks a list of words.
    ///
    /// - Parameter countMax: how many there may be.
    public static func rejection(of words: [FilterWord], countMax: Int, limits: Limits) -> Rejection? {
        if words.count > countMax { return Rejection(.wordListInvalid, "The list has at most \(countMax) words.") }
        var known: Set<WordID> = []
        for (index, word) in words.enumerated() {
            let wrong: String? =
                if word.text.utf8.count > limits.wordBytesMax {
                    "is longer than \(limits.wordBytesMax) bytes"
                } else if word.text.utf8.contains(0) {
                    "has a character U+0000"
                } else if !WordFilter.hasLetters(word.text) {
                    "has no letters"
                } else if !known.insert(word.id).inserted {
                    "is there already"
                } else {
                    nil
                }
            if let wrong { return Rejection(.wordListInvalid, "Word \(index + 1) of the list \(wrong).") }
        }
        return nil
    }
}
