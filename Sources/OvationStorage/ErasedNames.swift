import Foundation
package import OvationModel

/// Takes a user out of stored JSON: the id becomes the alias, names and pictures go, and so do the texts that the user wrote or that others
/// wrote about them.
///
/// It goes by the shape of the JSON and not by the kind of a row: whatever names a user does it in the same few ways. So an event that a
/// later version adds is covered too.
package struct ErasedNames {
    private let user: String
    private let alias: String

    /// Takes out a user.
    package init(_ user: UserID, alias: UserID) {
        self.user = user.rawValue
        self.alias = alias.rawValue
    }

    /// The bytes that every JSON has in it which names the user. An id needs no escapes.
    package var mark: [UInt8] { Array("\"\(user)\"".utf8) }

    /// Rewrites stored JSON.
    ///
    /// - Parameter isOwners: True if the user wrote it, whether it says so or not.
    /// - Throws: ``StorageError`` if it cannot be read.
    package func rewritten(_ json: String, isOwners: Bool = false, in column: String) throws -> String {
        let tree = try StoredJSON.value(JSONTree.self, json, in: column)
        var changed = rewritten(tree)
        if isOwners { changed = Self.withoutTextsOfLive(changed) }
        return try StoredJSON.text(changed)
    }

    /// Rewrites ids with commas between, as orders keep their receivers.
    package func rewritten(list: String) -> String {
        list.split(separator: ",", omittingEmptySubsequences: false).map { $0 == user ? alias : String($0) }
            .joined(separator: ",")
    }

    private func rewritten(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .text(let text): return .text(text == user ? alias : text)
        case .list(let list): return .list(list.map(rewritten))
        case .object(let fields): return .object(rewritten(fields))
        case .null, .truth, .whole, .number: return tree
        }
    }

    private func rewritten(_ fields: [String: JSONTree]) -> [String: JSONTree] {
        var result = Dictionary(
            fields.map { ($0.key == user ? alias : $0.key, rewritten($0.value)) },
            uniquingKeysWith: { first, _ in first })
        if case .text(user)? = fields["userID"] {
            result.replace("userName", by: .text(alias))
            result.blank(["avatarURL"])
        }
        if fields["sender"].map(isUser) == true { result.blank(Self.textsOfMessage) }
        if fields["liveOwner"].map(isUser) == true { result.blank(Self.textsOfLive) }
        if fields.values.contains(where: isUser) {
            result.blank(["extraInfo"])
            // Elsewhere the field has a word of the protocol's, and readers refuse another one.
            if fields["user"] != nil || fields["sender"] != nil { result.blank(["reason"]) }
        }
        return result
    }

    private func isUser(_ tree: JSONTree) -> Bool {
        switch tree {
        case .text(user): true
        case .object(let fields): fields["userID"] == .text(user)
        default: false
        }
    }

    private static let textsOfMessage = ["text", "data", "extensionInfo"]
    private static let textsOfLive = [
        "liveName", "notice", "coverURL", "backgroundURL", "metaData", "customInfo", "message",
    ]

    private static func withoutTextsOfLive(_ tree: JSONTree) -> JSONTree {
        guard case .object(var fields) = tree else { return tree }
        fields.blank(textsOfLive)
        // An event of changed settings has them one level below.
        if case .object(var changes)? = fields["changes"] {
            changes.blank(textsOfLive)
            fields["changes"] = .object(changes)
        }
        return .object(fields)
    }
}

/// Any JSON value, in the storage.
private enum JSONTree: Codable, Equatable {
    case null
    case truth(Bool)
    case whole(Int64)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let whole = try? container.decode(Int64.self) {
            self = .whole(whole)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

extension [String: JSONTree] {
    /// Sets a field that is there.
    fileprivate mutating func replace(_ name: String, by value: JSONTree) {
        if self[name] != nil { self[name] = value }
    }

    /// Empties texts and objects that are there. The field stays, because readers of the row need it.
    fileprivate mutating func blank(_ names: [String]) {
        for name in names {
            switch self[name] {
            case .text?: self[name] = .text("")
            case .object?: self[name] = .object([:])
            case .list?: self[name] = .list([])
            default: break
            }
        }
    }
}
