import OrderedCollections
public import OvationModel

/// The seats of a live: who sits, who asks, and what of it is kept and told.
extension Room {
    mutating func seat(_ command: SeatCommand, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        let people = seatPeople
        let caller = try SeatCaller(actor, people)
        if case .signal(let target, let data) = command {
            var outcome = RoomOutcome()
            outcome.seats = SeatOutcome()
            outcome.seats?.tellings = [try seats.signal(to: target, data, by: caller)]
            return outcome
        }
        var after = seats
        let change = try after.perform(command, by: caller, people, mode: info.seatMode, at: now)
        var outcome = RoomOutcome()
        var commit = RoomCommit()
        take(after, change, actor, now, &commit, &outcome)
        if !commit.isEmpty { outcome.commit = commit }
        if let user = command.seated(by: actor), let place = seats.place(of: user) {
            outcome.seats = outcome.seats ?? SeatOutcome()
            outcome.seats?.index = place
        }
        return outcome
    }

    /// Users are out of the live: their seats are free, and what they asked has ended.
    mutating func dropFromSeats(
        _ users: [UserID], _ actor: RoomActor, _ now: Timestamp, _ commit: inout RoomCommit,
        _ outcome: inout RoomOutcome
    ) {
        var (after, change) = (seats, SeatsChange(reason: .left))
        for user in users { after.drop(user, &change) }
        take(after, change, actor, now, &commit, &outcome)
    }

    /// Users of the live left by their own wish, or were silent for too long.
    mutating func leaveSeats(_ users: [UserID], _ now: Timestamp, _ outcome: inout RoomOutcome) {
        var commit = outcome.commit ?? RoomCommit()
        dropFromSeats(users, .server, now, &commit, &outcome)
        if !commit.isEmpty { outcome.commit = commit }
    }

    /// Administrators are none any longer, so their invitations end.
    mutating func endInvitations(
        of users: OrderedSet<UserID>, _ actor: RoomActor, _ now: Timestamp, _ commit: inout RoomCommit,
        _ outcome: inout RoomOutcome
    ) {
        var (after, change) = (seats, SeatsChange(reason: .left))
        for user in users { after.endInvitations(of: user, &change) }
        take(after, change, actor, now, &commit, &outcome)
    }

    /// The settings are others: the seats are laid out anew where that concerns them.
    mutating func layOutSeats(
        _ actor: RoomActor, _ now: Timestamp, _ commit: inout RoomCommit, _ outcome: inout RoomOutcome
    ) {
        guard info.seatLayoutTemplateID != seats.layout.templateID else { return }
        var (after, change) = (seats, SeatsChange(reason: .layout))
        after.layOut(info, &change)
        take(after, change, actor, now, &commit, &outcome)
    }

    /// Takes over a change of the seats, with what is kept and told of it.
    private mutating func take(
        _ changed: Seats, _ change: SeatsChange, _ actor: RoomActor, _ now: Timestamp, _ commit: inout RoomCommit,
        _ outcome: inout RoomOutcome
    ) {
        let before = seats
        seats = changed
        seats.arrange()
        commit.changes += seats.kept(since: before).map(RoomChange.seat)
        commit.changes += change.ended.map { .seatRequestEnded($0.request.guest.userID) }
        commit.changes += change.began.map(RoomChange.seatRequest)
        let isLayout = change.reason == .layout
        let told = isLayout ? seats.seats : seats.changed(since: before)
        if !told.isEmpty || isLayout {
            commit.add(
                .seatChanged(
                    SeatChanged(
                        reason: change.reason, seats: told, removed: change.removed.isEmpty ? nil : change.removed,
                        by: actor.user.map { known($0.userID) },
                        templateID: isLayout ? seats.layout.templateID : nil)),
                about: nil)
        }
        for (action, user, seat) in change.records {
            var line = record(action, actor, now, of: user)
            line.seat = seat
            commit.records.append(line)
        }
        tell(change, &outcome)
    }

    /// Has those told who asked and who may answer.
    private func tell(_ change: SeatsChange, _ outcome: inout RoomOutcome) {
        guard !change.began.isEmpty || !change.ended.isEmpty else { return }
        let hosts = seatPeople.hosts
        func receivers(_ request: SeatRequest) -> [UserID] {
            [request.guest.userID] + hosts.filter { $0 != request.guest.userID }
        }
        var seats = outcome.seats ?? SeatOutcome()
        seats.tellings += change.ended.map { .init(.seatRequestEnded($0), to: receivers($0.request)) }
        seats.tellings += change.began.map { .init(.seatRequested($0), to: receivers($0)) }
        outcome.seats = seats
    }

    private var seatPeople: SeatPeople { SeatPeople(owner: info.liveOwner, admins: admins, members: members) }
}

// MARK: - What can be read

extension Room {
    /// The seats, with their regions; nil where the live has none.
    public var seatBoard: SeatBoard? {
        guard !seats.seats.isEmpty else { return nil }
        return SeatBoard(templateID: seats.layout.templateID, canvas: seats.layout.canvas, seats: seats.seats)
    }

    /// The seats in the order of their numbers; none where the live has none.
    public var allSeats: [Seat] { seats.seats }

    /// The applications and invitations that somebody may know of, in the order in which they came: the owner and administrators of all,
    /// a viewer of their own.
    public func seatRequests(for user: UserID?, isAdministrator: Bool) -> [SeatRequest] {
        if isAdministrator { return Array(seats.requests.values) }
        guard let user else { return [] }
        if role(of: user) != .viewer { return Array(seats.requests.values) }
        return seats.requests[user].map { [$0] } ?? []
    }

    /// How the last application or invitation of a user ended, while they are in the live and the server runs; nil where one waits.
    public func lastSeatRequest(of user: UserID) -> SeatRequestEnded? { seats.endings[user] }

    /// Whether something about the seats is due: the command ``SeatCommand/expire`` ends it.
    public func areSeatsDue(at now: Timestamp) -> Bool { !isEnded && seats.due.map { $0 <= now } ?? false }
}

extension RoomCommit {
    /// Whether there is nothing to keep.
    var isEmpty: Bool { changes.isEmpty && events.isEmpty && records.isEmpty }
}

extension SeatCommand {
    /// Whose seat the caller wants to know; nil for a command that seats nobody.
    fileprivate func seated(by actor: RoomActor) -> UserID? {
        switch self {
        case .take, .move(nil, _, _), .answerInvitation: actor.user?.userID
        case .move(let user?, _, _), .place(let user, _), .answerApplication(let user, true): user
        default: nil
        }
    }
}
