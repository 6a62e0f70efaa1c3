import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension RESTCommand {
    /// Commands about the gifts of the catalogue, and the count of gifts that were sent.
    static let gifts = [addGift, editGift, deleteGift, getGift, getGiftInfoList, getGiftCount]

    private static let addGift = RESTCommand(
        .liveEngine, "add_gift", "Adds a gift to the catalogue. Every connected client is told.", rate: .giftCalls
    ) { (request: RESTGiftChange, call) in
        _ = try await call.node.editCatalogue(.addGift(request.giftID, try request.change()))
        return RESTDone()
    }

    private static let editGift = RESTCommand(
        .liveEngine, "edit_gift",
        "Changes a gift: the fields that are given. Orders that were accepted before keep their price.",
        rate: .giftCalls
    ) { (request: RESTGiftChange, call) in
        let change = try request.change()
        _ = try await call.node.editCatalogue(.editGift(request.giftID, change)) { catalogue in
            // A gift that is gone is told as such by the rules.
            guard let wanted = request.revision, let item = catalogue.item(request.giftID) else { return }
            guard RESTGift.revision(of: item) == wanted else {
                throw Rejection(
                    .changedMeanwhile,
                    "The gift \"\(request.giftID)\" was changed since it was read. Read it again, and decide what holds."
                )
            }
        }
        return RESTDone()
    }

    private static let deleteGift = RESTCommand(
        .liveEngine, "del_gift", "Removes a gift, from its categories too. One that is not there is removed already.",
        rate: .giftCalls
    ) { (request: RESTGiftID, call) in
        _ = try await call.node.editCatalogue(.deleteGift(request.giftID))
        return RESTDone()
    }

    private static let getGift = RESTCommand(
        .liveEngine, "get_gift", "A gift with its default texts.", effect: .reads, rate: .giftCalls
    ) { (request: RESTGiftID, call) in
        guard let item = call.node.gifts.catalogue.item(request.giftID) else {
            throw Rejection(.giftNotFound, "There is no gift with the id \"\(request.giftID)\".")
        }
        let answer = RESTGiftAnswer(giftInfo: RESTGift(item))
        return RESTTopAndResponse(top: answer, response: answer)
    }

    private static let getGiftInfoList = RESTCommand(
        .liveEngine, "get_gift_info_list", "The whole catalogue: gifts and categories with all their languages.",
        effect: .reads, rate: .giftCalls
    ) { (_: RESTNothing, call) in
        let catalogue = call.node.gifts.catalogue
        return RESTResponse(
            RESTGiftInfoList(
                totalCount: catalogue.items.count, giftList: catalogue.items.map(RESTGiftInfo.init),
                categoryList: catalogue.sections.map(RESTGiftCategoryInfo.init)))
    }

    private static let getGiftCount = RESTCommand(
        .liveEngine, "get_gift_count",
        "The gifts sent in a live since it began: of everybody or of one, ever or in a time.",
        effect: .reads
    ) { (request: RESTGiftCount, call) in
        guard let record = try await call.node.services.storage.lastRoom(request.roomID) else {
            throw Rejection(.roomNotFound)
        }
        let (storage, session, times) = (call.node.services.storage, record.info.sessionID, try request.times())
        let counters = try await storage.giftCounters(of: session, from: request.sender, in: times)
        let isWhole = request.sender == nil && times == nil
        let earnings = isWhole ? try await storage.hostEarnings(of: request.roomID, in: session) : nil
        return RESTResponse(
            RESTGiftCounters(
                totalCount: counters.totalGiftsSent, totalCoins: counters.totalGiftCoins,
                giftSenderCount: counters.totalUniqueGiftSenders, hostCoins: earnings?.coins))
    }
}

extension RESTRate {
    /// The rate of each command of the gift catalogue.
    static let giftCalls = RESTRate(limit: \.giftCallsPerSecond, code: .tooFrequent)
}

// MARK: - Requests

/// The body of a call that only names a gift.
struct RESTGiftID: Codable, Sendable {
    let giftID: GiftID

    enum CodingKeys: String, CodingKey { case giftID = "GiftId" }
}

/// The body of `get_gift_count`.
struct RESTGiftCount: Codable, Sendable {
    let roomID: LiveID
    let sender: UserID?
    let startTime: Int64?
    let endTime: Int64?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sender = "From_Account"
        case startTime = "StartTime"
        case endTime = "EndTime"
    }

    /// The time that the call names; nil if it names none.
    func times() throws(Rejection) -> ClosedRange<Timestamp>? {
        try RESTTimes(start: startTime, end: endTime).range()
    }
}

// MARK: - Answers

/// A gift with its default texts.
struct RESTGift: Codable, Hashable, Sendable {
    let giftID: GiftID
    let iconURL: String
    let resourceURL: String
    let coins: Coins
    let level: Int
    let extensionInfo: String
    let name: String
    let desc: String
    let revision: String

    typealias CodingKeys = RESTGiftChange.CodingKeys

    init(_ item: GiftCatalogue.Item) {
        giftID = item.gift.giftID
        iconURL = item.gift.iconURL
        resourceURL = item.gift.resourceURL
        coins = item.gift.coins
        level = item.gift.level
        extensionInfo = ExtensionInfo.text(given: item.extensionText, fields: item.gift.extensionInfo)
        name = item.gift.name
        desc = item.gift.desc
        revision = Self.revision(of: item)
    }

    /// Sixteen digits that change with every change of a gift or its texts. Not a number, so that nobody counts with it.
    static func revision(of item: GiftCatalogue.Item) -> String {
        Digest.hexadecimal(Digest.sha256(WireJSON.bytes(item)).prefix(8))
    }
}

/// The answer to `get_gift`.
struct RESTGiftAnswer: Codable, Sendable {
    let giftInfo: RESTGift

    enum CodingKeys: String, CodingKey { case giftInfo = "GiftInfo" }
}

/// The answer to `get_gift_count`.
struct RESTGiftCounters: Codable, Sendable {
    let totalCount: Int
    let totalCoins: Int64
    let giftSenderCount: Int
    let hostCoins: Coins?

    enum CodingKeys: String, CodingKey {
        case totalCount = "TotalCount"
        case totalCoins = "TotalCoins"
        case giftSenderCount = "GiftSenderCount"
        case hostCoins = "TotalHostCoins"
    }
}

extension RESTGiftChange {
    func change() throws(Rejection) -> GiftChange {
        var change = GiftChange()
        change.name = name
        change.desc = desc
        change.iconURL = iconURL
        change.resourceURL = resourceURL
        change.level = level
        change.coins = coins
        if let extensionInfo { change.extensionInfo = try ExtensionInfo(field: "ExtensionInfo", text: extensionInfo) }
        return change
    }
}

extension RESTGiftInfo {
    init(_ item: GiftCatalogue.Item) {
        let gift = RESTGift(item)
        self.init(
            giftID: gift.giftID, name: gift.name, desc: gift.desc, iconURL: gift.iconURL, resourceURL: gift.resourceURL,
            coins: gift.coins, level: gift.level, extensionInfo: gift.extensionInfo,
            createTime: item.createdAt.milliseconds / 1_000, revision: gift.revision,
            languageList: item.languages.sorted { $0.key < $1.key }.map { language, text in
                RESTGiftText(name: text.name, desc: text.desc, language: language)
            })
    }
}
