import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Who waits to hear how a live ends.
struct AwaitingEnd {
    /// Those who asked for the end.
    var calls: [RoomCall] = []
    /// Those who came back meanwhile. They hear the end, or go on.
    var comebacks: [(position: SessionOpen.Position, bytesMax: Int, call: RoomCall)] = []
}

extension RoomRuntime {
    /// Ends the live: nothing new is let in, the orders under way are waited for, then the statistics are counted.
    func end(_ message: String, _ call: RoomCall) {
        do {
            _ = try room.outcome(of: .end(message: message), from: call.actor, at: services.clock.wall())
        } catch {
            return call.reply(.failure(error))
        }
        awaitingEnd.calls.append(call)
        carryOut(kept.askEnd())
    }

    /// Decides how the live ends, and keeps it.
    func keepEnd() {
        let now = services.clock.wall()
        guard let first = awaitingEnd.calls.first, case .command(let command) = first.request.body,
            let outcome = try? room.outcome(of: command, from: first.actor, at: now),
            let commit = outcome.commit, case .roomEnded(let event)? = commit.event
        else { return carryOut(kept.endImpossible(Rejection(.roomNotFound))) }
        tell(note(.closing, at: now).topics)
        let data = RoomEvent.roomEnded(event).encodedData
        let draft = EventDraft(name: RoomEventName.roomEnded.rawValue, about: nil, at: now, data: data)
        let write = StorageWrite.endRoom(
            room.info.sessionID, at: now, reason: event.reason, event.statistics, draft,
            changes: commit.changes + commit.records.map(RoomChange.log))
        let told = callbacks(telling: .roomEnded(event), by: first.request, at: now)
        services.journal.submit(write, telling: told, on: loop.eventLoop) { result in
            switch result {
            case .success(.event(let durable)):
                self.carryOut(self.kept.kept(.end(event, data: data, durable: durable, at: now), durable: durable))
            case .success(let other):
                preconditionFailure("an end is answered with the number of its event, not with \(other)")
            case .failure(let rejection): self.carryOut(self.kept.endRefused(rejection))
            }
        }
    }

    /// The live goes on, because its end was refused and is not kept.
    func goOn(_ rejection: Rejection) {
        answerEnd(.failure(rejection))
        scheduleTick()
    }

    /// Ends the live by an end that is kept and was not told.
    func endAsKept(_ event: StoredEvent) {
        guard case .roomEnded(let ended)? = try? RoomEvent.decode(.roomEnded, data: event.data) else {
            return logger.critical(
                "the end of a live is kept and cannot be read", metadata: ["room.durable": "\(event.durable)"])
        }
        carryOut([.tell(.end(ended, data: event.data, durable: event.durable, at: event.at))])
    }

    /// The end is told: everybody goes, and those who asked for it are answered.
    func close(_ event: RoomEnded) {
        kept.ended()
        note(.ended, at: services.clock.wall())
        services.directory.remove(liveID, room.info.sessionID)
        services.pictures.ended(room.info.sessionID, wasPublic: room.info.isPublicVisible)
        disperse()
        answerEnd(.success(.ended(event.statistics)))
        logger.info("live ended", metadata: ["room.reason": "\(event.reason)"])
    }

    private func answerEnd(_ result: Result<RoomReply, Rejection>) {
        let waiting = awaitingEnd
        awaitingEnd = AwaitingEnd()
        for call in waiting.calls { call.reply(result) }
        for (position, bytesMax, call) in waiting.comebacks { resume(position, bytesMax: bytesMax, call) }
    }

    /// Lets everybody go.
    private func disperse() {
        flush()
        upkeep.tick?.cancel()
        upkeep.tick = nil
        for (session, place) in admission.removeAll() {
            edge.sessions.exit(session)
            if let connection = place.connection { detach(connection) }
        }
        noteMembers()
        edge.handle(.forget)
    }
}
