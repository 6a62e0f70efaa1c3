import Foundation
import OvationModel
import OvationRules
import OvationWire
import Yams

/// A gift catalogue as an operator writes it, in YAML:
///
/// ```yaml
/// gifts:
///   - id: rose
///     name: Rose
///     coins: 1
///     icon: https://example.org/rose.png
///     languages:
///       zh-Hans: 玫瑰
///       fr: {name: Rose, desc: Une fleur}
/// categories:
///   - id: popular
///     name: Popular
///     gifts: [rose]
/// ```
///
/// Everything is checked before anything is asked of the server, so that a mistake in the last line does not leave half of a
/// catalogue behind.
struct GiftFile {
    /// What the file says, as far as it could be read. Times are zero: the server knows when a gift was added.
    private(set) var catalogue = GiftCatalogue()
    /// What is wrong, a sentence each, with the line.
    private(set) var problems: [String] = []

    private static let giftKeys = [
        "id", "name", "desc", "coins", "icon", "animation", "level", "extension", "languages",
    ]
    private static let categoryKeys = ["id", "name", "desc", "extension", "gifts", "languages"]

    /// How many gifts and categories there may be is the server's to say.
    private static let limits: Limits = {
        var limits = Limits()
        limits.giftsMax = .max
        limits.giftCategoriesMax = .max
        limits.giftLanguagesMax = .max
        return limits
    }()

