import OrderedCollections
import OvationModel

/// Who is in a live and what they are there, as far as its seats ask.
struct SeatPeople: Sendable {
    let owner: UserInfo
    let admins: OrderedSet<UserID>
    let members: OrderedDictionary<UserID, Membership.Member>

    /// What a user is in the live.
    func role(of user: UserID) -> Role {
        if user == owner.userID { return .owner }
        return admins.contains(user) ? .admin : .viewer
    }

    /// A user who is in the live; else 100005.
    func member(_ user: UserID) throws(Rejection) -> UserInfo {
        guard let member = members[user] else { throw Rejection(.notMember) }
        return member.user
    }

    /// Those in the live who answer applications: the owner and the administrators.
    var hosts: [UserID] { ([owner.userID] + admins).filter { members[$0] != nil } }
}

/// Who asks something of the seats: a member of the live, or the app's backend and the server, who are nobody in it.
struct SeatCaller: Sendable {
    /// The member; nil for the app's backend and the server.
    let user: UserInfo?
    private let isAdministrator: Bool
    private let role: Role

    /// Whether the caller keeps order in the live.
    var isHost: Bool { isAdministrator || role != .viewer }

    init(_ actor: RoomActor, _ people: SeatPeople) throws(Rejection) {
        isAdministrator = actor.isAdministrator
        if let user = actor.user {
            self.user = try people.member(user.userID)
            role = people.role(of: user.userID)
        } else {
            guard actor.isAdministrator else { throw Rejection(.notMember) }
            user = nil
            role = .owner
        }
    }

    /// The member who asks; the app's backend has no seat of its own.
    func seated() throws(Rejection) -> UserInfo {
        guard let user else { throw Rejection(.illegalParameter, "A user asks for a seat, and not the app.") }
        return user
    }

    func requireHost() throws(Rejection) {
        guard isHost else { throw Rejection(.adminRequired) }
    }

    func requireApp() throws(Rejection) {
        guard isAdministrator, user == nil else { throw Rejection(.administratorRequired) }
    }

    /// The owner may act on everybody else, an administrator of the live on viewers, and nobody on the owner.
    func requireHigherRank(than target: UserID?, _ people: SeatPeople) throws(Rejection) {
        guard let target else { return }
        if target == people.owner.userID {
            throw Rejection(.permissionDenied, "\"\(target)\" is the owner. Nobody may do this to the owner.")
        }
        guard isAdministrator || role.outranks(people.role(of: target)) else { throw Rejection(.permissionDenied) }
    }
}

/// Every command is checked before it changes anything.
extension Seats {
    /// Does what is asked about the seats, or says why not.
    mutating func perform(
        _ command: SeatCommand, by caller: SeatCaller, _ people: SeatPeople, mode: SeatMode, at now: Timestamp
    ) throws(Rejection) -> SeatsChange {
        guard !seats.isEmpty else { throw Rejection(.seatsDisabled) }
        switch command {
        case .take(let index, let seconds, let extraInfo):
            if mode == .free || caller.isHost { return try take(index, caller) }
            return try apply(index, seconds, extraInfo, caller, now)
        case .leave: return try leave(caller)
        case .move(let user, let index, let policy):
            guard let user, user != caller.user?.userID else { return try moveSelf(to: index, caller) }
            return try move(user, to: index, policy, caller, people)
        case .kick(let user): return try kick(user, caller, people)
        case .lock(let index, let seat, let microphone, let camera):
            return try lock(index, seat: seat, microphone: microphone, camera: camera, caller, people)
        case .allow(let user, let microphone, let camera):
            try caller.requireHost()
            guard let place = place(of: user) else { throw Rejection(.notSeated) }
            try caller.requireHigherRank(than: user, people)
            var change = SeatsChange(reason: .locked)
            lockDevices(at: place, microphone: microphone.map { !$0 }, camera: camera.map { !$0 }, &change)
            return change
        case .feature(let user, let isFeatured): return try feature(user, isFeatured, caller)
        case .devices(let microphone, let camera): return try report(microphone: microphone, camera: camera, caller)
        case .place(let user, let index): return try put(user, index, caller, people)
        case .invite(let user, let index, let seconds, let extraInfo):
            return try invite(user, index, seconds, extraInfo, caller, people, now)
        case .cancel(let guest): return try cancel(guest, caller)
        case .answerApplication(let guest, let isAccepted):
            return try answerApplication(of: guest, isAccepted, caller, people)
        case .answerInvitation(let inviter, let isAccepted):
            return try answerInvitation(of: inviter, isAccepted, caller)
        case .signal:
            // It changes nothing; ``signal(_:_:by:)`` looks at it.
            return SeatsChange(reason: .devices)
        case .expire:
            try caller.requireApp()
            return expire(at: now)
        }
    }

