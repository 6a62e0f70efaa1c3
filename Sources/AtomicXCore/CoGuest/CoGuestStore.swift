public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The guests of a live: viewers who apply for a seat, and viewers whom the host invites.
///
/// Applications and invitations are kept by the server. They survive a lost connection and a restart of the server, and end when somebody
/// answers, when their time is over, or when the guest or the inviter leaves the live.
///
/// All calls fail with -1002 without a login, and with -2101 if the user is not in the live. Methods may be called on any thread, and reach
/// the server in the order in which they were called. State, events and completions arrive on the main queue: first the state, then the
/// event, then the completion.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class CoGuestStore: @unchecked Sendable {
    /// The guests, and the users who may become guests.
    public let state = StatePublisher(initialState: CoGuestState())
    /// Publishes events for the owner and administrators.
    public let hostEventPublisher = PassthroughSubject<HostEvent, Never>()
    /// Publishes events for a viewer who applies for a seat, is invited or has a seat.
    public let guestEventPublisher = PassthroughSubject<GuestEvent, Never>()

    /// How long news of a guest wait for the seats that have the guest, in milliseconds.
    private static let seatGraceMilliseconds: Int64 = 1_000

    let attendance: LiveAttendance
    let runtime: StoreRuntime
    let lane = CommandLane()
    var book = SeatRequestBook()
    private(set) var roster = SeatRoster()
    private let callCount = Locked(0)
    private var completions: [Int: Completion<Void>] = [:]
    /// The calls that end when the user is in a seat.
    private var callsBeforeSeat: Set<Int> = []
    private var ownerID: UserID?
    /// Counts the fetches, so that an answer from an earlier stay in the live is dropped.
    private var fetchCount = 0

    init(liveID: String, runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore) {
        self.runtime = runtime
        attendance = LiveAttendance(liveID: liveID, login: login, liveList: liveList)
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> CoGuestStore { StoreHub.shared.coGuest.store(for: liveID) }

    // MARK: The viewer applies

    /// Applies for a seat. Where seats are free, and for the owner and administrators, it takes the seat at once.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0; -1 for any free seat.
    ///   - timeout: The time for an answer, in seconds, usually 10 to 60; 0 for no limit. A server takes at most 1,800.
    ///   - extraInfo: The app's own text, which travels with the application, at most 1,024 bytes; nil for none.
    ///   - completion: Called on the main queue, when the application has ended. It then succeeds whatever the answer was, which
    ///     ``guestEventPublisher`` tells before. It fails if the application could not be made: with -2344 if there is no such seat,
    ///     100200 if it is locked, 100201 if it is taken, 100205 if all are, 100202 if the user has applied already, 100102 if the user is
    ///     invited, 100203 if the user has a seat, 100211 if the live has no seats.
    public func applyForSeat(
        seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String?, completion: CompletionClosure?
    ) { take(seatIndex, timeout, extraInfo, completion) }

    /// Cancels the user's application.
    ///
    /// - Parameter completion: Called on the main queue. It fails with -1 if no application of the user waits.
    public func cancelApplication(completion: CompletionClosure?) {
        perform(completion) { client, live in
            try await Self.failing(.notApplied) { try await client.cancelSeatRequest(of: nil, in: live) }
        }
    }

    /// Accepts an application. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The id of the user who applied.
    ///   - completion: Called on the main queue. It fails with -2311 if no such application waits, -2301 for viewers, 100201 if the seat is
    ///     taken meanwhile, 100205 if all are.
    public func acceptApplication(userID: String, completion: CompletionClosure?) {
        answerApplication(of: userID, true, completion)
    }

    /// Rejects an application. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The id of the user who applied.
    ///   - completion: Called on the main queue. It fails with -2311 if no such application waits, and with -2301 for viewers.
    public func rejectApplication(userID: String, completion: CompletionClosure?) {
        answerApplication(of: userID, false, completion)
    }

    // MARK: The host invites

    /// Invites a viewer to a seat. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The viewer's id.
    ///   - seatIndex: The number of the seat, from 0; -1 for any free seat.
    ///   - timeout: The time for an answer, in seconds, usually 5 to 1,800; 0 for no limit. A server takes at most 1,800.
    ///   - extraInfo: The app's own text, which travels with the invitation, at most 1,024 bytes; nil for none.
    ///   - completion: Called on the main queue, when the invitation has ended. It then succeeds whatever the answer was, which
    ///     ``hostEventPublisher`` tells before. It fails if the viewer could not be invited: with -2301 for viewers, 100005 if the invited
    ///     user is not in the live, 100210 if they have a seat, 100102 if they have applied or are invited.
    public func inviteToSeat(
        userID: String, seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String?, completion: CompletionClosure?
    ) {
        begin(.invitation, of: UserID(userID), completion) { client, live in
            let invite = SeatInvite(
                userID: try UserID.checked(userID), index: seatIndex, seconds: try Self.seconds(timeout),
                extraInfo: extraInfo)
            try await client.inviteToSeat(invite, in: live)
            return false
        }
    }

    /// Cancels an invitation. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - inviteeID: The id of the invited user.
    ///   - completion: Called on the main queue. It fails with -1 if no such invitation waits, and with -2301 for viewers.
    public func cancelInvitation(inviteeID: String, completion: CompletionClosure?) {
        answer(completion) { client, live in
            let guest = try UserID.checked(inviteeID)
            try await Self.failing(.seatRequestGone) { try await client.cancelSeatRequest(of: guest, in: live) }
        } about: {
            UserID(inviteeID)
        }
    }

    /// Accepts an invitation.
    ///
    /// - Parameters:
    ///   - inviterID: The id of the user who invited.
    ///   - completion: Called on the main queue, when the user is in the seat. It fails with -2311 if no such invitation waits, 100201 if
    ///     the seat is taken meanwhile, 100205 if all are.
    public func acceptInvitation(inviterID: String, completion: CompletionClosure?) {
        begin(nil, of: nil, completion) { client, live in
            let answer = SeatAnswer(inviter: try UserID.checked(inviterID), isAccepted: true)
            return try await client.answerSeatRequest(answer, in: live) != nil
        }
    }

    /// Declines an invitation.
    ///
    /// - Parameters:
    ///   - inviterID: The id of the user who invited.
    ///   - completion: Called on the main queue. It fails with -2311 if no such invitation waits.
    public func rejectInvitation(inviterID: String, completion: CompletionClosure?) {
        perform(completion) { client, live in
            let answer = SeatAnswer(inviter: try UserID.checked(inviterID), isAccepted: false)
            try await client.answerSeatRequest(answer, in: live)
        }
    }

    // MARK: The guest leaves

    /// Leaves the user's seat. The user stays in the live.
    ///
    /// - Parameter completion: Called on the main queue. It fails with 100206 if the user has no seat, and with 100006 if the user is an
    ///   owner who keeps a seat.
    public func disConnect(completion: CompletionClosure?) {
        perform(completion) { client, live in try await client.leaveSeat(in: live) }
    }
}

