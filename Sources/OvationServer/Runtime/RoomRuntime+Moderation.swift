import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Takes over the app's words where they have changed: one look at a number for each command.
    func takeUpWords() {
        let version = node.words.version
        guard version != upkeep.wordsVersion else { return }
        upkeep.wordsVersion = version
        room.appWords = node.words.filter
    }

    /// Counts what the filter did, and hands its lines of the log to the journal. Nobody waits for them.
    func noteFiltered(_ outcome: RoomOutcome) {
        if let action = outcome.filtered { node.metrics.filtered(action) }
        guard !outcome.records.isEmpty else { return }
        node.journal.submit(
            .changeRoom(room.info.sessionID, outcome.records.map(RoomChange.log), nil), on: nil, nil)
    }

    /// Reads a page of the log, for the owner, the administrators of the live and those of the app.
    func readModerationLog(before: Int64?, count: Int, _ call: RoomCall) {
        guard call.actor.isAdministrator || call.actor.user.map({ room.role(of: $0.userID) != .viewer }) == true
        else { return call.reply(.failure(Rejection(.adminRequired))) }
        let liveID = liveID
        node.background.submit { [node, shard] in
            let page = await Result { try await node.moderationPage(of: liveID, before: before, count: count) }
            shard.run {
                call.reply(page.map(RoomReply.moderationLog).mapError { _ in Rejection(.storageUnavailable) })
            }
        }
    }

    /// Keeps a list of words, then looks for them.
    func setWords(_ words: [FilterWord], _ call: RoomCall) {
        guard call.actor.isAdministrator else { return call.reply(.failure(Rejection(.adminRequired))) }
        guard !kept.isEnding else { return call.reply(.failure(Rejection(.roomNotFound))) }
        let limits = node.limits
        if let rejection = FieldRules.rejection(of: words, countMax: limits.wordFilterRoomWordsMax, limits: limits) {
            return call.reply(.failure(rejection))
        }
        let record = ModerationRecord(
            .words, at: node.clock.wall(), source: call.actor.source,
            by: call.actor.user?.userID ?? call.actor.account)
        // What is kept is read again when a write fails; a list on its way must not be lost to that.
        kept.beginChange()
        let write = StorageWrite.changeRoom(room.info.sessionID, [.words(words), .log(record)], nil)
        node.journal.submit(write, on: shard.eventLoop) { result in
            if case .success = result { self.room.look(for: words) }
            call.reply(result.map { _ in .done })
            self.carryOut(self.kept.finishChange(isRefused: false))
        }
    }
}

extension Node {
    /// Keeps the words that the whole app looks for, then looks for them.
    func setWords(_ words: [FilterWord]) async throws(Rejection) {
        if let rejection = FieldRules.rejection(of: words, countMax: limits.wordFilterWordsMax, limits: limits) {
            throw rejection
        }
        let list = WordShelf.Prepared(words)
        let result: Result<StorageOutcome, Rejection> = await withCheckedContinuation { continuation in
            journal.submit(.words(words), on: shards[0].eventLoop) { result in
                // Here, where answers come in the order of their writes: the last list that is kept is the one in force.
                if case .success = result { self.words.replace(list) }
                continuation.resume(returning: result)
            }
        }
        _ = try result.get()
    }

    /// A page of the moderation log of a live, on or over.
    func moderationPage(of liveID: LiveID, before: Int64?, count: Int) async throws -> ModerationPage {
        // Lines that nobody waited for may still be on their way.
        try await journal.barrier()
        let entries = try await storage.moderationLog(of: liveID, before: before, limit: count)
        let isLast = entries.count < count || entries.last?.number == 1
        return ModerationPage(entries: entries, cursor: isLast ? "" : entries.last.map { "\($0.number)" } ?? "")
    }
}
