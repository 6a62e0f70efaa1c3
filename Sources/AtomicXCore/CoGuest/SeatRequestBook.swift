import OvationModel
import OvationWire

/// The applications and invitations of a live, as far as the user may know of them, and the calls that wait for their end.
///
/// It is pure: events, answers and pages of the server go in, and what the stores have to do comes out. It is bounded whatever the server
/// sends. The server tells the owner and administrators of all requests, and a viewer only of their own.
struct SeatRequestBook: Sendable {
    /// What the store has to do, in order.
    enum Effect: Sendable {
        /// The lists of applicants and invitees differ.
        case changed
        case guest(GuestEvent)
        case host(HostEvent)
        /// The request of a call has ended.
        case complete(call: Int)
        /// The server has to be asked for the requests.
        case fetch
        /// If the seats have not changed within a moment, the news is told without them: call ``seatIsLate(_:)``.
        case awaitSeat(news: Int)
    }

    /// A call of the app that waits for the end of its request.
    private struct Call: Sendable {
        let number: Int
        let kind: SeatRequest.Kind
        let guest: UserID
        /// Whether the server has accepted the request.
        var isAccepted = false
        /// The request; nil until the server has told it.
        var request: SeatRequest?
    }

    private enum Change: Sendable {
        case requested(SeatRequest)
        case ended(SeatRequest)
    }

    /// The user; nil outside of the live.
    private(set) var me: UserID?
    private var hasSeats = false
    /// The requests in the order in which they came.
    private(set) var requests: [SeatRequest] = []
    private var calls: [Call] = []
    /// The users in the seats.
    private var seated: Set<UserID> = []
    /// News of guests who are about to sit. They wait until the seats say so.
    private var early: [(news: Int, ended: SeatRequestEnded)] = []
    private var newsCount = 0
    /// How the user's last request ended, as far as it was told.
    private var last: SeatRequestEnded?
    /// The changes since the fetch in progress began; nil if there is none.
    private var changes: [Change]?
    /// The calls whose requests the server had accepted when that fetch began, so that its page has them if they still wait.
    private var callsBefore: Set<Int> = []
    private var isFetchRepeated = false
    /// Whether the fetch in progress is the first one after entering, whose applications are old news.
    private var isFirst = false

    /// The most requests that are kept. A server allows a few hundred.
    static let requestsMax = 2_000

    /// The users who applied and wait for the user's answer.
    var applicants: [UserInfo] { requests.filter { $0.kind == .application && $0.guest.userID != me }.map(\.guest) }

    /// The users who were invited and have not answered.
    var invitees: [UserInfo] { requests.filter { $0.kind == .invitation && $0.guest.userID != me }.map(\.guest) }

    /// The request of a guest.
    func request(of guest: UserID) -> SeatRequest? { requests.first { $0.guest.userID == guest } }

    // MARK: The live

    /// Handles a snapshot of the live.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - hasSeats: Whether the live has seats. Otherwise nobody can ask for one.
    ///   - isEntering: Whether the user has just entered. Otherwise the snapshot comes after a lost connection.
    mutating func entered(as user: UserID?, hasSeats: Bool, isEntering: Bool) -> [Effect] {
        var effects: [Effect] = []
        if isEntering { effects = left() }
        me = user
        self.hasSeats = hasSeats
        return effects + refresh(isFirst: isEntering)
    }

    /// Handles that the connection is back, and nothing but requests was missed.
    mutating func resumed() -> [Effect] { me == nil ? [] : refresh(isFirst: false) }

    /// Handles that the user is no longer in the live. All calls are over.
    mutating func left() -> [Effect] {
        let open = calls.map { Effect.complete(call: $0.number) }
        let count = newsCount
        self = SeatRequestBook()
        newsCount = count
        return [.changed] + open
    }

    /// Handles that a user became an administrator, or no longer is one.
    mutating func appointed(_ user: UserID, _ isAdmin: Bool) -> [Effect] {
        guard let me, user == me else { return [] }
        guard !isAdmin else { return refresh(isFirst: true) }
        requests.removeAll { $0.guest.userID != me }
        return [.changed]
    }

    // MARK: Calls

    /// Notes that a call is about to send a request.
    mutating func call(_ number: Int, _ kind: SeatRequest.Kind, of guest: UserID) {
        calls.append(Call(number: number, kind: kind, guest: guest))
    }

    /// Notes that the server has accepted the request of a call.
    mutating func accepted(call number: Int) {
        guard let place = calls.firstIndex(where: { $0.number == number }) else { return }
        calls[place].isAccepted = true
    }

    /// Forgets a call that has failed, or has succeeded without a request.
    mutating func forget(call number: Int) { calls.removeAll { $0.number == number } }

