import Foundation
import OvationJSON
package import OvationModel

/// Takes a user out of stored JSON: the id becomes the alias, names and pictures go, and so do the texts that the user wrote or that others
/// wrote about them.
///
/// It goes by the names of fields and not by the kind of a row: a text is a user's id only in a field that holds users. Anything else may
/// be the same text by chance, such as the id of a live, a word of the protocol or a name of a field.
package struct ErasedNames {
    private let user: String
    private let alias: String

    /// Takes out a user.
    ///
    /// - Parameter alias: What stands in place of the id. Without one it only finds the user.
    package init(_ user: UserID, alias: UserID? = nil) {
        self.user = user.rawValue
        self.alias = (alias ?? user).rawValue
    }

    /// The bytes that every JSON has in it which names the user. An id needs no escapes. Others may have them too: see ``names(_:in:)``.
    package var mark: [UInt8] { Array("\"\(user)\"".utf8) }

    /// Whether stored JSON names the user.
    ///
    /// - Throws: ``StorageError`` if it cannot be read.
    package func names(_ json: String, in column: String) throws -> Bool {
        names(try StoredJSON.value(JSONValue.self, json, in: column), isOfUsers: false)
    }

    /// Rewrites stored JSON. It is the same, byte for byte, where nothing of the user is in it.
    ///
    /// - Parameter isOwners: True if the user wrote it, whether it says so or not.
    /// - Throws: ``StorageError`` if it cannot be read.
    package func rewritten(_ json: String, isOwners: Bool = false, in column: String) throws -> String {
        let tree = try StoredJSON.value(JSONValue.self, json, in: column)
        var changed = rewritten(tree, isOfUsers: false)
        if isOwners { changed = Self.withoutTextsOfLive(changed) }
        return changed == tree ? json : try StoredJSON.text(changed)
    }

    /// Rewrites ids with commas between, as orders keep their receivers.
    package func rewritten(list: String) -> String {
        list.split(separator: ",", omittingEmptySubsequences: false).map { $0 == user ? alias : String($0) }
            .joined(separator: ",")
    }

    private func names(_ tree: JSONValue, isOfUsers: Bool) -> Bool {
        switch tree {
        case .text(let text): isOfUsers && text == user
        case .list(let list): list.contains { names($0, isOfUsers: isOfUsers) }
        case .object(let fields):
            fields.contains { name, value in
                !Self.mapsOfApp.contains(name) && names(value, isOfUsers: Self.fieldsOfUsers.contains(name))
            }
        case .null, .truth, .whole, .number: false
        }
    }

    private func rewritten(_ tree: JSONValue, isOfUsers: Bool) -> JSONValue {
        switch tree {
        case .text(let text): .text(isOfUsers && text == user ? alias : text)
        case .list(let list): .list(list.map { rewritten($0, isOfUsers: isOfUsers) })
        case .object(let fields): .object(rewritten(fields))
        case .null, .truth, .whole, .number: tree
        }
    }

    private func rewritten(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        var result = fields
        for (name, value) in fields where !Self.mapsOfApp.contains(name) {
            result[name] = rewritten(value, isOfUsers: Self.fieldsOfUsers.contains(name))
        }
        if case .text(user)? = fields["userID"] {
            result.replace("userName", by: .text(alias))
            result.blank(["avatarURL"])
        }
        if isUser("sender", of: fields) { result.blank(Self.textsOfMessage) }
        if isUser("liveOwner", of: fields) || isUser("owner", of: fields) { result.blank(Self.textsOfLive) }
        if fields.keys.contains(where: { isUser($0, of: fields) }) {
            result.blank(["extraInfo"])
            // Elsewhere the field has a word of the protocol's, and readers refuse another one.
            if fields["user"] != nil || fields["sender"] != nil { result.blank(["reason"]) }
        }
        return result
    }

    /// Whether a field holds the user: the id, or an object with it.
    private func isUser(_ name: String, of fields: [String: JSONValue]) -> Bool {
        switch fields[name] {
        case .text(user)?: Self.fieldsOfUsers.contains(name)
        case .object(let value)?: !Self.mapsOfApp.contains(name) && value["userID"] == .text(user)
        default: false
        }
    }

    /// Fields whose texts are ids of users, alone or in a list: those of events, orders and recordings, then those of callbacks. No stored
    /// JSON has ids of users as names of fields.
    private static let fieldsOfUsers: Set<String> = [
        "userID", "user", "users", "sender", "by", "from", "to", "receivers", "sendOnly", "owner", "liveOwner", "guest",
        "inviter", "inviterID", "invitee", "Operator_Account", "From_Account", "To_Account", "Member_Account",
        "Admin_Account", "Owner_Account", "SendOnly_Account",
    ]
    /// Fields with names and texts of the app's own, whatever they mean. They go as a whole where the user wrote them, or stay.
    private static let mapsOfApp: Set<String> = ["extensionInfo", "metaData", "customInfo"]
    private static let textsOfMessage = ["text", "data", "extensionInfo"]
    private static let textsOfLive = [
        "liveName", "notice", "coverURL", "backgroundURL", "metaData", "customInfo", "message",
    ]

    private static func withoutTextsOfLive(_ tree: JSONValue) -> JSONValue {
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

extension [String: JSONValue] {
    /// Sets a field that is there.
    fileprivate mutating func replace(_ name: String, by value: JSONValue) {
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
