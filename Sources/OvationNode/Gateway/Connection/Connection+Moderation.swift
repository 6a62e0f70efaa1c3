import OvationModel
import OvationObservability
import OvationRules
import OvationSupport
import OvationWire

extension Connection {
    /// Answers with a page of the moderation log of a live.
    func readLog(_ log: AudienceLog, _ frame: CommandFrame, _ actor: RoomActor) {
        let (count, before): (Int, Int64?)
        do throws(Rejection) {
            count = try PageFields.wire.count(log.count, orElse: 50, countMax: node.limits.moderationLogPageMax)
            before = try PageFields.wire.number(log.cursor, in: 1...Int64.max)
        } catch {
            return reply(id: frame.id, error: error)
        }
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        answer(
            frame.id, from: room,
            to: RoomRequest(actor: actor, body: .moderationLog(before: before, count: count), client: client))
    }

    /// Changes the words that a live looks for, and answers with all of them.
    func changeWords(_ words: RoomWords, _ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        let added = (words.add ?? []).map {
            FilterWord($0.text, action: $0.action ?? .refuse, wholeWord: $0.wholeWord ?? false)
        }
        let edit = WordEdit(added: added, removed: words.remove ?? [])
        answer(frame.id, with: RoomWordList.self) { [client] answer in
            room.ask(.editWords(edit), as: actor, from: client) { answer($0.map(RoomWordList.init(words:))) }
        }
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
        guard let finding = text.flatMap(services.words.filter.examine) else { return nil }
        services.metrics.filtered(finding.action)
        text = finding.text
        return finding.action == .refuse ? .refusedWord(in: field) : nil
    }
}
