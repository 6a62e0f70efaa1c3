import OvationModel
import OvationNode
import OvationRules
import OvationSupport

extension RESTCommand {
    /// Commands about messages that were sent. The vendor's API has none of them.
    static let barrages = [deleteMessage, pinMessage, getPinnedMessages]

    private static let deleteMessage = RESTCommand(
        .moderation, "delete_message",
        "Deletes a message of a live. It vanishes from all screens, and is not shown to those who come later."
    ) { (request: DeletedMessage, call) in
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        try await call.rooms.perform(
            .edit(BarrageEdit(.delete, request.sequence, reason: request.reason ?? "")), in: request.roomID,
            as: call.actor)
        return RESTDone()
    }

    private static let pinMessage = RESTCommand(
        .moderation, "pin_message", "Pins a message of a live, so that it stays in sight of everybody, or unpins it."
    ) { (request: PinnedMessage, call) in
        let action = request.isPinned ?? true ? BarrageEdit.Action.pin : .unpin
        try await call.rooms.perform(
            .edit(BarrageEdit(action, request.sequence)), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getPinnedMessages = RESTCommand(
        .moderation, "get_pinned_messages", "Reads the pinned messages of a live, the latest last.", effect: .reads
    ) { (request: RESTRoom, call) in
        let pinned = try await call.rooms.ask(.pinned, in: request.roomID, as: call.actor)
        return RESTResponse(PinnedMessages(messages: pinned.map(PinnedMessages.Entry.init)))
    }
}

private struct DeletedMessage: Codable, Sendable {
    let roomID: LiveID
    let sequence: Int64
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sequence = "MsgSeq"
        case reason = "Reason"
    }
}

private struct PinnedMessage: Codable, Sendable {
    let roomID: LiveID
    let sequence: Int64
    let isPinned: Bool?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sequence = "MsgSeq"
        case isPinned = "IsPinned"
    }
}

/// The answer to `get_pinned_messages`.
struct PinnedMessages: Codable, Sendable {
    /// A pinned message. It has either a text or data of the app's own.
    struct Entry: Codable, Sendable {
        let sequence: Int64
        let time: Int64
        let sender: UserID
        let text: String?
        let businessID: String?
        let data: String?

        init(_ pinned: PinnedBarrage) {
            sequence = pinned.seq
            time = pinned.at.seconds
            sender = pinned.barrage.sender.userID
            switch pinned.barrage.kind {
            case .text(let text, _): (self.text, businessID, data) = (text, nil, nil)
            case .custom(let businessID, let data): (text, self.businessID, self.data) = (nil, businessID, data)
            }
        }

        enum CodingKeys: String, CodingKey {
            case sequence = "MsgSeq"
            case time = "MsgTime"
            case sender = "Sender_Account"
            case text = "TextContent"
            case businessID = "BusinessId"
            case data = "Data"
        }
    }

    let messages: [Entry]

    enum CodingKeys: String, CodingKey { case messages = "PinnedList" }
}
