import Foundation
import OvationBackend
import OvationJSON
import OvationModel
import OvationNode
import OvationRules
import OvationWire

extension RESTService {
    /// Messages under the names of the vendor's chat.
    static let group = RESTService(rawValue: "group_open_http_svc")
}

extension RESTCommand {
    /// Commands that send a message for a user, who need not be in the live.
    static let messages = [sendTextMessage, sendCustomMessage, sendGroupMessage]

    private static let sendTextMessage = RESTCommand(
        .liveEngine, "send_text_msg", "Sends a text to a live for a user."
    ) { (request: TextMessage, call) in
        let bytesMax = call.node.limits.barrageBytesMax
        try RESTField.present("TextContent", request.text, bytesMax: bytesMax)
        try RESTField.text("ExtensionInfo", request.extensionInfo, bytesMax: bytesMax)
        let fields = try request.extensionInfo.map { try RESTMessageText.fields("ExtensionInfo", $0) } ?? [:]
        return RESTResponse(
            try await call.send(
                .text(request.text, extensionInfo: fields), in: request.roomID, from: request.sender,
                field: "Sender_Account"))
    }

    private static let sendCustomMessage = RESTCommand(
        .liveEngine, "send_custom_msg", "Sends data of the app's own to a live."
    ) { (request: CustomMessage, call) in
        try RESTField.present("BusinessId", request.businessID, bytesMax: FieldBounds.businessIDBytesMax)
        try RESTField.text("Data", request.data, bytesMax: call.node.limits.barrageBytesMax)
        return RESTResponse(
            try await call.send(
                .custom(businessID: request.businessID, data: request.data), in: request.roomID,
                from: request.sender ?? call.administrator, field: "Sender_Account"))
    }

    private static let sendGroupMessage = RESTCommand(
        .group, "send_group_msg", "Sends a message of the chat's format to a live: one text, or one custom element."
    ) { (request: GroupMessage, call) in
        guard request.body.count == 1, let element = request.body.first else {
            throw Rejection(.illegalParameter, "\"MsgBody\" has one element.")
        }
        let kind = try element.kind(cloudCustomData: request.cloudCustomData, limits: call.node.limits)
        return RESTTop(
            try await call.send(
                kind, in: request.groupID, from: request.sender ?? call.administrator, field: "From_Account",
                isReviewed: request.forbiddenCallbacks?.contains("ForbidBeforeSendMsgCallback") ?? false))
    }
}

extension RESTCall {
    /// Sends a message for a user.
    ///
    /// - Parameters:
    ///   - field: the field that names the user, for a refusal.
    ///   - isReviewed: whether the call says that the app's backend is not to be asked about the message.
    fileprivate func send(
        _ kind: Barrage.Kind, in liveID: LiveID, from sender: UserID, field: String, isReviewed: Bool = false
    ) async throws -> RESTMessageAnswer {
        let user = try await requireImported(sender, field: field)
        let actor = RoomActor(user: user, isAdministrator: node.isAdministrator(sender))
        let tag = isReviewed ? node.services.callbacks.makeTag() : nil
        return RESTMessageAnswer(try await rooms.ask(.message(kind), in: liveID, as: actor, message: tag), at: at)
    }
}

/// The answer to a command that sends a message.
struct RESTMessageAnswer: Codable, Sendable {
    let time: Int64
    let sequence: Int64
    /// Empty for a message that was delivered. One that a rate dropped is no error.
    let dropReason: String

    init(_ accepted: BarrageAccepted, at: Timestamp) {
        time = at.seconds
        sequence = accepted.seq ?? 0
        dropReason = accepted.dropped?.rawValue ?? ""
    }

    enum CodingKeys: String, CodingKey {
        case time = "MsgTime"
        case sequence = "MsgSeq"
        case dropReason = "MsgDropReason"
    }
}

/// Reads JSON that this API carries inside of texts.
enum RESTMessageText {
    /// The fields of a JSON object. A value other than a text is given as its JSON.
    static func fields(_ name: String, _ text: String) throws(Rejection) -> [String: String] {
        if text.isEmpty { return [:] }
        guard let fields = JSONValue.texts(ofObject: text) else {
            throw Rejection(.illegalParameter, "\"\(name)\" is the text of a JSON object.")
        }
        return fields
    }
}

private struct TextMessage: Codable, Sendable {
    let roomID: LiveID
    let sender: UserID
    let text: String
    let extensionInfo: String?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sender = "Sender_Account"
        case text = "TextContent"
        case extensionInfo = "ExtensionInfo"
    }
}

private struct CustomMessage: Codable, Sendable {
    let roomID: LiveID
    let sender: UserID?
    let businessID: String
    let data: String

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sender = "Sender_Account"
        case businessID = "BusinessId"
        case data = "Data"
    }
}

private struct GroupMessage: Codable, Sendable {
    struct Element: Codable, Sendable {
        enum Kind: String, RESTChoice {
            case text = "TIMTextElem"
            case custom = "TIMCustomElem"
        }

        struct Content: Codable, Sendable {
            let text: String?
            let data: String?
            let description: String?

            enum CodingKeys: String, CodingKey {
                case text = "Text"
                case data = "Data"
                case description = "Desc"
            }
        }

        let type: Kind
        let content: Content

        enum CodingKeys: String, CodingKey {
            case type = "MsgType"
            case content = "MsgContent"
        }
    }

    let groupID: LiveID
    let sender: UserID?
    let body: [Element]
    let cloudCustomData: String?
    let forbiddenCallbacks: [String]?

    enum CodingKeys: String, CodingKey {
        case forbiddenCallbacks = "ForbidCallbackControl"
        case groupID = "GroupId"
        case sender = "From_Account"
        case body = "MsgBody"
        case cloudCustomData = "CloudCustomData"
    }
}

extension GroupMessage.Element {
    /// The JSON into which `send_custom_msg` wraps kind and data of a custom message.
    private struct Wrapped: Decodable {
        let businessID: String
        let data: String

        enum CodingKeys: String, CodingKey {
            case businessID = "BusinessId"
            case data = "Data"
        }
    }

    func kind(cloudCustomData: String?, limits: Limits) throws(Rejection) -> Barrage.Kind {
        switch type {
        case .text:
            guard let text = content.text else {
                throw Rejection(.illegalParameter, "\"MsgBody.[0].MsgContent.Text\" is missing.")
            }
            try RESTField.present("MsgBody.[0].MsgContent.Text", text, bytesMax: limits.barrageBytesMax)
            try RESTField.text("CloudCustomData", cloudCustomData, bytesMax: limits.barrageBytesMax)
            return .text(
                text, extensionInfo: try cloudCustomData.map(fields) ?? [:])
        case .custom:
            guard let data = content.data else {
                throw Rejection(.illegalParameter, "\"MsgBody.[0].MsgContent.Data\" is missing.")
            }
            try RESTField.text("MsgBody.[0].MsgContent.Data", data, bytesMax: limits.barrageBytesMax)
            if let wrapped = try? WireJSON.decode(Wrapped.self, from: Data(data.utf8)),
                (1...FieldBounds.businessIDBytesMax).contains(wrapped.businessID.utf8.count)
            {
                return .custom(businessID: wrapped.businessID, data: wrapped.data)
            }
            let name = content.description ?? ""
            try RESTField.text("MsgBody.[0].MsgContent.Desc", name, bytesMax: FieldBounds.businessIDBytesMax)
            return .custom(businessID: name.isEmpty ? type.rawValue : name, data: data)
        }
    }

    private func fields(_ text: String) throws(Rejection) -> [String: String] {
        try RESTMessageText.fields("CloudCustomData", text)
    }
}
