import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Ends the live: nothing new is let in, the orders under way are waited for, then the statistics are counted.
    func end(_ message: String, _ request: RoomRequest) {
        var trial = room
        do {
            _ = try trial.handle(.end(message: message), from: request.actor, at: node.clock.wall())
        } catch {
            return request.reply(.failure(error))
        }
        endRequests.append(request)
        isEnding = true
        if ordersInFlight == 0 { finishEnding() }
    }

    func finishEnding() {
        // What is kept and not told yet belongs before the end, and into its statistics.
        guard !isEndWritten, !isCatchingUp, untold.isEmpty, let first = endRequests.first,
            case .command(.end(let message)) = first.body
        else {
            return
        }
        let now = node.clock.wall()
        var ended = room
        guard let outcome = try? ended.handle(.end(message: message), from: first.actor, at: now),
            let commit = outcome.commit, case .roomEnded(let event)? = commit.event
        else { return answerEnd(.failure(Rejection(.roomNotFound))) }
        let data = RoomEvent.roomEnded(event).encodedData
        let draft = EventDraft(name: RoomEventName.roomEnded.rawValue, about: nil, at: now, data: data)
        let write = StorageWrite.endRoom(
            room.info.sessionID, at: now, reason: event.reason, event.statistics, draft,
            changes: commit.changes + commit.records.map(RoomChange.log))
        let over = ended
        isEndWritten = true
        // From here on a further wish to end is answered with this one's outcome.
        let told = callbacks(telling: .roomEnded(event), by: first, at: now)
        node.journal.submit(write, telling: told, on: shard.eventLoop) { result in
            switch result {
            case .success(.event(let durable)):
                // Whoever waits to enter is let in first, so that they hear of the end.
                if !self.entrants.isEmpty { self.flush() }
                self.tell(.roomEnded, data: data, durable: durable, at: now) { self.close(over, event) }
            case .success(let other):
                preconditionFailure("an end is answered with the number of its event, not with \(other)")
            case .failure(let rejection):
                self.failedEnd = rejection
                self.catchUp()
            }
        }
    }

    /// The storage refused the end and has not kept it: the live goes on.
    func giveUpEnd(_ rejection: Rejection) {
        failedEnd = nil
        isEndWritten = false
        isEnding = false
        answerEnd(.failure(rejection))
        scheduleTick()
    }

    /// Ends the live by an end that is kept and was not told.
    func endAsKept(_ kept: StoredEvent) {
        guard case .roomEnded(let event)? = try? RoomEvent.decode(.roomEnded, data: kept.data) else {
            return logger.critical(
                "the end of a live is kept and cannot be read", metadata: ["room.durable": "\(kept.durable)"])
        }
        var over = room
        _ = try? over.handle(.end(message: event.message), from: .server, at: node.clock.wall())
        if !entrants.isEmpty { flush() }
        publish(.roomEnded, data: kept.data, durable: kept.durable, at: kept.at)
        close(over, event)
    }

    /// The end is told: everybody goes, and whoever asked for it is answered.
    private func close(_ over: Room, _ event: RoomEnded) {
        isEnding = true
        room = over
        untold = []
        node.directory.remove(self)
        disperse()
        answerEnd(.success(.ended(event.statistics)))
        logger.info("live ended", metadata: ["room.reason": "\(event.reason)"])
    }

    private func answerEnd(_ result: Result<RoomReply, Rejection>) {
        let requests = endRequests
        endRequests = []
        for request in requests { request.reply(result) }
        let resuming = resumingAtEnd
        resumingAtEnd = []
        for (position, bytesMax, request) in resuming { resume(position, bytesMax: bytesMax, request) }
    }

    /// Lets everybody go.
    private func disperse() {
        flush()
        tick?.cancel()
        tick = nil
        for (session, attachment) in attachments {
            node.hub.exit(session, room: liveID)
            if let connection = attachment.connection { detach(connection) }
        }
        attachments = [:]
        let liveID = liveID
        for shard in node.shards { shard.run { shard.forgetRoom(liveID) } }
    }
}
