import OvationModel
import OvationNode
import OvationRules
import OvationWire

extension RESTService {
    /// Seats of guests, a part of the vendor's API for picture and sound.
    static let seats = RESTService(rawValue: "room_engine_http_mic")
}

extension RESTCommand {
    /// Commands about seats. The backend does what an owner may, and puts members on seats without asking them.
    static let seats = [getSeatList, pickUserOnSeat, kickUserOffSeat, lockSeat, moveUserToSeat, switchSeat]

    private static let getSeatList = RESTCommand(
        .seats, "get_seat_list",
        "Lists the seats of a live, who sits there and what is locked; none for a live without seats.",
        effect: .reads
    ) { (request: RESTRoom, call) in
        let page = try await call.rooms.ask(.seats, in: request.roomID)
        return RESTResponse(SeatListAnswer(seats: page.seats?.seats.map(SeatAnswer.init) ?? []))
    }

    private static let pickUserOnSeat = RESTCommand(
        .seats, "pick_user_on_seat", "Puts a member of a live on a free seat. Without an index it is any seat."
    ) { (request: PickUser, call) in
        let index = request.index == -1 ? nil : request.index
        try await call.rooms.ask(.seat(.place(request.member, index: index)), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let kickUserOffSeat = RESTCommand(
        .seats, "kick_user_off_seat", "Takes a user off the seat. The user stays in the live."
    ) { (request: KickUser, call) in
        try await call.rooms.ask(.seat(.kick(request.member)), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let lockSeat = RESTCommand(
        .seats, "lock_seat",
        "Locks or unlocks a seat, its camera and its microphone: those that are sent. A user on a seat that is locked is taken off it."
    ) { (request: LockSeat, call) in
        let command = SeatCommand.lock(
            index: request.index, seat: request.forbidTaken, microphone: request.forbidAudio,
            camera: request.forbidVideo)
        try await call.rooms.ask(.seat(command), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let moveUserToSeat = RESTCommand(
        .seats, "move_user_to_seat", "Moves a user to another seat, and unlocks it."
    ) { (request: MoveUser, call) in
        let command = SeatCommand.move(request.member, to: request.seatIndex, request.policy ?? .abort)
        try await call.rooms.ask(.seat(command), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let switchSeat = RESTCommand(
        .seats, "switch_seat", "Moves a user to an empty seat. `move_user_to_seat` does more."
    ) { (request: SwitchSeat, call) in
        let command = SeatCommand.move(request.member, to: request.toIndex, .abort)
        try await call.rooms.ask(.seat(command), in: request.roomID, as: call.actor)
        return RESTDone()
    }
}

private struct PickUser: Codable, Sendable {
    let roomID: LiveID
    let member: UserID
    let index: Int?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case member = "Member_Account"
        case index = "Index"
    }
}

private struct KickUser: Codable, Sendable {
    let roomID: LiveID
    let member: UserID

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case member = "Member_Account"
    }
}

private struct LockSeat: Codable, Sendable {
    let roomID: LiveID
    let index: Int
    let forbidTaken: Bool?
    let forbidVideo: Bool?
    let forbidAudio: Bool?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case index = "Index"
        case forbidTaken = "ForbidTaken"
        case forbidVideo = "ForbidVideo"
        case forbidAudio = "ForbidAudio"
    }
}

private struct MoveUser: Codable, Sendable {
    let roomID: LiveID
    let seatIndex: Int
    let member: UserID
    let policy: SeatMovePolicy?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case seatIndex = "SeatIndex"
        case member = "Member_Account"
        case policy = "Policy"
    }
}

private struct SwitchSeat: Codable, Sendable {
    let roomID: LiveID
    let toIndex: Int
    let member: UserID

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case toIndex = "ToIndex"
        case member = "Member_Account"
    }
}

private struct SeatAnswer: Codable, Sendable {
    let index: Int
    let member: String
    let isTakenDisabled: Bool
    let isVideoDisabled: Bool
    let isAudioDisabled: Bool

    init(_ seat: Seat) {
        index = seat.index
        member = seat.user?.userID.rawValue ?? ""
        isTakenDisabled = seat.isLocked
        isVideoDisabled = seat.isCameraLocked
        isAudioDisabled = seat.isMicrophoneLocked
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
