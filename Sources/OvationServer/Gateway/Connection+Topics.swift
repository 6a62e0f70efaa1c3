import OvationModel
import OvationRules
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
        let count = wish.count ?? countMax
        guard (1...countMax).contains(count) else {
            return reply(id: frame.id, error: Rejection(.illegalParameter, "\"count\" is 1 to \(countMax)."))
        }
        ask(.topicMessages(wish.topic, after: wish.after, count: count), frame, actor, waitsForStorage: true)
    }

    /// Hands a request to the room that the frame names. What waits for the storage is counted as under way, so that a client which
    /// asks for too much is read no further.
    private func ask(
        _ body: RoomRequest.Body, _ frame: CommandFrame, _ actor: RoomActor, waitsForStorage: Bool
    ) {
        guard waitsForStorage else { return ask(body, frame, actor) }
        guard let liveID = frame.room, let room = node.directory.room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        let origin = session.map { RoomRequest.Origin(session: $0, connection: address) }
        let id = frame.id
        beginAnswer()
        room.submit(RoomRequest(actor: actor, origin: origin, body: body, client: client)) { self.finish($0, id: id) }
    }
}
