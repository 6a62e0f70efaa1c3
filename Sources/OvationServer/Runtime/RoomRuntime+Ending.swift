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
        guard !isEndWritten, let first = endRequests.first, case .command(.end(let message)) = first.body else {
            return
        }
        let now = node.clock.wall()
        var ended = room
        guard let outcome = try? ended.handle(.end(message: message), from: first.actor, at: now),
            case .roomEnded(let event)? = outcome.commit?.event
        else { return answerEnd(.failure(Rejection(.roomNotFound))) }
        let data = RoomEvent.roomEnded(event).encodedData
        let draft = EventDraft(name: RoomEventName.roomEnded.rawValue, about: nil, at: now, data: data)
        let write = StorageWrite.endRoom(
            room.info.sessionID, at: now, reason: event.reason, event.statistics, draft)
        let over = ended
        isEndWritten = true
        // From here on a further wish to end is answered with this one's outcome.
        let told = callbacks(telling: .roomEnded(event), by: first, at: now)
        node.journal.submit(write, telling: told, on: shard.eventLoop) { result in
            switch result {
            case .success(.event(let durable)):
                // Whoever waits to enter is let in first, so that they hear of the end.
                if !self.entrants.isEmpty { self.flush() }
                self.room = over
                self.node.directory.remove(self)
                self.publish(.roomEnded, data: data, durable: durable, at: now)
                self.disperse()
                self.answerEnd(.success(.ended(event.statistics)))
                self.logger.info("live ended", metadata: ["room.reason": "\(event.reason)"])
            case .success(let other):
                preconditionFailure("an end is answered with the number of its event, not with \(other)")
            case .failure(let rejection):
                self.isEndWritten = false
                self.isEnding = false
                self.answerEnd(.failure(rejection))
                self.scheduleTick()
            }
        }
    }

    private func answerEnd(_ result: Result<RoomReply, Rejection>) {
        let requests = endRequests
        endRequests = []
        for request in requests { request.reply(result) }
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
