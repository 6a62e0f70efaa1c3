import OrderedCollections
import OvationModel

/// The seats of a live, and the applications and invitations that wait for an answer.
///
/// Pure and bounded: there are as many seats as the layout has, and at most `limits.seatRequestsMax` requests. Those who sit are members
/// of the live, or were and are waited for after a restart of the server; only an owner who keeps a seat may be away for longer. A user
/// sits on one seat at most, has one request at most, and never both.
struct Seats: Equatable, Sendable {
    /// How the seats are laid out.
    private(set) var layout: SeatLayout
    /// The seats in the order of their numbers.
    var seats: [Seat]
    /// The requests by their guests, in the order in which they came.
    private(set) var requests: OrderedDictionary<UserID, SeatRequest>
    /// The last request of each guest that has ended, for a client that was away then; oldest first.
    private(set) var endings: OrderedDictionary<UserID, SeatRequestEnded> = [:]
    /// The owner, where they always have a seat.
    private(set) var ownerKept: UserInfo?
    /// When the next request or absence is over; nil where none is.
    private(set) var due: Timestamp?

    /// Until when users are waited for who sit or ask and are not in the live.
    private var awaited: [UserID: Timestamp] = [:]
    /// What could not be kept is not tried again before.
    private var pausedUntil: Timestamp?
    /// The latest time that any deadline was counted from.
    private var countedFrom: Timestamp?
    private let requestsMax: Int
    let signalBytesMax: Int
    private let meshVideoMax: Int
    private let meshVoiceMax: Int
    private let awaitedMilliseconds: Int64

    private static let pauseMilliseconds: Int64 = 1_000

    /// Takes up the seats of a live as they are kept.
    ///
    /// - Parameter isPresent: says who is in the live. Everybody else is waited for, as long as for a client that has lost its connection.
    init(_ record: RoomRecord, limits: Limits, at now: Timestamp, isPresent: (UserID) -> Bool) {
        let info = record.info
        requestsMax = limits.seatRequestsMax
        signalBytesMax = limits.seatSignalBytesMax
        meshVideoMax = limits.meshVideoSeatsMax
        meshVoiceMax = limits.meshVoiceSeatsMax
        awaitedMilliseconds = Int64(limits.silenceSeconds) * 1_000
        layout = SeatLayout(templateID: info.seatLayoutTemplateID)
        let count = info.isSeatEnabled ? layout.seatCount(asked: info.maxSeatCount) : 0
        seats = (0..<count).map(Seat.init(index:))
        ownerKept = info.keepOwnerOnSeat && count > 0 ? info.liveOwner : nil
        var seated: Set<UserID> = []
        for seat in record.seats where seats.indices.contains(seat.index) {
            seats[seat.index] = seat
            if let user = seat.user, !seated.insert(user.userID).inserted { seats[seat.index].vacate() }
        }
        requests = OrderedDictionary(
            (count > 0 ? record.seatRequests : []).map { ($0.guest.userID, $0) }, uniquingKeysWith: { _, last in last })
        for user in seated { requests[user] = nil }
        seatOwner()
        arrange()
        countedFrom = requests.values.map(\.at).max()
        awaitAbsent(now, isPresent)
        follow(now)
    }

    /// Goes back to what is kept, because a change could not be.
    mutating func adopt(_ record: RoomRecord, limits: Limits, at now: Timestamp, isPresent: (UserID) -> Bool) {
        var kept = Seats(record, limits: limits, at: now, isPresent: isPresent)
        for (user, until) in awaited where kept.awaited[user] != nil { kept.awaited[user] = until }
        kept.endings = endings
        kept.pausedUntil = now.adding(milliseconds: Self.pauseMilliseconds)
        kept.note()
        self = kept
    }

    /// The place of a user's seat.
    func place(of user: UserID) -> Int? { seats.firstIndex { $0.user?.userID == user } }

    /// Refuses one more user where each sends to each other, and there are as many of them as that can bear.
    func requireRoom() throws(Rejection) {
        let max = RoomInfo.isVoice(templateID: layout.templateID) ? meshVoiceMax : meshVideoMax
        guard max == 0 || seats.count(where: { $0.user != nil }) < max else { throw Rejection(.allSeatsOccupied) }
    }

