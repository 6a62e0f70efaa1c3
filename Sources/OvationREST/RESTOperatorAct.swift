import Foundation
import OvationBackend
import OvationJSON
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

    /// Commands that read, and have a line all the same with their first page: what they hand out is somebody's.
    private static let disclosing: Set<String> = ["export_user"]

    /// What a line may say of a call. No text of a user's message, no address with what may be a password, no token, no key, no signature.
    private static let kept: Set<String> = [
        "Admin_Account", "BattleId", "CallbackCommandList", "Category", "CategoryDesc", "CategoryId", "CategoryIdList",
        "CategoryName",
        "Coins",
        "Count", "DefaultDesc", "DefaultName", "Desc", "Duration", "FileKind",
        "ForbidAudio", "ForbidTaken", "ForbidVideo", "From",
        "FromRoomId", "From_Account", "GiftId", "GiftIdList", "Identifier", "Index", "IsCharged", "IsPinned",
        "IsTokenEnable", "KnownOnly",
        "Language", "Level", "MaxMemberCount", "MemberList_Account", "Member_Account", "MsgSeq", "MuteTime", "Name",
        "Note",
        "NumberList", "OpType", "Operator_Account", "OrderId", "OverlapSeconds", "Owner_Account", "Policy", "Reason",
        "Reference", "RobotList_Account", "RoomId", "RoomInfo", "RoomName", "RoomType", "Score", "ScoreList",
        "SeatIndex", "Seconds",
        "Text", "To", "ToIndex", "ToRoomIdList", "To_Account", "User_Account", "WordList", "Action", "WholeWord",
        "Notice", "IsMessageDisabled",
        "IsLikeEnabled", "IsPublicVisible", "Keys", "RecordingId", "IsKept", "GivesUpCoins",
    ]

    /// Fields that name what a call is about, the narrowest first.
    private static let objects = [
        "RecordingId", "GiftId", "CategoryId", "User_Account", "OrderId", "From_Account", "RoomId", "FromRoomId",
        "BattleId", "From", "Operator_Account", "Identifier",
    ]

    /// Bytes of a line's details at most.
    static let detailsBytesMax = 2_000
    /// Characters of a text in them.
    private static let charactersMax = 100
    /// Entries of a list in them.
    private static let entriesMax = 20
    /// What stands for a value that is not kept.
    private static let withheld = JSONValue.text("…")

    /// The line of a call; nil if it has none: it read, it is traffic, or it was refused and so changed nothing.
    ///
    /// - Parameter code: Why it was not done; nil if it was. After a failure of the server's own, nobody knows whether it was.
    static func act(
        of command: RESTCommand, _ body: Data, _ call: RESTCall, way: OperatorAct.Way, code: ErrorCode?
    ) -> OperatorAct? {
        guard !traffic.contains(command.name) else { return nil }
        if let code, ![.storageUnavailable, .internalError, .serverShuttingDown].contains(code) { return nil }
        let fields = fields(of: command, body)
        guard command.effect == .changes || isDisclosure(command, fields) else { return nil }
        return OperatorAct(
            at: call.at, by: call.administrator.rawValue, way: way, address: call.rooms.client.address,
            command: "\(command.service.rawValue)/\(command.name)", object: object(in: fields),
            details: details(of: fields), code: code?.rawValue ?? 0, requestID: call.requestID)
    }

    private static func isDisclosure(_ command: RESTCommand, _ fields: [String: JSONValue]) -> Bool {
        guard disclosing.contains(command.name) else { return false }
        if case .text(let next)? = fields["Next"] { return next.isEmpty }
        return true
    }

    /// The fields of a call that its command reads. What it does not read says nothing of what was done.
    static func fields(of command: RESTCommand, _ body: Data) -> [String: JSONValue] {
        let read = (try? WireJSON.decode([String: Readable].self, from: body)) ?? [:]
        let fields = read.mapValues { $0.value ?? withheld }
        guard case .object(let known)? = try? SchemaReader.schema(of: command.requestType) else { return fields }
        let names = Set(known.map(\.name))
        return fields.filter { names.contains($0.key) }
    }

    /// A field that cannot be read hides no other.
    private struct Readable: Decodable {
        let value: JSONValue?

        init(from decoder: any Decoder) { value = try? JSONValue(from: decoder) }
    }

    /// What a call is about: the value of the first field that names something, of bounded size.
    static func object(in fields: [String: JSONValue]) -> String {
        for name in objects {
            if case .text(let text)? = fields[name] { return cut(text) }
        }
        if case .object(let room)? = fields["RoomInfo"], case .text(let id)? = room["RoomId"] { return cut(id) }
        return ""
    }

    /// A text of at most as many bytes as can be looked for. One character of a stranger's may have kilobytes.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > RESTBounds.objectBytesMax else { return text }
        // A scalar that is cut becomes one replacement character of three bytes.
        return String(decoding: text.utf8.prefix(RESTBounds.objectBytesMax - 3), as: UTF8.self)
    }

    /// The fields that may be kept, as a JSON object of bounded size.
    static func details(of fields: [String: JSONValue]) -> String {
        var result: [String: JSONValue] = [:]
        var room = detailsBytesMax - 20
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            let entry = [String(name.prefix(charactersMax)): kept.contains(name) ? shown(value) : withheld]
            let byteCount = WireJSON.bytes(entry).count
            // One that is too long takes no other with it.
            guard byteCount < room else {
                result["…"] = withheld
                continue
            }
            room -= byteCount
            result.merge(entry) { $1 }
        }
        return String(decoding: WireJSON.bytes(result), as: UTF8.self)
    }

    private static func shown(_ value: JSONValue) -> JSONValue {
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
