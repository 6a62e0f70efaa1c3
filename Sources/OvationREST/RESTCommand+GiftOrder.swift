import OvationModel
import OvationNode
import OvationRules

extension RESTCommand {
    /// Commands that set the order in which the gift panel shows gifts and categories. The vendor's API has none of them.
    static let giftOrder = [orderGifts, orderCategories]

    private static let orderGifts = RESTCommand(
        .gifts, "order_gifts",
        "Sets the order of the gifts of a category, or of the whole catalogue. The list names each of them once.",
        rate: .giftCalls
    ) { (request: RESTGiftOrder, call) in
        try RESTField.list("GiftIdList", request.giftIDs, countMax: call.node.limits.giftsMax)
        let command: CatalogueCommand =
            if let category = request.categoryID { .orderPlaced(request.giftIDs, category) } else {
                .orderGifts(request.giftIDs)
            }
        _ = try await call.node.editCatalogue(command)
        return RESTDone()
    }

    private static let orderCategories = RESTCommand(
        .gifts, "order_gift_categories", "Sets the order of the categories. The list names each of them once.",
        rate: .giftCalls
    ) { (request: RESTCategoryOrder, call) in
        try RESTField.list("CategoryIdList", request.categoryIDs, countMax: call.node.limits.giftCategoriesMax)
        _ = try await call.node.editCatalogue(.orderCategories(request.categoryIDs))
        return RESTDone()
    }
}

/// The body of `order_gifts`.
private struct RESTGiftOrder: Codable, Sendable {
    let giftIDs: [GiftID]
    /// The category whose gifts are ordered; nil for the whole catalogue.
    let categoryID: GiftCategoryID?

    enum CodingKeys: String, CodingKey {
        case giftIDs = "GiftIdList"
        case categoryID = "CategoryId"
    }
}

/// The body of `order_gift_categories`.
private struct RESTCategoryOrder: Codable, Sendable {
    let categoryIDs: [GiftCategoryID]

    enum CodingKeys: String, CodingKey { case categoryIDs = "CategoryIdList" }
}
