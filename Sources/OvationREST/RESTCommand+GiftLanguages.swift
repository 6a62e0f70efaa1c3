import OvationModel
import OvationNode
import OvationRules

extension RESTCommand {
    /// Commands about the names and descriptions of gifts and categories in further languages.
    static let giftLanguages = [
        setGiftLanguage, getGiftLanguage, deleteGiftLanguage, setCategoryLanguage, getCategoryLanguage,
        deleteCategoryLanguage,
    ]

    private static let setGiftLanguage = RESTCommand(
        .liveEngine, "set_gift_language", "Sets texts of a gift in a language; what is left out stays as it is.",
        rate: .giftCalls
    ) { (request: RESTGiftLanguage, call) in
        _ = try await call.node.editCatalogue(
            .setGiftText(
                request.giftID, try GiftLanguage(field: "Language", request.language), name: request.name,
                desc: request.desc))
        return RESTDone()
    }

    private static let getGiftLanguage = RESTCommand(
        .liveEngine, "get_gift_language", "The texts of a gift as a client of the language sees them.", effect: .reads,
        rate: .giftCalls
    ) { (request: RESTGiftLanguage, call) in
        let language = try GiftLanguage(field: "Language", request.language)
        guard let item = call.node.gifts.catalogue.item(request.giftID) else {
            throw Rejection(.giftNotFound, "There is no gift with the id \"\(request.giftID)\".")
        }
        let text = language.match(in: item.languages)?.filled(from: item.text) ?? item.text
        let shown = RESTGiftText(name: text.name, desc: text.desc, language: nil)
        return RESTTopAndResponse(
            top: RESTGiftTextTop(giftInfo: shown), response: RESTLanguageResponse(language: shown))
    }

    private static let deleteGiftLanguage = RESTCommand(
        .liveEngine, "del_gift_language", "Removes the texts of a gift in a language, where there are any.",
        rate: .giftCalls
    ) { (request: RESTGiftLanguage, call) in
        _ = try await call.node.editCatalogue(
            .deleteGiftText(request.giftID, try GiftLanguage(field: "Language", request.language)))
        return RESTDone()
    }

    private static let setCategoryLanguage = RESTCommand(
        .liveEngine, "set_gift_category_language",
        "Sets texts of a category in a language; what is left out stays as it is.", rate: .giftCalls
    ) { (request: RESTGiftCategoryLanguage, call) in
        _ = try await call.node.editCatalogue(
            .setCategoryText(
                request.categoryID, try GiftLanguage(field: "Language", request.language), name: request.name,
                desc: request.desc))
        return RESTDone()
    }

    private static let getCategoryLanguage = RESTCommand(
        .liveEngine, "get_gift_category_language", "The texts of a category as a client of the language sees them.",
        effect: .reads, rate: .giftCalls
    ) { (request: RESTGiftCategoryLanguage, call) in
        let language = try GiftLanguage(field: "Language", request.language)
        let section = try call.section(request.categoryID)
        let text = language.match(in: section.languages)?.filled(from: section.text) ?? section.text
        let shown = RESTGiftCategoryText(name: text.name, desc: text.desc, language: nil)
        return RESTTopAndResponse(
            top: RESTCategoryTextTop(categoryInfo: shown), response: RESTLanguageResponse(language: shown))
    }

    private static let deleteCategoryLanguage = RESTCommand(
        .liveEngine, "del_gift_category_language",
        "Removes the texts of a category in a language, where there are any.",
        rate: .giftCalls
    ) { (request: RESTGiftCategoryLanguage, call) in
        _ = try await call.node.editCatalogue(
            .deleteCategoryText(request.categoryID, try GiftLanguage(field: "Language", request.language)))
        return RESTDone()
    }
}

extension GiftLanguage {
    /// Reads the language that a call names.
    ///
    /// - Throws: `illegalParameter`, which names the field.
    init(field: String, _ text: String) throws(Rejection) {
        guard Self.isValid(text) else { throw Rejection(.illegalParameter, "\"\(field)\" is not valid. \(Self.rule)") }
        self.init(text)
    }
}

/// The answer to `get_gift_language` at the top level, where the vendor's documents have it.
struct RESTGiftTextTop: Codable, Sendable {
    let giftInfo: RESTGiftText

    enum CodingKeys: String, CodingKey { case giftInfo = "GiftInfo" }
}

/// The answer to `get_gift_category_language` at the top level, where the vendor's documents have it.
struct RESTCategoryTextTop: Codable, Sendable {
    let categoryInfo: RESTGiftCategoryText

    enum CodingKeys: String, CodingKey { case categoryInfo = "CategoryInfo" }
}

/// The same texts under `Response`, where the vendor's clients read them.
struct RESTLanguageResponse<Text: Codable & Sendable>: Codable, Sendable {
    let language: Text

    enum CodingKeys: String, CodingKey { case language = "Language" }
}
