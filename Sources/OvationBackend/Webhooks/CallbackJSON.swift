import Foundation
import OvationModel

/// The body of a callback, put together from its fields. The names are those of the API.
package enum CallbackJSON: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([CallbackJSON])
    case object([String: CallbackJSON])

    /// A whole body: the fields and the command's name, in one order always.
    static func body(_ command: CallbackCommand, _ fields: [String: CallbackJSON]) -> [UInt8] {
        var fields = fields
        fields["CallbackCommand"] = .text(command.rawValue)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(CallbackJSON.object(fields)) else {
            preconditionFailure("texts, numbers, lists and objects can always be encoded")
        }
        return Array(json)
    }

    static func text(_ id: some Identifier) -> CallbackJSON { .text(id.rawValue) }

    static func number(_ number: Int) -> CallbackJSON { .number(Int64(number)) }

    /// `[{"Member_Account": "…"}]`.
    static func members(_ users: [UserID]) -> CallbackJSON {
        .list(users.map { .object(["Member_Account": .text($0)]) })
    }

    /// A list of ids.
    static func ids(_ ids: [UserID]) -> CallbackJSON { .list(ids.map { .text($0) }) }
}

extension CallbackJSON: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let fields): try container.encode(fields)
        }
    }
}