// MARK: - Steps of the calls

extension CoGuestStore {
    /// The command of a call. It returns whether the user is in a seat because of it, or about to be.
    typealias Asking = @Sendable (OvationClient, LiveID) async throws -> Bool

    /// Takes a seat, or applies for one.
    func take(_ index: Int, _ timeout: TimeInterval, _ extraInfo: String?, _ completion: CompletionClosure?) {
        begin(.application, of: attendance.user, completion) { client, live in
            let seconds = try Self.seconds(timeout)
            return try await client.takeSeat(index, in: live, seconds: seconds, extraInfo: extraInfo) != nil
        }
    }

    /// Makes a call that ends with its request, or when the user is in a seat.
    ///
    /// - Parameter kind: The kind of the request; nil if the call makes none.
    private func begin(
        _ kind: SeatRequest.Kind?, of guest: UserID?, _ completion: CompletionClosure?, _ command: @escaping Asking
    ) {
        let completion = Completion(completion)
        let number = callCount.withLock { count in
            count += 1
            return count
        }
        runtime.queue.async {
            self.completions[number] = completion
            if let kind, let guest { self.book.call(number, kind, of: guest) }
        }
        lane.enqueue(
            { [attendance, runtime] in
                let live = try attendance.check().live
                return try await command(try runtime.client(), live)
            },
            finish: { outcome in self.runtime.queue.async { self.finished(number, kind, outcome) } })
    }

