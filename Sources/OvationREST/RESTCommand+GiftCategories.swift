import OvationModel
import OvationNode
import OvationRules

extension RESTCommand {
    /// Commands about the categories of the gift panel, and about the gifts that they show.
    static let giftCategories = [
        addCategory, editCategory, deleteCategory, getCategory, addRelations, deleteRelations, getRelations,
    ]

    private static let addCategory = RESTCommand(
        .liveEngine, "add_gift_category", "Adds a category to the gift panel.", rate: .giftCalls
    ) { (request: RESTGiftCategoryChange, call) in
        _ = try await call.node.editCatalogue(.addCategory(request.categoryID, try request.change()))
        return RESTDone()
    }

    private static let editCategory = RESTCommand(
        .liveEngine, "edit_gift_category", "Changes a category: the fields that are given.", rate: .giftCalls
    ) { (request: RESTGiftCategoryChange, call) in
        _ = try await call.node.editCatalogue(.editCategory(request.categoryID, try request.change()))
        return RESTDone()
    }

    private static let deleteCategory = RESTCommand(
        .liveEngine, "del_gift_category",
        "Removes a category; its gifts stay. One that is not there is removed already.", rate: .giftCalls
    ) { (request: RESTGiftCategoryID, call) in
        _ = try await call.node.editCatalogue(.deleteCategory(request.categoryID))
        return RESTDone()
    }

    private static let getCategory = RESTCommand(
        .liveEngine, "get_gift_category", "A category with its default texts.", effect: .reads, rate: .giftCalls
    ) { (request: RESTGiftCategoryID, call) in
        let section = try call.section(request.categoryID)
        let info = RESTGiftCategoryInfo(section)
        return RESTTopAndResponse(
            top: RESTGiftCategoryTop(category: RESTGiftCategory(section)),
            response: RESTGiftCategoryResponse(category: info, categoryList: [info]))
    }

    private static let addRelations = RESTCommand(
        .liveEngine, "add_gift_category_relations",
        "Shows gifts in a category, behind those that it has. Ids of no gift are answered and left out.",
        rate: .giftCalls
    ) { (request: RESTGiftRelations, call) in
        try RESTField.list("GiftIdList", request.giftIDs, countMax: call.node.limits.giftsMax)
        let outcome = try await call.node.editCatalogue(.place(request.giftIDs, request.categoryID))
        let answer = RESTInvalidGifts(ids: outcome.invalidGiftIDs)
        return RESTTopAndResponse(top: answer, response: answer)
    }

    private static let deleteRelations = RESTCommand(
        .liveEngine, "del_gift_category_relations", "Shows gifts in a category no longer. They stay in the catalogue.",
        rate: .giftCalls
    ) { (request: RESTGiftRelations, call) in
        try RESTField.list("GiftIdList", request.giftIDs, countMax: call.node.limits.giftsMax)
        _ = try await call.node.editCatalogue(.displace(request.giftIDs, request.categoryID))
        return RESTDone()
    }

    private static let getRelations = RESTCommand(
        .liveEngine, "get_gift_category_relations", "The gifts that a category shows, in their order.", effect: .reads,
        rate: .giftCalls
    ) { (request: RESTGiftCategoryID, call) in
        let section = try call.section(request.categoryID)
        let answer = RESTRelationAnswer(
            relation: RESTGiftRelations(
                categoryID: section.categoryID, giftIDs: section.giftIDs.map(\.rawValue)))
        return RESTTopAndResponse(top: answer, response: answer)
    }
}

extension RESTCall {
    /// A category of the catalogue.
    ///
    /// - Throws: `illegalParameter` if there is none with this id.
    func section(_ id: GiftCategoryID) throws(Rejection) -> GiftCatalogue.Section {
        guard let section = node.gifts.catalogue.section(id) else {
            throw Rejection(.illegalParameter, "There is no gift category with the id \"\(id)\".")
        }
        return section
    }
}

// MARK: - Requests

/// The body of a call that only names a category.
struct RESTGiftCategoryID: Codable, Sendable {
    let categoryID: GiftCategoryID

    enum CodingKeys: String, CodingKey { case categoryID = "CategoryId" }
}

// MARK: - Answers

/// A category with its default texts, as the vendor's documents describe it.
struct RESTGiftCategory: Codable, Sendable {
    let categoryID: GiftCategoryID
    let extensionInfo: String
    let name: String
    let desc: String

    typealias CodingKeys = RESTGiftCategoryChange.CodingKeys

    init(_ section: GiftCatalogue.Section) {
        categoryID = section.categoryID
        extensionInfo = ExtensionInfo.text(given: section.extensionText, fields: section.extensionInfo)
        name = section.text.name
        desc = section.text.desc
    }
}

/// The answer to `get_gift_category` at the top level, where the vendor's documents have it.
struct RESTGiftCategoryTop: Codable, Sendable {
    let category: RESTGiftCategory

    enum CodingKeys: String, CodingKey { case category = "GiftCategoryInfo" }
}

/// The answer to `get_gift_category` under `Response`, where the vendor's clients read it.
struct RESTGiftCategoryResponse: Codable, Sendable {
    let category: RESTGiftCategoryInfo
    let categoryList: [RESTGiftCategoryInfo]

    enum CodingKeys: String, CodingKey {
        case category = "Category"
        case categoryList = "CategoryList"
    }
}

/// The answer to `get_gift_category_relations`.
struct RESTRelationAnswer: Codable, Sendable {
    let relation: RESTGiftRelations

    enum CodingKeys: String, CodingKey { case relation = "Relation" }
}

extension RESTGiftCategoryChange {
    func change() throws(Rejection) -> GiftCategoryChange {
        var change = GiftCategoryChange()
        change.name = name
        change.desc = desc
        if let extensionInfo { change.extensionInfo = try ExtensionInfo(field: "ExtensionInfo", text: extensionInfo) }
        return change
    }
}

extension RESTGiftCategoryInfo {
    init(_ section: GiftCatalogue.Section) {
        let category = RESTGiftCategory(section)
        self.init(
            categoryID: category.categoryID, name: category.name, desc: category.desc,
            extensionInfo: category.extensionInfo, giftIDs: section.giftIDs,
            languageList: section.languages.sorted { $0.key < $1.key }.map { language, text in
                RESTGiftCategoryText(name: text.name, desc: text.desc, language: language)
            })
    }
}