    /// The seats that differ from an earlier state, in the order of their numbers.
    func changed(since before: Seats) -> [Seat] {
        guard seats.count == before.seats.count else { return seats }
        return zip(seats, before.seats).compactMap { $0 == $1 ? nil : $0 }
    }

    /// Those of them whose change is kept: what follows from the layout is not.
    func kept(since before: Seats) -> [Seat] {
        (0..<max(seats.count, before.seats.count)).compactMap { place in
            if place < min(seats.count, before.seats.count), seats[place] == before.seats[place] { return nil }
            let (old, new) = (before.content(at: place), content(at: place))
            return old == new ? nil : new
        }
    }

    /// What is kept of a seat; of one that there is not, as much as of an empty one.
    private func content(at place: Int) -> Seat {
        var seat = seats.indices.contains(place) ? seats[place] : Seat(index: place)
        seat.region = nil
        return seat
    }

    /// Sets the regions anew, once somebody came, went or is featured.
    mutating func arrange() { layout.arrange(&seats) }
}

extension Seat {
    /// Takes its user away. The locks stay.
    mutating func vacate() { (user, isMicrophoneOn, isCameraOn, isFeatured) = (nil, false, false, false) }

    /// Closes what may not be open.
    mutating func closeLocked() {
        if isMicrophoneLocked { isMicrophoneOn = false }
        if isCameraLocked { isCameraOn = false }
    }
}

/// What a change of the seats did, beside the seats.
struct SeatsChange {
    /// Why the seats changed.
    var reason: SeatChangeReason
    /// Who was taken off a seat.
    var removed: [SeatChanged.Removal] = []
    /// The requests that began.
    var began: [SeatRequest] = []
    /// The requests that ended.
    var ended: [SeatRequestEnded] = []
    /// What the moderation log is to say.
    var records: [(action: ModerationAction, user: UserID?, seat: Int)] = []
}

// MARK: - Sitting

extension Seats {
    /// Puts a user on a seat.
    ///
    /// - Parameters:
    ///   - outcome: how a request of theirs ends by it.
    ///   - by: who made it so.
    mutating func sit(
        _ user: UserInfo, at place: Int, ending outcome: SeatRequestOutcome, by: UserInfo?, _ change: inout SeatsChange
    ) {
        seats[place].vacate()
        seats[place].user = user
        end(user.userID, outcome, by: by, &change)
    }

    /// Takes the user off a seat, against their wish.
    mutating func remove(at place: Int, _ change: inout SeatsChange) {
        guard let user = seats[place].user?.userID else { return }
        change.removed.append(SeatChanged.Removal(userID: user, index: seats[place].index))
        seats[place].vacate()
    }

    /// A user is out of the live: their seat is free, what they asked has ended, and so has what they asked of others.
    mutating func drop(_ user: UserID, _ change: inout SeatsChange) {
        awaited[user] = nil
        if let place = place(of: user), user != ownerKept?.userID { seats[place].vacate() }
        end(user, .cancelled, by: nil, &change)
        endings[user] = nil
        endInvitations(of: user, &change)
    }

    /// Who invited may do so no longer.
    mutating func endInvitations(of inviter: UserID, _ change: inout SeatsChange) {
        for request in requests.values where request.inviter?.userID == inviter {
            end(request.guest.userID, .cancelled, by: nil, &change)
        }
        note()
    }

    /// A user is in the live, or has another name.
    mutating func welcome(_ user: UserInfo) {
        if awaited.removeValue(forKey: user.userID) != nil { note() }
        if ownerKept?.userID == user.userID { ownerKept = user }
        if let place = place(of: user.userID) { seats[place].user = user }
        if requests[user.userID] != nil { requests[user.userID]?.guest = user }
        for guest in requests.keys where requests[guest]?.inviter?.userID == user.userID {
            requests[guest]?.inviter = user
        }
    }