    /// Notes that the server has accepted the user's answer to a request, or its end. The event still follows.
    mutating func answered(_ request: SeatRequest?) -> [Effect] {
        guard let request, let place = requests.firstIndex(where: request.isSame) else { return [] }
        // The user's own request stays, because its end has news.
        guard request.guest.userID != me else { return [] }
        requests.remove(at: place)
        return [.changed]
    }

    // MARK: Events

    mutating func requested(_ request: SeatRequest) -> [Effect] {
        guard me != nil else { return [] }
        changes?.append(.requested(request))
        return begin(request, isNews: true)
    }

    mutating func ended(_ ended: SeatRequestEnded) -> [Effect] {
        guard let me else { return [] }
        changes?.append(.ended(ended.request))
        if ended.request.guest.userID == me { last = ended }
        var effects: [Effect] = []
        if let place = requests.firstIndex(where: ended.request.isSame) {
            requests.remove(at: place)
            effects.append(.changed)
        }
        return effects + tell(ended)
    }

    /// Handles that other users sit.
    mutating func seated(_ users: Set<UserID>) -> [Effect] {
        seated = users
        let ready = early.filter { users.contains($0.ended.request.guest.userID) }
        early.removeAll { users.contains($0.ended.request.guest.userID) }
        return ready.flatMap { news($0.ended) }
    }

    /// Tells the news whose guest has not been seen in a seat.
    mutating func seatIsLate(_ number: Int) -> [Effect] {
        guard let place = early.firstIndex(where: { $0.news == number }) else { return [] }
        return news(early.remove(at: place).ended)
    }

    private mutating func begin(_ request: SeatRequest, isNews: Bool) -> [Effect] {
        var effects: [Effect] = []
        if let place = requests.firstIndex(where: { $0.guest.userID == request.guest.userID }) {
            guard !request.isSame(requests[place]) else { return [] }
            requests[place] = request
        } else {
            guard requests.count < Self.requestsMax else { return [] }
            requests.append(request)
        }
        effects.append(.changed)
        let guest = request.guest.userID
        let isOwn = guest == me || request.inviter?.userID == me
        if isOwn,
            let place = calls.firstIndex(where: { $0.kind == request.kind && $0.guest == guest && $0.request == nil })
        {
            calls[place].request = request
        }
        switch request.kind {
        case .invitation where guest == me:
            effects.append(.guest(.onHostInvitationReceived(hostUser: LiveUserInfo(optional: request.inviter))))
        case .application where guest != me && isNews:
            effects.append(.host(.onGuestApplicationReceived(guestUser: LiveUserInfo(request.guest))))
        default: break
        }
        return effects
    }

    /// Tells how a request ended, at once or when the seats say so.
    private mutating func tell(_ ended: SeatRequestEnded) -> [Effect] {
        guard ended.outcome == .accepted, !seated.contains(ended.request.guest.userID) else { return news(ended) }
        newsCount += 1
        early.append((newsCount, ended))
        return [.awaitSeat(news: newsCount)]
    }

    /// The events of a request that ended, and then the end of its call.
    private mutating func news(_ ended: SeatRequestEnded) -> [Effect] {
        var effects: [Effect] = []
        if ended.request.guest.userID == me {
            effects = ownNews(ended).map { .guest($0) }
        } else if let event = hostNews(ended) {
            effects = [.host(event)]
        }
        if let place = call(of: ended.request) {
            effects.append(.complete(call: calls.remove(at: place).number))
        }
        return effects
    }

    private func call(of request: SeatRequest) -> Int? {
        if let place = calls.firstIndex(where: { $0.request.map(request.isSame) ?? false }) { return place }
        guard request.guest.userID == me || request.inviter?.userID == me else { return nil }
        return calls.firstIndex {
            $0.request == nil && $0.isAccepted && $0.kind == request.kind && $0.guest == request.guest.userID
        }
    }

    private func ownNews(_ ended: SeatRequestEnded) -> [GuestEvent] {
        let by = LiveUserInfo(optional: ended.by)
        switch (ended.request.kind, ended.outcome) {
        case (.application, .accepted): return [.onGuestApplicationResponded(isAccept: true, hostUser: by)]
        case (.application, .rejected): return [.onGuestApplicationResponded(isAccept: false, hostUser: by)]
        case (.application, .timedOut): return [.onGuestApplicationNoResponse(reason: .timeout)]
        case (.application, .alreadySeated): return [.onGuestApplicationNoResponse(reason: .alreadySeated)]
        // Who cancels knows it already.
        case (.application, .cancelled): return []
        case (.invitation, .accepted), (.invitation, .rejected): return []
        // Whatever ended it, the app need not ask its user any more.
        case (.invitation, .cancelled), (.invitation, .timedOut), (.invitation, .alreadySeated):
            return [.onHostInvitationCancelled(hostUser: LiveUserInfo(optional: ended.request.inviter))]
        }
    }