    private func finished(_ number: Int, _ kind: SeatRequest.Kind?, _ outcome: Result<Bool, any Error>) {
        switch outcome {
        case .failure(let error):
            book.forget(call: number)
            completions.removeValue(forKey: number)?(.failure(ErrorInfo(error)))
        case .success(true): completeWhenSeated(number)
        case .success(false) where kind == nil: completions.removeValue(forKey: number)?(.success(()))
        case .success(false): book.accepted(call: number)
        }
    }

    /// Ends a call when the seats have the user, so that an app which then opens the microphone finds it allowed.
    private func completeWhenSeated(_ number: Int) {
        book.forget(call: number)
        guard let user = attendance.user, roster.seat(of: user) == nil, completions[number] != nil else {
            completions.removeValue(forKey: number)?(.success(()))
            return
        }
        callsBeforeSeat.insert(number)
        runtime.queue.async(afterMilliseconds: Self.seatGraceMilliseconds) { self.completeSeated([number]) }
    }

    private func completeSeated(_ numbers: Set<Int>) {
        for number in numbers.sorted() where callsBeforeSeat.remove(number) != nil {
            completions.removeValue(forKey: number)?(.success(()))
        }
    }

    private func answerApplication(of userID: String, _ isAccepted: Bool, _ completion: CompletionClosure?) {
        answer(completion) { client, live in
            let answer = SeatAnswer(applicant: try UserID.checked(userID), isAccepted: isAccepted)
            try await client.answerSeatRequest(answer, in: live)
        } about: {
            UserID(userID)
        }
    }

    /// Ends the request of somebody else. The state has the end before the completion is called.
    private func answer(
        _ completion: CompletionClosure?,
        _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> Void,
        about guest: @escaping @Sendable () -> UserID?
    ) {
        runtime.perform(in: lane, Completion(completion)) { [self, runtime] in
            let live = try attendance.check().live
            let request = try await runtime.queue.run { guest().flatMap { self.book.request(of: $0) } }
            try await command(try runtime.client(), live)
            return { self.carryOut(self.book.answered(request)) }
        }
    }

    /// Makes a call that ends with its answer.
    func perform(
        _ completion: CompletionClosure?, _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> Void
    ) {
        runtime.perform(in: lane, completion) { [attendance] client in
            try await command(client, try attendance.check().live)
        }
    }

    /// Gives a refusal the number -1, which apps expect where nothing waits.
    private static func failing(_ code: ErrorCode, _ command: () async throws -> Void) async throws {
        do {
            try await command()
        } catch let rejection as Rejection where rejection.code == code {
            throw ErrorInfo(code: -1, ovationCode: code.rawValue, message: rejection.message)
        }
    }

    /// Whole seconds, rounded up, because 0 means that there is no limit. The server refuses what is too long.
    static func seconds(_ timeout: TimeInterval) throws(Rejection) -> Int {
        guard timeout >= 0 else { throw Rejection(.invalidParameter, "A timeout is 0 or more seconds.") }
        return Int(min(timeout.rounded(.up), 1_000_000_000))
    }
}

// MARK: - On the stores' queue