    /// Passes something on between two users who both sit, or says why not.
    func signal(to target: UserID, _ data: String, by caller: SeatCaller) throws(Rejection) -> SeatOutcome.Telling {
        guard !seats.isEmpty else { throw Rejection(.seatsDisabled) }
        let user = try caller.seated()
        guard data.utf8.count <= signalBytesMax else { throw Rejection(.seatSignalTooLong) }
        if data.isEmpty { throw Rejection(.illegalParameter, "\"data\" is not empty.") }
        if target == user.userID { throw Rejection(.illegalParameter, "Nobody sends signals to themselves.") }
        guard place(of: user.userID) != nil, place(of: target) != nil else { throw Rejection(.notSeated) }
        return SeatOutcome.Telling(.seatSignalled(SeatSignalled(from: user.userID, data: data)), to: [target])
    }

    /// The place of a seat that a user names, or of any free one, where somebody may sit.
    ///
    /// - Parameter opens: whether a lock of the seat is no reason to refuse it.
    func freePlace(_ index: Int?, opens: Bool = false) throws(Rejection) -> Int {
        guard let index else {
            guard let place = seats.firstIndex(where: \.isFree) else { throw Rejection(.allSeatsOccupied) }
            return place
        }
        let seat = seats[try place(at: index)]
        if seat.user != nil { throw Rejection(.seatOccupied) }
        if seat.isLocked, !opens { throw Rejection(.seatLocked) }
        return index
    }

    /// The place of the seat with a number.
    private func place(at index: Int) throws(Rejection) -> Int {
        guard seats.indices.contains(index) else { throw Rejection(.seatNotFound) }
        return index
    }

    private func requirePlace(of caller: SeatCaller) throws(Rejection) -> Int {
        guard let user = caller.user, let place = place(of: user.userID) else { throw Rejection(.notSeated) }
        return place
    }
}

// MARK: - One's own seat

extension Seats {
    private mutating func take(_ index: Int?, _ caller: SeatCaller) throws(Rejection) -> SeatsChange {
        let user = try caller.seated()
        if place(of: user.userID) != nil { throw Rejection(.alreadySeated) }
        let place = try freePlace(index)
        try requireRoom()
        var change = SeatsChange(reason: .taken)
        sit(user, at: place, ending: .alreadySeated, by: user, &change)
        return change
    }

    private mutating func leave(_ caller: SeatCaller) throws(Rejection) -> SeatsChange {
        let place = try requirePlace(of: caller)
        if caller.user?.userID == ownerKept?.userID {
            throw Rejection(.permissionDenied, "The owner keeps a seat in this live, and can only move to another one.")
        }
        seats[place].vacate()
        return SeatsChange(reason: .left)
    }

    private mutating func moveSelf(to index: Int, _ caller: SeatCaller) throws(Rejection) -> SeatsChange {
        let source = try requirePlace(of: caller)
        let target = try place(at: index)
        if target != source {
            _ = try freePlace(index)
            carry(from: source, to: target)
        }
        return SeatsChange(reason: .moved)
    }

    private mutating func report(
        microphone: Bool?, camera: Bool?, _ caller: SeatCaller
    ) throws(Rejection) -> SeatsChange {
        let place = try requirePlace(of: caller)
        if microphone == true, seats[place].isMicrophoneLocked { throw Rejection(.microphoneLocked) }
        if camera == true, seats[place].isCameraLocked { throw Rejection(.cameraLocked) }
        seats[place].isMicrophoneOn = microphone ?? seats[place].isMicrophoneOn
        seats[place].isCameraOn = camera ?? seats[place].isCameraOn
        return SeatsChange(reason: .devices)
    }