    private func hostNews(_ ended: SeatRequestEnded) -> HostEvent? {
        let guest = LiveUserInfo(ended.request.guest)
        switch (ended.request.kind, ended.outcome) {
        case (.application, .accepted), (.application, .rejected):
            guard ended.by == nil || ended.by?.userID != me else { return nil }
            return .onGuestApplicationProcessedByOtherHost(
                guestUser: guest, hostUser: LiveUserInfo(optional: ended.by))
        case (.application, .cancelled): return .onGuestApplicationCancelled(guestUser: guest)
        case (.application, .timedOut), (.application, .alreadySeated): return nil
        case (.invitation, _) where ended.request.inviter?.userID != me: return nil
        case (.invitation, .accepted): return .onHostInvitationResponded(isAccept: true, guestUser: guest)
        case (.invitation, .rejected): return .onHostInvitationResponded(isAccept: false, guestUser: guest)
        case (.invitation, .timedOut): return .onHostInvitationNoResponse(guestUser: guest, reason: .timeout)
        case (.invitation, .alreadySeated):
            return .onHostInvitationNoResponse(guestUser: guest, reason: .alreadySeated)
        case (.invitation, .cancelled): return nil
        }
    }
}

// MARK: - What the server has

extension SeatRequestBook {
    private mutating func refresh(isFirst: Bool) -> [Effect] {
        guard hasSeats else { return [] }
        guard changes == nil else {
            isFetchRepeated = true
            self.isFirst = self.isFirst && isFirst
            return []
        }
        changes = []
        callsBefore = Set(calls.filter(\.isAccepted).map(\.number))
        self.isFirst = isFirst
        return [.fetch]
    }

    /// Handles that the requests could not be fetched. The next resume tries again.
    mutating func fetchFailed() {
        changes = nil
        isFetchRepeated = false
    }

    /// Takes over the requests as the server has them.
    mutating func fetched(_ page: SeatPage) -> [Effect] {
        guard let me, let missed = changes else { return [] }
        changes = nil
        let wasFirst = isFirst
        var now = Array(page.requests.prefix(Self.requestsMax))
        for change in missed {
            switch change {
            case .requested(let request):
                if !now.contains(where: request.isSame) { now.append(request) }
            case .ended(let request): now.removeAll(where: request.isSame)
            }
        }
        let gone = requests.filter { request in !now.contains(where: request.isSame) }
        requests.removeAll { request in gone.contains(where: request.isSame) }
        var effects: [Effect] = gone.isEmpty ? [] : [.changed]
        for request in now { effects += begin(request, isNews: !wasFirst) }
        for request in gone { effects += conclude(request, page.last, me) }
        effects += concludeCalls(page.last, me)
        last = page.last ?? last
        guard isFetchRepeated else { return effects }
        isFetchRepeated = false
        return effects + refresh(isFirst: false)
    }

    /// Tells how a request ended while the connection was lost.
    private mutating func conclude(_ request: SeatRequest, _ last: SeatRequestEnded?, _ me: UserID) -> [Effect] {
        if let last, last.request.isSame(request) { return tell(last) }
        let isOwn = request.guest.userID == me || request.inviter?.userID == me
        guard isOwn else { return [] }
        // The server says only how the user's own last request ended. A guest in a seat was accepted, and otherwise nobody has answered.
        let isSeated = seated.contains(request.guest.userID)
        return tell(SeatRequestEnded(request, isSeated ? .accepted : .timedOut, by: nil))
    }

    /// Ends the calls whose requests came and went while the connection was lost.
    private mutating func concludeCalls(_ last: SeatRequestEnded?, _ me: UserID) -> [Effect] {
        var effects: [Effect] = []
        for call in calls where callsBefore.contains(call.number) && call.request == nil {
            guard request(of: call.guest) == nil else { continue }
            if call.guest == me, let last, last.request.kind == call.kind, last != self.last {
                effects += tell(last)
            } else {
                forget(call: call.number)
                effects.append(.complete(call: call.number))
            }
        }
        return effects
    }
}

extension SeatRequest {
    /// Whether it is the same request, whatever its guest is called meanwhile.
    fileprivate func isSame(_ other: SeatRequest) -> Bool {
        kind == other.kind && guest.userID == other.guest.userID && at == other.at
    }
}

extension LiveUserInfo {
    /// Makes the profile of a user; an empty one for the server and the app's backend, who are no users.
    init(optional user: UserInfo?) { self = user.map(LiveUserInfo.init) ?? LiveUserInfo() }
}