extension CoGuestStore {
    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot):
            ownerID = snapshot.info.liveOwner.userID
            roster.entered(snapshot)
            let isEntering = !attendance.isInside
            let effects = book.entered(
                as: attendance.user, hasSeats: !roster.seats.isEmpty, isEntering: isEntering)
            carryOut(effects)
            showSeats()
            if isEntering { leaveStaleSeat(snapshot.info) }
        case .seatChanged(let changed):
            roster.changed(changed)
            showSeats()
            if let user = attendance.user, let removal = changed.removed?.first(where: { $0.userID == user }) {
                guestEventPublisher.send(
                    .onKickedOffSeat(seatIndex: removal.index, hostUser: LiveUserInfo(optional: changed.by)))
            }
        case .seatRequested(let request): carryOut(book.requested(request))
        case .seatRequestEnded(let ended): carryOut(book.ended(ended))
        case .audienceAppointed(let event): carryOut(book.appointed(event.user.userID, event.isAdmin))
        default: break
        }
    }

    /// Handles that the user is still in the live after a reconnect.
    func resumed() { carryOut(book.resumed()) }

    /// Handles that the user is no longer in the live. Requests ended with it, and so do the calls that wait for them.
    func left() {
        roster = SeatRoster()
        ownerID = nil
        fetchCount += 1
        let effects = book.left()
        state.value = CoGuestState()
        carryOut(effects)
        completeSeated(callsBeforeSeat)
    }

    private func showSeats() {
        let connected: [SeatUserInfo] = roster.seats.filter { $0.user != nil }.map { seat in
            SeatUserInfo(
                seat, in: attendance.liveID, role: seat.user?.userID == ownerID ? .owner : .generalUser)
        }
        if connected != state.value.connected { state.update { $0.connected = connected } }
        carryOut(book.seated(Set(roster.seats.compactMap(\.user?.userID))))
        if let user = attendance.user, roster.seat(of: user) != nil { completeSeated(callsBeforeSeat) }
    }

    /// A viewer who enters a video live and is still in a seat there leaves it: the app has lost its camera meanwhile. In a voice live the
    /// viewer stays in the seat.
    private func leaveStaleSeat(_ live: RoomInfo) {
        guard let user = attendance.user, user != ownerID, live.kind == .video, roster.seat(of: user) != nil else {
            return
        }
        runtime.perform(in: lane, nil) { [live = live.liveID] client in try await client.leaveSeat(in: live) }
    }

    private func carryOut(_ effects: [SeatRequestBook.Effect]) {
        for effect in effects {
            switch effect {
            case .changed: showRequests()
            case .guest(let event): guestEventPublisher.send(event)
            case .host(let event): hostEventPublisher.send(event)
            case .complete(let number): completions.removeValue(forKey: number)?(.success(()))
            case .fetch: fetch()
            case .awaitSeat(let news):
                runtime.queue.async(afterMilliseconds: Self.seatGraceMilliseconds) {
                    self.carryOut(self.book.seatIsLate(news))
                }
            }
        }
    }

    private func showRequests() {
        let (applicants, invitees) = (book.applicants.map(LiveUserInfo.init), book.invitees.map(LiveUserInfo.init))
        guard applicants != state.value.applicants || invitees != state.value.invitees else { return }
        state.update {
            $0.applicants = applicants
            $0.invitees = invitees
        }
    }

    private func fetch() {
        fetchCount += 1
        let completion = Completion<SeatPage> { [number = fetchCount] result in
            guard number == self.fetchCount else { return }
            switch result {
            case .success(let page): self.carryOut(self.book.fetched(page))
            case .failure: self.book.fetchFailed()
            }
        }
        // In the lane, so that a request which is made later is never missing in the page.
        runtime.perform(in: lane, completion) { [attendance, runtime] in
            let page = try await runtime.client().seats(of: try LiveID.checked(attendance.liveID))
            return { page }
        }
    }
}
