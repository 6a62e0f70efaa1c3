import OvationModel
import OvationRules

extension RESTService {
    /// Seats of guests, a part of the vendor's API for picture and sound.
    static let seats = RESTService(rawValue: "room_engine_http_mic")
}

extension RESTCommand {
    /// Commands about seats. A live of this server has no seats for guests, so nobody can be put on one. The list tells how the app
    /// laid them out.
    static let seats = [getSeatList, pickUserOnSeat, kickUserOffSeat]

    private static let getSeatList = RESTCommand(
        .seats, "get_seat_list",
        "Tells how the seats of a live are laid out: the owner's, where they keep one, and empty ones.",
        effect: .reads
    ) { (request: RESTRoom, call) in
        let info = try await call.rooms.listing(of: request.roomID).info
        let count = info.isSeatEnabled ? info.maxSeatCount : 0
        let seats = (0..<count).map { index in
            SeatAnswer(index: index, member: index == 0 && info.keepOwnerOnSeat ? info.liveOwner.userID.rawValue : "")
        }
        return RESTResponse(SeatListAnswer(seats: seats))
    }

    private static let pickUserOnSeat = RESTCommand(
        .seats, "pick_user_on_seat", "Refused: lives of this server have no seats for guests."
    ) { (request: SeatRequest, call) -> RESTDone in
        _ = try call.rooms.room(request.roomID)
        throw Rejection(.seatsNotCarried)
    }

    private static let kickUserOffSeat = RESTCommand(
        .seats, "kick_user_off_seat", "Refused: lives of this server have no seats for guests."
    ) { (request: SeatRequest, call) -> RESTDone in
        _ = try call.rooms.room(request.roomID)
        throw Rejection(.seatsNotCarried)
    }
}

private struct SeatRequest: Codable, Sendable {
    let roomID: LiveID
    let member: UserID
    let index: Int?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case member = "Member_Account"
        case index = "Index"
    }
}

private struct SeatAnswer: Codable, Sendable {
    let index: Int
    let member: String
    var isTakenDisabled = false
    var isVideoDisabled = false
    var isAudioDisabled = false

    init(index: Int, member: String) {
        self.index = index
        self.member = member
    }

    enum CodingKeys: String, CodingKey {
        case index = "Index"
        case member = "Member_Account"
        case isTakenDisabled = "IsTakenDisabled"
        case isVideoDisabled = "IsVideoDisabled"
        case isAudioDisabled = "IsAudioDisabled"
    }
}

private struct SeatListAnswer: Codable, Sendable {
    let seats: [SeatAnswer]

    enum CodingKeys: String, CodingKey { case seats = "SeatList" }
}
