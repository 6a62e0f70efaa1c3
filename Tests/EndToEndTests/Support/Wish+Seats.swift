import OvationModel
import OvationWire

extension EventKind where Content == SeatChanged {
    static var seatChanged: Self { inLive { if case .seatChanged(let changed) = $0 { changed } else { nil } } }
}

extension EventKind where Content == SeatRequest {
    static var seatRequested: Self { inLive { if case .seatRequested(let request) = $0 { request } else { nil } } }
}

extension EventKind where Content == SeatRequestEnded {
    static var seatRequestEnded: Self { inLive { if case .seatRequestEnded(let ended) = $0 { ended } else { nil } } }
}

extension EventKind where Content == SeatSignalled {
    static var seatSignalled: Self { inLive { if case .seatSignalled(let signal) = $0 { signal } else { nil } } }
}

extension Wish where Answer == SeatPage {
    static var seats: Self { Self(.seatList) }
}

extension Wish where Answer == SeatTaken {
    static func takeSeat(_ index: Int? = nil, seconds: Int? = nil, extraInfo: String? = nil) -> Self {
        Self(.seatTake(SeatTake(index: index, seconds: seconds, extraInfo: extraInfo)))
    }

    static func answer(applicant: String, isAccepted: Bool = true) -> Self {
        Self(.seatAnswer(SeatAnswer(applicant: UserID(unchecked: applicant), isAccepted: isAccepted)))
    }
}

extension Wish where Answer == Empty {
    static func devices(microphone: Bool? = nil, camera: Bool? = nil) -> Self {
        Self(.seatDevices(SeatDevices(microphone: microphone, camera: camera)))
    }

    static func signal(_ user: String, _ data: String) -> Self {
        Self(.seatSignal(SeatSignal(to: UserID(unchecked: user), data: data)))
    }

    static func lockSeat(_ index: Int, _ isLocked: Bool = true) -> Self {
        Self(.seatLock(SeatLock(index: index, isLocked: isLocked)))
    }

    static func allow(_ user: String, microphone: Bool? = nil, camera: Bool? = nil) -> Self {
        Self(.seatAllow(SeatAllow(userID: UserID(unchecked: user), microphone: microphone, camera: camera)))
    }

    static func unseat(_ user: String) -> Self { Self(.seatKick(SeatKick(userID: UserID(unchecked: user)))) }
}
