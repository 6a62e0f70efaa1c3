import OvationModel
import OvationRules

extension RoomCommand {
    static func taking(_ index: Int? = nil, seconds: Int = 60, info: String = "") -> RoomCommand {
        .seat(.take(index: index, seconds: seconds, extraInfo: info))
    }

    static func inviting(_ name: String, to index: Int? = nil, seconds: Int = 60) -> RoomCommand {
        .seat(.invite(UserID(unchecked: name), index: index, seconds: seconds, extraInfo: ""))
    }

    static func accepting(_ name: String) -> RoomCommand {
        .seat(.answerApplication(of: UserID(unchecked: name), isAccepted: true))
    }

    static func rejecting(_ name: String) -> RoomCommand {
        .seat(.answerApplication(of: UserID(unchecked: name), isAccepted: false))
    }

    static func answering(_ inviter: String, _ isAccepted: Bool = true) -> RoomCommand {
        .seat(.answerInvitation(of: UserID(unchecked: inviter), isAccepted: isAccepted))
    }

    static func cancelling(_ guest: String? = nil) -> RoomCommand {
        .seat(.cancel(guest.map(UserID.init(unchecked:))))
    }

    static func moving(
        _ name: String? = nil, to index: Int, _ policy: SeatMovePolicy = .abort
    ) -> RoomCommand {
        .seat(.move(name.map(UserID.init(unchecked:)), to: index, policy))
    }

    static func unseating(_ name: String) -> RoomCommand { .seat(.kick(UserID(unchecked: name))) }

    static func placing(_ name: String, at index: Int? = nil) -> RoomCommand {
        .seat(.place(UserID(unchecked: name), index: index))
    }

    static func locking(
        _ index: Int, seat: Bool? = nil, microphone: Bool? = nil, camera: Bool? = nil
    ) -> RoomCommand {
        .seat(.lock(index: index, seat: seat, microphone: microphone, camera: camera))
    }

    static func allowing(_ name: String, microphone: Bool? = nil, camera: Bool? = nil) -> RoomCommand {
        .seat(.allow(UserID(unchecked: name), microphone: microphone, camera: camera))
    }

    static func featuring(_ name: String, _ isFeatured: Bool = true) -> RoomCommand {
        .seat(.feature(UserID(unchecked: name), isFeatured))
    }

    static func opening(microphone: Bool? = nil, camera: Bool? = nil) -> RoomCommand {
        .seat(.devices(microphone: microphone, camera: camera))
    }

    static let leavingSeat = RoomCommand.seat(.leave)
    static let expiring = RoomCommand.seat(.expire)
}

extension TestLive {
    /// A live of voices with so many seats, in which users are. `admin` is an administrator of it.
    static func withSeats(
        seats count: Int = 4, mode: SeatMode = .free, layout: Int = 70, keepsOwner: Bool = true,
        limits: Limits = .withoutRates, _ names: String...
    ) throws -> TestLive {
        let live = TestLive(limits: limits) {
            $0.info.maxSeatCount = count
            $0.info.seatMode = mode
            $0.info.seatLayoutTemplateID = layout
            $0.info.keepOwnerOnSeat = keepsOwner
            $0.admins = [UserID(unchecked: "admin")]
        }
        try live.enter("owner", "admin")
        for name in names { try live.enter(name) }
        return live
    }

    var seats: [Seat] { room.seatBoard?.seats ?? [] }

    /// Who sits, in the order of the seats; "-" for nobody.
    var sitting: [String] { seats.map { $0.user?.userID.rawValue ?? "-" } }

    /// The guests whose application or invitation waits.
    var waiting: [String] { room.seatRequests(for: nil, isAdministrator: true).map(\.guest.userID.rawValue) }
}

extension RoomOutcome {
    /// The stored event about seats.
    var seatChanged: SeatChanged? {
        commit?.events.lazy.compactMap { if case .seatChanged(let event) = $0.event { event } else { nil } }.first
    }

    /// The requests that ended, as those concerned are told.
    var seatRequestsEnded: [SeatRequestEnded] {
        seats?.tellings.compactMap { if case .seatRequestEnded(let event) = $0.event { event } else { nil } } ?? []
    }

    /// The requests that began, as those concerned are told.
    var seatRequests: [SeatRequest] {
        seats?.tellings.compactMap { if case .seatRequested(let event) = $0.event { event } else { nil } } ?? []
    }

    /// The changes of what is kept of single seats.
    var keptSeats: [Seat] {
        commit?.changes.compactMap { if case .seat(let seat) = $0 { seat } else { nil } } ?? []
    }
}
