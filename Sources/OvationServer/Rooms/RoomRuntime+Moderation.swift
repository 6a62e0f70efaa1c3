import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Takes over the app's words where they have changed: one look at a number for each command.
    func takeUpWords() {
        let version = services.words.version
        guard version != upkeep.wordsVersion else { return }
        upkeep.wordsVersion = version
        note(.appWords(services.words.filter), at: services.clock.wall())
    }

    /// Counts what the filter did, and hands its lines of the log to the journal. Nobody waits for them.
    func noteFiltered(_ outcome: RoomOutcome) {
        if let action = outcome.filtered { services.metrics.filtered(action) }
        guard !outcome.records.isEmpty else { return }
        services.journal.submit(
            .changeRoom(room.info.sessionID, outcome.records.map(RoomChange.log), nil), on: nil, nil)
    }

    /// Reads a page of the log, for the owner, the administrators of the live and those of the app.
    func readModerationLog(before: Int64?, count: Int, _ call: RoomCall) {
        guard call.actor.isAdministrator || call.actor.user.map({ room.role(of: $0.userID) != .viewer }) == true
        else { return call.reply(.failure(Rejection(.adminRequired))) }
        let liveID = liveID
        services.background.submit { [services, loop] in
            let page = await Result { try await services.moderationPage(of: liveID, before: before, count: count) }
            loop.run {
                call.reply(page.map(RoomReply.moderationLog).mapError { _ in Rejection(.storageUnavailable) })
            }
        }
    }

    /// Keeps a list of words, then looks for them.
    func setWords(_ words: [FilterWord], _ call: RoomCall) {
        guard call.actor.isAdministrator else { return call.reply(.failure(Rejection(.adminRequired))) }
        guard !kept.isEnding else { return call.reply(.failure(Rejection(.roomNotFound))) }
        let limits = services.limits
        if let rejection = FieldRules.rejection(of: words, countMax: limits.wordFilterRoomWordsMax, limits: limits) {
            return call.reply(.failure(rejection))
        }
        let record = ModerationRecord(
            .words, at: services.clock.wall(), source: call.actor.source,
            by: call.actor.user?.userID ?? call.actor.account)
        // What is kept is read again when a write fails; a list on its way must not be lost to that.
        kept.beginChange()
        let write = StorageWrite.changeRoom(room.info.sessionID, [.words(words), .log(record)], nil)
        services.journal.submit(write, on: loop.eventLoop) { result in
            if case .success = result { self.note(.wordsKept(words), at: self.services.clock.wall()) }
            call.reply(result.map { _ in .done })
            self.carryOut(self.kept.finishChange(isRefused: false))
        }
    }
}
