import OrderedCollections
import OvationModel

/// Applications of viewers, and invitations of the owner and the administrators.
extension Seats {
    mutating func apply(
        _ index: Int?, _ seconds: Int, _ extraInfo: String, _ caller: SeatCaller, _ now: Timestamp
    ) throws(Rejection) -> SeatsChange {
        let guest = try caller.seated()
        if let rejection = FieldRules.rejection(ofSeatRequest: seconds, extraInfo) { throw rejection }
        if place(of: guest.userID) != nil { throw Rejection(.alreadySeated) }
        if let request = requests[guest.userID] {
            throw Rejection(request.kind == .application ? .alreadyApplied : .seatRequestConflict)
        }
        _ = try freePlace(index)
        try requireRoom()
        if isFull { throw Rejection(.tooManySeatRequests) }
        var change = SeatsChange(reason: .taken)
        begin(
            SeatRequest(
                .application, guest: guest, index: index, at: now, deadline: now.deadline(in: seconds),
                extraInfo: extraInfo),
            &change)
        return change
    }

    mutating func invite(
        _ user: UserID, _ index: Int?, _ seconds: Int, _ extraInfo: String, _ caller: SeatCaller, _ people: SeatPeople,
        _ now: Timestamp
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        let inviter = try caller.seated()
        if let rejection = FieldRules.rejection(ofSeatRequest: seconds, extraInfo) { throw rejection }
        if user == inviter.userID { throw Rejection(.illegalParameter, "Nobody invites themselves.") }
        let guest = try people.member(user)
        if place(of: user) != nil { throw Rejection(.userAlreadySeated) }
        if requests[user] != nil { throw Rejection(.seatRequestConflict) }
        _ = try freePlace(index, opens: true)
        try requireRoom()
        if isFull { throw Rejection(.tooManySeatRequests) }
        var change = SeatsChange(reason: .taken)
        begin(
            SeatRequest(
                .invitation, guest: guest, inviter: inviter, index: index, at: now, deadline: now.deadline(in: seconds),
                extraInfo: extraInfo),
            &change)
        return change
    }

    mutating func cancel(_ guest: UserID?, _ caller: SeatCaller) throws(Rejection) -> SeatsChange {
        var change = SeatsChange(reason: .left)
        if let guest {
            try caller.requireHost()
            guard requests[guest]?.kind == .invitation else { throw Rejection(.seatRequestGone) }
            end(guest, .cancelled, by: caller.user, &change)
        } else {
            let user = try caller.seated()
            guard requests[user.userID]?.kind == .application else { throw Rejection(.notApplied) }
            end(user.userID, .cancelled, by: user, &change)
        }
        return change
    }

    mutating func answerApplication(
        of guest: UserID, _ isAccepted: Bool, _ caller: SeatCaller, _ people: SeatPeople
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        guard let request = requests[guest], request.kind == .application else { throw Rejection(.seatRequestGone) }
        var change = SeatsChange(reason: .taken)
        guard isAccepted else {
            end(guest, .rejected, by: caller.user, &change)
            return change
        }
        // After a restart of the server the guest may not be back yet.
        let user = try people.member(guest)
        let place = try freePlace(request.index)
        try requireRoom()
        sit(user, at: place, ending: .accepted, by: caller.user, &change)
        return change
    }

    mutating func answerInvitation(
        of inviter: UserID, _ isAccepted: Bool, _ caller: SeatCaller
    ) throws(Rejection) -> SeatsChange {
        let user = try caller.seated()
        guard let request = requests[user.userID], request.inviter?.userID == inviter else {
            throw Rejection(.seatRequestGone)
        }
        var change = SeatsChange(reason: .taken)
        guard isAccepted else {
            end(user.userID, .rejected, by: user, &change)
            return change
        }
        // Who invites to a locked seat opens it.
        let place = try freePlace(request.index, opens: true)
        try requireRoom()
        seats[place].isLocked = false
        sit(user, at: place, ending: .accepted, by: user, &change)
        return change
    }
}

extension Timestamp {
    /// When something ends that waits for so many seconds; nil for 0, which is no end.
    fileprivate func deadline(in seconds: Int) -> Timestamp? { seconds > 0 ? adding(seconds: Int64(seconds)) : nil }
}

extension FieldRules {
    /// Checks what comes with an application or an invitation.
    static func rejection(ofSeatRequest seconds: Int, _ extraInfo: String) -> Rejection? {
        let range = FieldBounds.seatRequestSeconds
        guard range.contains(seconds) else {
            return Rejection(.illegalParameter, "\"seconds\" is \(range.lowerBound) to \(range.upperBound).")
        }
        return text(extraInfo, "extraInfo", FieldBounds.seatExtraInfoBytesMax)
    }
}