    /// The live has other settings.
    mutating func layOut(_ info: RoomInfo, _ change: inout SeatsChange) {
        layout = SeatLayout(templateID: info.seatLayoutTemplateID)
        let count = info.isSeatEnabled ? layout.seatCount(asked: info.maxSeatCount) : 0
        for place in seats.indices where place >= count { remove(at: place, &change) }
        seats = (0..<count).map { seats.indices.contains($0) ? seats[$0] : Seat(index: $0) }
        if !layout.hasFeaturedPlace { for place in seats.indices { seats[place].isFeatured = false } }
        for request in requests.values where request.index.map({ $0 >= count }) ?? (count == 0) {
            end(request.guest.userID, .cancelled, by: nil, &change)
        }
        if let displaced = seatOwner() { change.removed.append(displaced) }
        change.removed.removeAll { $0.userID == ownerKept?.userID }
        note()
    }

    /// Puts an owner on a seat who always has one. Where none is free, it is the first.
    ///
    /// - Returns: who had to give way.
    @discardableResult
    private mutating func seatOwner() -> SeatChanged.Removal? {
        guard let ownerKept, !seats.isEmpty, place(of: ownerKept.userID) == nil else { return nil }
        let place = seats.firstIndex(where: \.isFree) ?? seats.firstIndex { $0.user == nil } ?? 0
        let displaced = seats[place].user.map { SeatChanged.Removal(userID: $0.userID, index: seats[place].index) }
        seats[place].vacate()
        seats[place].isLocked = false
        seats[place].user = ownerKept
        return displaced
    }
}

// MARK: - Requests and time

extension Seats {
    /// How many requests wait.
    var isFull: Bool { requests.count >= requestsMax }

    /// A request begins to wait.
    mutating func begin(_ request: SeatRequest, _ change: inout SeatsChange) {
        requests[request.guest.userID] = request
        endings[request.guest.userID] = nil
        countedFrom = max(countedFrom ?? request.at, request.at)
        change.began.append(request)
        note()
    }

    /// The request of a guest ends; nothing happens where there is none.
    mutating func end(_ guest: UserID, _ outcome: SeatRequestOutcome, by: UserInfo?, _ change: inout SeatsChange) {
        guard let request = requests.removeValue(forKey: guest) else { return }
        let ended = SeatRequestEnded(request, outcome, by: by)
        change.ended.append(ended)
        endings[guest] = nil
        endings[guest] = ended
        if endings.count > requestsMax { endings.removeFirst() }
        note()
    }

    /// Ends what is due at a time.
    mutating func expire(at now: Timestamp) -> SeatsChange {
        var change = SeatsChange(reason: .left)
        for request in requests.values where request.deadline.map({ $0 <= now }) ?? false {
            end(request.guest.userID, .timedOut, by: nil, &change)
        }
        for user in awaited.filter({ $0.value <= now }).keys.sorted() { drop(user, &change) }
        note()
        return change
    }

    /// Keeps up with a clock that is set back, so that nothing waits until it shows the old time again.
    mutating func follow(_ now: Timestamp) {
        guard let countedFrom, now.isSetBack(from: countedFrom) else { return }
        self.countedFrom = now
        let shift = now.milliseconds(since: countedFrom)
        for (guest, request) in requests {
            requests[guest]?.deadline = request.deadline?.adding(milliseconds: shift)
        }
        awaited = awaited.mapValues { $0.adding(milliseconds: shift) }
        pausedUntil = nil
        note()
    }

    /// Waits for all who sit or ask and are not in the live.
    private mutating func awaitAbsent(_ now: Timestamp, _ isPresent: (UserID) -> Bool) {
        let asking = requests.values.flatMap { [$0.guest.userID, $0.inviter?.userID].compactMap(\.self) }
        let sitting = seats.compactMap(\.user?.userID).filter { $0 != ownerKept?.userID }
        for user in asking + sitting where !isPresent(user) {
            awaited[user] = now.adding(milliseconds: awaitedMilliseconds)
        }
        if !awaited.isEmpty { countedFrom = max(countedFrom ?? now, now) }
        note()
    }

    /// Finds anew when something is due.
    private mutating func note() {
        let next = (requests.values.compactMap(\.deadline) + awaited.values).min()
        due = next.map { max($0, pausedUntil ?? $0) }
    }
}