    /// Moves a user to an empty seat. A closed microphone or camera stays closed there too, so that nobody opens it by moving.
    private mutating func carry(from source: Int, to target: Int) {
        let old = seats[source]
        seats[source].vacate()
        seats[target].user = old.user
        seats[target].isMicrophoneLocked = seats[target].isMicrophoneLocked || old.isMicrophoneLocked
        seats[target].isCameraLocked = seats[target].isCameraLocked || old.isCameraLocked
        (seats[target].isMicrophoneOn, seats[target].isCameraOn) = (old.isMicrophoneOn, old.isCameraOn)
        seats[target].isFeatured = old.isFeatured
        seats[target].closeLocked()
    }
}

// MARK: - Seats of others

extension Seats {
    private mutating func move(
        _ user: UserID, to index: Int, _ policy: SeatMovePolicy, _ caller: SeatCaller, _ people: SeatPeople
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        let target = try place(at: index)
        guard let source = place(of: user) else { throw Rejection(.notSeated) }
        try caller.requireHigherRank(than: user, people)
        var change = SeatsChange(reason: .moved)
        guard source != target else { return change }
        if let occupant = seats[target].user {
            if policy == .abort { throw Rejection(.seatOccupied) }
            try caller.requireHigherRank(than: occupant.userID, people)
        }
        change.records.append((.seatMove, user, index))
        if policy == .swap, seats[target].user != nil {
            exchange(source, target)
        } else {
            if let occupant = seats[target].user?.userID { change.records.append((.seatKick, occupant, index)) }
            remove(at: target, &change)
            carry(from: source, to: target)
            seats[target].isLocked = false
        }
        return change
    }

    /// Two users change their seats. What is closed goes with them.
    private mutating func exchange(_ one: Int, _ other: Int) {
        seats.swapAt(one, other)
        (seats[one].index, seats[other].index) = (one, other)
    }

    private mutating func kick(
        _ user: UserID, _ caller: SeatCaller, _ people: SeatPeople
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        guard let place = place(of: user) else { throw Rejection(.notSeated) }
        try caller.requireHigherRank(than: user, people)
        var change = SeatsChange(reason: .kicked)
        change.records.append((.seatKick, user, place))
        remove(at: place, &change)
        return change
    }

    private mutating func lock(
        _ index: Int, seat: Bool?, microphone: Bool?, camera: Bool?, _ caller: SeatCaller, _ people: SeatPeople
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        let place = try place(at: index)
        try caller.requireHigherRank(than: seats[place].user?.userID, people)
        var change = SeatsChange(reason: .locked)
        if let seat, seat != seats[place].isLocked {
            change.records.append((seat ? .seatLock : .seatUnlock, seats[place].user?.userID, index))
            if seat { remove(at: place, &change) }
            seats[place].isLocked = seat
        }
        lockDevices(at: place, microphone: microphone, camera: camera, &change)
        return change
    }

    private mutating func lockDevices(at place: Int, microphone: Bool?, camera: Bool?, _ change: inout SeatsChange) {
        let (user, index) = (seats[place].user?.userID, seats[place].index)
        if let microphone, microphone != seats[place].isMicrophoneLocked {
            seats[place].isMicrophoneLocked = microphone
            change.records.append((microphone ? .microphoneLock : .microphoneUnlock, user, index))
        }
        if let camera, camera != seats[place].isCameraLocked {
            seats[place].isCameraLocked = camera
            change.records.append((camera ? .cameraLock : .cameraUnlock, user, index))
        }
        seats[place].closeLocked()
    }

    private mutating func feature(
        _ user: UserID, _ isFeatured: Bool, _ caller: SeatCaller
    ) throws(Rejection) -> SeatsChange {
        try caller.requireHost()
        guard layout.hasFeaturedPlace else {
            throw Rejection(.illegalParameter, "The layout \(layout.templateID) has no region to feature a user in.")
        }
        guard let place = place(of: user) else { throw Rejection(.notSeated) }
        if isFeatured { for other in seats.indices { seats[other].isFeatured = false } }
        seats[place].isFeatured = isFeatured
        return SeatsChange(reason: .featured)
    }

    private mutating func put(
        _ user: UserID, _ index: Int?, _ caller: SeatCaller, _ people: SeatPeople
    ) throws(Rejection) -> SeatsChange {
        try caller.requireApp()
        let user = try people.member(user)
        if place(of: user.userID) != nil { throw Rejection(.userAlreadySeated) }
        let place = try freePlace(index)
        try requireRoom()
        var change = SeatsChange(reason: .taken)
        change.records.append((.seatPlace, user.userID, place))
        sit(user, at: place, ending: .alreadySeated, by: nil, &change)
        return change
    }
}
