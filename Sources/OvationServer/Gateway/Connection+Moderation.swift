import OvationModel
import OvationRules
import OvationWire

extension Connection {
    /// Answers with a page of the moderation log of a live.
    func readLog(_ log: AudienceLog, _ frame: CommandFrame, _ actor: RoomActor) {
        let countMax = node.limits.moderationLogPageMax
        let count = log.count ?? min(50, countMax)
        guard (1...countMax).contains(count) else {
            return reply(id: frame.id, error: Rejection(.illegalParameter, "\"count\" is 1 to \(countMax)."))
        }
        guard let before = ModerationPage.place(of: log.cursor) else {
            return reply(id: frame.id, error: Rejection(.illegalParameter, "\"cursor\" is none that this server gave."))
        }
        guard let liveID = frame.room, let room = node.directory.room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        let id = frame.id
        // The log is read from the storage, so the pending answer is counted. A client with too many is read no further.
        beginAnswer()
        room.submit(RoomRequest(actor: actor, body: .moderationLog(before: before, count: count), client: client)) {
            self.finish($0, id: id)
        }
    }
}

extension ModerationPage {
    /// The number before which the page at a cursor begins: `.some(nil)` for the newest lines, nil for an invalid cursor.
    static func place(of cursor: String?) -> Int64?? {
        guard let cursor, !cursor.isEmpty else { return .some(nil) }
        return Int64(cursor).flatMap { $0 > 0 ? .some($0) : nil }
    }
}

extension Node {
    /// Filters the texts in the settings of a new live. Returns a rejection when a word is refused.
    func filter(_ settings: inout RoomSettings, of actor: RoomActor) -> Rejection? {
        guard !actor.isAdministrator else { return nil }
        for (field, name) in [(\RoomSettings.liveName, "liveName"), (\.notice, "notice")] {
            if let rejection = filter(&settings[keyPath: field], name) { return rejection }
        }
        return nil
    }

    /// Filters the texts of a profile. Returns a rejection when a word is refused.
    func filter(_ profile: inout UserProfile, of user: UserID) -> Rejection? {
        isAdministrator(user) ? nil : filter(&profile.nickname, "nickname")
    }

    private func filter(_ text: inout String?, _ field: String) -> Rejection? {
        guard let finding = text.flatMap(words.filter.examine) else { return nil }
        metrics.filtered(finding.action)
        text = finding.text
        return finding.action == .refuse ? .refusedWord(in: field) : nil
    }
}
