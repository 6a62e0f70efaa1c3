import OvationModel
import OvationNode
import OvationRules
import OvationWire

extension RESTCommand {
    /// The command that publishes a message to a topic.
    static let topics = [sendPubSubMessage]

    private static let sendPubSubMessage = RESTCommand(
        .liveEngine, "send_pubsub_msg", "Publishes a message to a topic of a live, for a user who need not be in it."
    ) { (request: TopicMessageDraft, call) in
        let limits = call.node.limits
        try RESTField.present("Message", request.message, bytesMax: limits.topicMessageBytesMax)
        try RESTField.text("Payload", request.payload, bytesMax: limits.topicPayloadBytesMax)
        try RESTField.number("Count", request.count, in: 1...limits.topicCountMax)
        let receivers = request.sendOnly ?? []
        if receivers.count > limits.topicReceiversMax {
            throw Rejection(.illegalParameter, "\"SendOnly_Account\" has at most \(limits.topicReceiversMax) entries.")
        }
        let draft = TopicDraft(
            topic: request.topic, message: request.message, payload: request.payload, sendOnly: receivers,
            isKept: request.isPersisted ?? false, count: request.count ?? 1)
        return RESTResponse(try await call.publish(draft, in: request.roomID, from: request.sender))
    }
}

extension RESTCall {
    /// Publishes a message for a user.
    fileprivate func publish(
        _ draft: TopicDraft, in liveID: LiveID, from sender: UserID?
    ) async throws -> RESTTopicAnswer {
        let sender = sender ?? administrator
        let user = try await requireImported(sender, field: "Sender_Account")
        let actor = RoomActor(
            user: user, isAdministrator: node.isAdministrator(sender), isOnBehalf: true, source: .rest)
        return RESTTopicAnswer(try await rooms.ask(.publish(draft), in: liveID, as: actor), at: at)
    }
}

/// The answer to `send_pubsub_msg`.
struct RESTTopicAnswer: Codable, Sendable {
    let time: Int64
    /// Empty for a message that is told together with equal ones, and for one that was dropped.
    let messageID: String
    /// The number of the message in its topic; 0 for one that is not kept.
    let number: Int64
    /// Empty for a message that was not dropped.
    let dropReason: String

    init(_ accepted: TopicAccepted, at: Timestamp) {
        time = at.seconds
        messageID = accepted.id.map { String($0) } ?? ""
        number = accepted.number ?? 0
        dropReason = accepted.dropped?.rawValue ?? ""
    }

    enum CodingKeys: String, CodingKey {
        case time = "MsgTime"
        case messageID = "MsgId"
        case number = "MsgNumber"
        case dropReason = "MsgDropReason"
    }
}

private struct TopicMessageDraft: Codable, Sendable {
    let roomID: LiveID
    let sender: UserID?
    let topic: TopicName
    let message: String
    let payload: String?
    let isPersisted: Bool?
    let sendOnly: [UserID]?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sender = "Sender_Account"
        case topic = "Topic"
        case message = "Message"
        case payload = "Payload"
        case isPersisted = "IsPersisted"
        case sendOnly = "SendOnly_Account"
        case count = "Count"
    }
}
