import OvationModel
import OvationNode
import OvationObservability
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension RESTCommand {
    /// Commands that begin, change, list and end lives.
    static let rooms = [createRoom, destroyRoom, updateRoomInfo, getRoomInfo, getRoomList, getRoomStatistic]

    private static let createRoom = RESTCommand(
        .liveEngine, "create_room",
        "Makes a live. It does not end when its owner is gone, only by destroy_room or by its owner."
    ) { (request: RESTRoomCreation, call) in
        let draft = request.room
        guard draft.roomType == RESTRoomInfo.liveType else {
            throw Rejection(
                draft.roomType == nil ? .illegalParameter : .roomTypeInvalid, "\"RoomInfo.RoomType\" is \"Live\".")
        }
        let settings = try draft.settings()
        let owner = draft.owner ?? call.administrator
        guard let user = try await call.users([owner])[owner] else {
            throw Rejection(
                .illegalParameter, "invalid owner account: \"\(owner)\" was never imported and never logged in.")
        }
        try await call.rooms.create(RoomCreate(liveID: draft.roomID, settings: settings), owner: user)
        return RESTDone()
    }

    private static let destroyRoom = RESTCommand(
        .liveEngine, "destroy_room", "Ends a live. Everybody in it is told."
    ) { (request: RESTRoom, call) in
        try await call.rooms.ask(.end(message: ""), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let updateRoomInfo = RESTCommand(
        .liveEngine, "update_room_info",
        "Changes settings of a live: those that are sent. Seats are laid out when it is made."
    ) { (request: RESTRoomCreation, call) in
        let settings = try request.room.settings()
        try await call.rooms.perform(.update(settings), in: request.room.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getRoomInfo = RESTCommand(
        .liveEngine, "get_room_info", "Tells what a live is.", effect: .reads
    ) { (request: RESTRoom, call) in
        let listing = try await call.rooms.listing(of: request.roomID)
        return RESTResponse(
            RESTRoomInfoAnswer(room: RESTRoomInfo(listing, call.node.services.pictures.status(of: request.roomID))))
    }

    private static let getRoomList = RESTCommand(
        .liveEngine, "get_room_list", "Lists the public lives, the ones with most entries first.", effect: .reads
    ) { (request: RESTRoomListRequest, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.pageDefault, countMax: call.node.limits.roomPageMax)
        let filter = try ListFilter(
            search: request.search, category: request.category, kind: request.kind?.kind, field: "Search")
        guard
            let page = call.node.services.directory.page(
                after: request.next ?? "", count: count, isAscending: request.direction == .ascending, filter: filter,
                examinedMax: call.node.limits.roomsExaminedMax)
        else { throw PageFields.rest.unknownCursor }
        call.node.services.metrics.examined(rooms: page.examinedCount)
        return RESTResponse(RESTRoomListAnswer(next: page.cursor, rooms: page.rooms.map(RESTRoomEntry.init)))
    }

    private static let getRoomStatistic = RESTCommand(
        .liveEngine, "get_room_statistic", "Tells what a live has had so far.", effect: .reads
    ) { (request: RESTRoom, call) in
        let statistics = try await call.rooms.statistics(of: request.roomID)
        // The live itself knows all the rest, also while the storage cannot be read.
        let earnings = try? await call.node.services.storage.hostEarnings(of: request.roomID, in: nil)
        return RESTResponse(RESTStatistic(statistics, hostCoins: earnings?.coins))
    }
}

/// The body of a call that only names a live.
struct RESTRoom: Codable, Sendable {
    let roomID: LiveID

    enum CodingKeys: String, CodingKey { case roomID = "RoomId" }
}

/// The body of `create_room` and `update_room_info`.
struct RESTRoomCreation: Codable, Sendable {
    let room: RESTRoomDraft

    enum CodingKeys: String, CodingKey { case room = "RoomInfo" }
}

private struct RESTRoomInfoAnswer: Codable, Sendable {
    let room: RESTRoomInfo

    enum CodingKeys: String, CodingKey { case room = "RoomInfo" }
}

private struct RESTRoomListRequest: Codable, Sendable {
    enum Direction: String, RESTChoice {
        case descending = "descend"
        case ascending = "ascend"
    }

    enum Kind: String, RESTChoice {
        case video
        case voice

        var kind: LiveKind {
            switch self {
            case .video: .video
            case .voice: .voice
            }
        }
    }

    let next: String?
    let count: Int?
    let direction: Direction?
    let search: String?
    let category: Int?
    let kind: Kind?

    enum CodingKeys: String, CodingKey {
        case next = "Next"
        case count = "Count"
        case direction = "SortDirection"
        case search = "Search"
        case category = "CategoryFilter"
        case kind = "Kind"
    }
}

private struct RESTRoomListAnswer: Codable, Sendable {
    let next: String
    let rooms: [RESTRoomEntry]

    enum CodingKeys: String, CodingKey {
        case next = "Next"
        case rooms = "RoomList"
    }
}

private struct RESTStatistic: Codable, Sendable {
    let viewers: Int
    let gifts: Int
    let coins: Int64
    let hostCoins: Coins?
    let giftSenders: Int
    let likes: Int
    let messages: Int

    init(_ statistics: RoomStatistics, hostCoins: Coins?) {
        self.hostCoins = hostCoins
        viewers = statistics.totalViewers
        gifts = statistics.totalGiftsSent
        coins = statistics.totalGiftCoins
        giftSenders = statistics.totalUniqueGiftSenders
        likes = statistics.totalLikesReceived
        messages = statistics.totalMessageSent
    }

    enum CodingKeys: String, CodingKey {
        case viewers = "TotalViewers"
        case gifts = "TotalGiftsSent"
        case coins = "TotalGiftCoins"
        case hostCoins = "TotalHostCoins"
        case giftSenders = "TotalUniqueGiftSenders"
        case likes = "TotalLikesReceived"
        case messages = "TotalMsgCount"
    }
}