    /// Reads a file.
    init(yaml: String) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: yaml)
        } catch {
            problems.append("It cannot be read as YAML: \(error)")
            return
        }
        guard let root else {
            problems.append("It is empty. It needs \"gifts:\", \"categories:\" or both.")
            return
        }
        let top = mapping(root, "the file", keys: ["gifts", "categories"])
        for node in list(top["gifts"], "gifts") { addGift(node) }
        for node in list(top["categories"], "categories") { addCategory(node) }
    }

    // MARK: Gifts and categories

    private mutating func addGift(_ node: Node) {
        let fields = mapping(node, "a gift", keys: Self.giftKeys)
        guard let text = id(in: fields, of: "A gift", at: node) else { return }
        guard let id = GiftID(text) else { return say("\"\(text)\" is no id of a gift. \(GiftID.rule)", at: node) }
        var change = GiftChange()
        change.name = self.text(fields["name"], "name")
        change.desc = self.text(fields["desc"], "desc") ?? ""
        change.iconURL = self.text(fields["icon"], "icon") ?? ""
        change.resourceURL = self.text(fields["animation"], "animation") ?? ""
        change.level = Int(clamping: number(fields["level"], "level") ?? 0)
        change.extensionInfo = extensionInfo(fields["extension"])
        if let coins = number(fields["coins"], "coins") {
            change.coins = coins < 0 ? nil : Coins(coins)
            if change.coins == nil { say("\"coins\" is 0 to \(Coins.max).", at: fields["coins"] ?? node) }
        } else if fields["coins"] == nil {
            say("The gift \"\(id)\" has no coins: its price.", at: node)
        }
        if fields["name"] == nil { say("The gift \"\(id)\" has no name.", at: node) }
        guard change.name != nil, change.coins != nil else { return }
        if catalogue.item(id) != nil { return say("The gift \"\(id)\" is there twice.", at: node) }
        // Texts of a gift that is refused are refused as well, and say nothing of what is wrong.
        guard apply(.addGift(id, change), at: node) else { return }
        for (language, text, node) in languages(fields["languages"]) {
            apply(.setGiftText(id, language, name: text.name, desc: text.desc), at: node)
        }
    }

    private mutating func addCategory(_ node: Node) {
        let fields = mapping(node, "a category", keys: Self.categoryKeys)
        guard let text = id(in: fields, of: "A category", at: node) else { return }
        guard let id = GiftCategoryID(text) else {
            return say("\"\(text)\" is no id of a category. \(GiftCategoryID.rule)", at: node)
        }
        var change = GiftCategoryChange()
        change.name = self.text(fields["name"], "name")
        change.desc = self.text(fields["desc"], "desc") ?? ""
        change.extensionInfo = extensionInfo(fields["extension"])
        if fields["name"] == nil { say("The category \"\(id)\" has no name.", at: node) }
        guard change.name != nil else { return }
        if catalogue.section(id) != nil { return say("The category \"\(id)\" is there twice.", at: node) }
        guard apply(.addCategory(id, change), at: node) else { return }
        for (language, text, node) in languages(fields["languages"]) {
            apply(.setCategoryText(id, language, name: text.name, desc: text.desc), at: node)
        }
        // A gift may be on the server and not in the file, so its place is noted without a look at the gifts.
        guard var section = catalogue.section(id) else { return }
        for node in list(fields["gifts"], "gifts") {
            guard let text = self.text(node, "a gift of \"\(id)\"") else { continue }
            guard let gift = GiftID(text) else {
                say("\"\(text)\" is no id of a gift. \(GiftID.rule)", at: node)
                continue
            }
            if section.giftIDs.contains(gift) {
                say("The category \"\(id)\" has the gift \"\(gift)\" twice.", at: node)
            } else {
                section.giftIDs.append(gift)
            }
        }
        catalogue.apply(.putCategory(section))
    }

    /// Applies a command by the server's own rules. Answers whether they let it through.
    @discardableResult
    private mutating func apply(_ command: CatalogueCommand, at node: Node) -> Bool {
        do {
            _ = try catalogue.handle(command, limits: Self.limits, at: Timestamp(milliseconds: 0))
            return true
        } catch {
            say(error.message, at: node)
            return false
        }
    }

    // MARK: Values

    private mutating func languages(_ node: Node?) -> [(GiftLanguage, GiftText, Node)] {
        guard let node else { return [] }
        guard case .mapping(let pairs) = node else {
            say("\"languages\" has a text for each language, for instance zh-Hans: 玫瑰.", at: node)
            return []
        }
        var seen: Set<GiftLanguage> = []
        return pairs.compactMap { key, value in
            guard let name = key.scalar?.string, GiftLanguage.isValid(name) else {
                say("\"\(key.scalar?.string ?? "?")\" is no language. \(GiftLanguage.rule)", at: key)
                return nil
            }
            let language = GiftLanguage(name)
            guard seen.insert(language).inserted else {
                say("The language \(language) is there twice.", at: key)
                return nil
            }
            if let text = value.scalar?.string { return (language, GiftText(name: text), key) }
            let fields = mapping(value, "a language", keys: ["name", "desc"])
            guard let text = self.text(fields["name"], "name") else {
                say("The language \(language) has no name.", at: key)
                return nil
            }
            return (language, GiftText(name: text, desc: self.text(fields["desc"], "desc") ?? ""), key)
        }
    }

    /// The app's own fields: texts by name, or the text of a JSON object.
    private mutating func extensionInfo(_ node: Node?) -> ExtensionInfo {
        let none = ExtensionInfo(text: "", fields: [:])
        switch node {
        case nil: return none
        case .scalar(let scalar):
            let text = scalar.string
            guard text.isEmpty || (try? WireJSON.decode(AnyObject.self, from: Data(text.utf8))) != nil else {
                say("\"extension\" is the text of a JSON object, or fields with texts.", at: .scalar(scalar))
                return none
            }
            return ExtensionInfo(text: text, fields: [:])
        case .mapping(let pairs):
            var fields: [String: String] = [:]
            for (key, value) in pairs {
                guard let name = key.scalar?.string, let text = self.text(value, "a field of \"extension\"") else {
                    continue
                }
                fields[name] = text
            }
            return ExtensionInfo(text: String(decoding: WireJSON.bytes(fields), as: UTF8.self), fields: [:])
        case .some(let other):
            say("\"extension\" is the text of a JSON object, or fields with texts.", at: other)
            return none
        }
    }

    /// Any object of JSON, whatever is in it.
    private struct AnyObject: Decodable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }

    /// The id among some fields; nil, and said, where there is none.
    private mutating func id(in fields: [String: Node], of what: String, at node: Node) -> String? {
        // Of what has no fields at all it was said already.
        guard fields["id"] != nil || node.mapping == nil else {
            say("\(what) has no id.", at: node)
            return nil
        }
        return text(fields["id"], "id")
    }

    private mutating func mapping(_ node: Node, _ what: String, keys: [String]) -> [String: Node] {
        guard case .mapping(let pairs) = node else {
            say("Here should be the fields of \(what): \(keys.joined(separator: ", ")).", at: node)
            return [:]
        }
        var fields: [String: Node] = [:]
        for (key, value) in pairs {
            let name = key.scalar?.string ?? "?"
            guard keys.contains(name) else {
                let nearest = NearestName.of(name, among: keys).map { " Did you mean \"\($0)\"?" } ?? ""
                say("There is no field \"\(name)\" in \(what).\(nearest)", at: key)
                continue
            }
            // A key with nothing behind it is as good as left out.
            if let scalar = value.scalar, scalar.style == .plain, ["", "~", "null"].contains(scalar.string) {
                continue
            }
            fields[name] = value
        }
        return fields
    }

    private mutating func list(_ node: Node?, _ name: String) -> [Node] {
        guard let node else { return [] }
        guard case .sequence(let nodes) = node else {
            say("\"\(name)\" is a list.", at: node)
            return []
        }
        return Array(nodes)
    }

    private mutating func text(_ node: Node?, _ name: String) -> String? {
        guard let node else { return nil }
        guard let text = node.scalar?.string else {
            say("\"\(name)\" is a text.", at: node)
            return nil
        }
        return text
    }

    private mutating func number(_ node: Node?, _ name: String) -> Int64? {
        guard let node else { return nil }
        guard let text = node.scalar?.string, let number = Int64(text) else {
            say("\"\(name)\" is a whole number.", at: node)
            return nil
        }
        return number
    }

    private mutating func say(_ problem: String, at node: Node) {
        problems.append(node.mark.map { "line \($0.line): \(problem)" } ?? problem)
    }
}
