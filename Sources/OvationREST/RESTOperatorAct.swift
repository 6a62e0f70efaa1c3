import Foundation
import OvationBackend
import OvationModel
import OvationStorage
import OvationWire

/// Makes lines of the log of operators of calls.
///
/// A line has what a call was about, by a list of fields that may be kept. A field that is not on it is named without its value, so that a
/// new field, which may be a secret, is not kept until somebody has thought of it.
enum RESTOperatorAct {
    /// Commands that carry what users do, thousands of times a day, rather than what an operator decides. Messages, gifts and accounts are
    /// kept where they belong.
    private static let traffic: Set<String> = [
        "account_import", "multiaccount_import", "portrait_set", "send_custom_msg", "send_gift", "send_group_msg",
        "send_pubsub_msg", "send_text_msg",
    ]

    /// What a line may say of a call. No text of a user's message, no address with what may be a password, no token, no key, no signature.
    private static let kept: Set<String> = [
        "Admin_Account", "CallbackCommandList", "Category", "CategoryDesc", "CategoryId", "CategoryName", "Coins",
        "Count", "DefaultDesc", "DefaultName", "Desc", "Duration", "ForbidAudio", "ForbidTaken", "ForbidVideo", "From",
        "From_Account", "GiftId", "GiftIdList", "Identifier", "Index", "IsCharged", "IsTokenEnable", "KnownOnly",
        "Language", "Level", "MaxMemberCount", "MemberList_Account", "Member_Account", "MuteTime", "Name", "Note",
        "NumberList", "OpType", "Operator_Account", "OrderId", "OverlapSeconds", "Owner_Account", "Policy", "Reason",
        "Reference", "RobotList_Account", "RoomId", "RoomInfo", "RoomName", "RoomType", "SeatIndex", "Seconds", "Text",
        "To", "ToIndex", "To_Account", "User_Account", "WordList", "Action", "WholeWord", "Notice", "IsMessageDisabled",
        "IsLikeEnabled", "IsPublicVisible", "Keys",
    ]

    /// Fields that name what a call is about, the narrowest first.
    private static let objects = [
        "GiftId", "CategoryId", "User_Account", "OrderId", "From_Account", "RoomId", "From", "Operator_Account",
        "Identifier",
    ]

    /// Bytes of a line's details at most.
    static let detailsBytesMax = 2_000
    /// Characters of a text in them.
    private static let charactersMax = 100
    /// Entries of a list in them.
    private static let entriesMax = 20
    /// What stands for a value that is not kept.
    private static let withheld = RESTValue.text("…")

    /// The line of a call; nil if it has none: it read, it is traffic, or it was refused and so changed nothing.
    ///
    /// - Parameter code: Why it was not done; nil if it was. After a failure of the server's own, nobody knows whether it was.
    static func act(
        of command: RESTCommand, _ body: Data, _ call: RESTCall, way: OperatorAct.Way, code: ErrorCode?
    ) -> OperatorAct? {
        guard command.effect == .changes, !traffic.contains(command.name) else { return nil }
        if let code, ![.storageUnavailable, .internalError, .serverShuttingDown].contains(code) { return nil }
        let fields = (try? WireJSON.decode([String: RESTValue].self, from: body)) ?? [:]
        return OperatorAct(
            at: call.at, by: call.administrator.rawValue, way: way, address: call.rooms.client.address,
            command: "\(command.service.rawValue)/\(command.name)", object: object(in: fields),
            details: details(of: fields), code: code?.rawValue ?? 0, requestID: call.requestID)
    }

    /// What a call is about: the value of the first field that names something.
    static func object(in fields: [String: RESTValue]) -> String {
        for name in objects {
            if case .text(let text)? = fields[name] { return String(text.prefix(charactersMax)) }
        }
        if case .object(let room)? = fields["RoomInfo"] { return object(in: room) }
        return ""
    }

    /// The fields that may be kept, as a JSON object of bounded size.
    static func details(of fields: [String: RESTValue]) -> String {
        var result: [String: RESTValue] = [:]
        var room = detailsBytesMax - 20
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            let entry = [String(name.prefix(charactersMax)): kept.contains(name) ? shown(value) : withheld]
            room -= WireJSON.bytes(entry).count
            guard room > 0 else {
                result["…"] = withheld
                break
            }
            result.merge(entry) { $1 }
        }
        return String(decoding: WireJSON.bytes(result), as: UTF8.self)
    }

    private static func shown(_ value: RESTValue) -> RESTValue {
        switch value {
        case .text(let text):
            return text.count > charactersMax ? .text(text.prefix(charactersMax) + "…") : value
        case .list(let list):
            return .list(list.prefix(entriesMax).map(shown) + (list.count > entriesMax ? [withheld] : []))
        case .object(let fields):
            let pairs = fields.sorted { $0.key < $1.key }.prefix(entriesMax)
            return .object(
                Dictionary(pairs.map { ($0.key, kept.contains($0.key) ? shown($0.value) : withheld) }) { first, _ in
                    first
                })
        case .null, .truth, .whole, .number: return value
        }
    }
}

extension OperatorAct {
    /// The write that keeps the line within the limits.
    func write(_ limits: Limits) -> StorageWrite {
        let days = Int64(limits.operatorLogDays)
        let oldest = days > 0 ? at.adding(seconds: -min(days, 1_000_000) * 86_400) : nil
        return .operatorAct(self, keptMax: limits.operatorLogMax, forgettingBefore: oldest)
    }
}
