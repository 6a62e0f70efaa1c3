import OvationModel
import OvationRules
import OvationSupport
import OvationWire

/// Publishing to topics and listening to them.
extension Connection {
    func publish(_ message: PubSubPublish, _ frame: CommandFrame, _ actor: RoomActor) {
        let draft = TopicDraft(
            topic: message.topic, message: message.message, payload: message.payload,
            sendOnly: message.sendOnly ?? [], isKept: message.persist ?? false, count: message.count ?? 1)
        ask(.command(.publish(draft)), frame, actor, waitsForStorage: draft.isKept)
    }

    func listen(_ wish: PubSubSubscribe, _ frame: CommandFrame, _ actor: RoomActor) {
        ask(.subscribe(wish.topic, after: wish.after), frame, actor, waitsForStorage: true)
    }

    func readTopic(_ wish: PubSubMessages, _ frame: CommandFrame, _ actor: RoomActor) {
        let countMax = node.limits.topicMessagesPageMax
        do throws(Rejection) {
            let count = try PageFields.wire.count(wish.count, orElse: countMax, countMax: countMax)
            ask(.topicMessages(wish.topic, after: wish.after, count: count), frame, actor, waitsForStorage: true)
        } catch {
            reply(id: frame.id, error: error)
        }
    }

    /// Hands a request to the room that the frame names. What waits for the storage is counted as under way, so that a client which
    /// asks for too much is read no further.
    private func ask(
        _ body: RoomRequest.Body, _ frame: CommandFrame, _ actor: RoomActor, waitsForStorage: Bool
    ) {
        guard waitsForStorage else { return ask(body, frame, actor) }
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        answer(
            frame.id, from: room, to: RoomRequest(actor: actor, origin: origin, body: body, client: client))
    }
}
