import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The stores of a live with seats, and a log of what an app is told, in order.
struct SeatStage {
    static let viewerID = World.viewer.userID
    static let time = Timestamp(milliseconds: 1_700_000_000_000)

    let world: World
    /// What the app was told: states, events and completions.
    let log = SeatLog()

    /// Makes the stores. Nobody is in the live yet.
    init(_ world: World = World()) {
        self.world = world
        serve()
        world.server.on("seat.list", ok: SeatPage(seats: nil, requests: [], last: nil))
        log.follow(world)
    }

    /// Has the live have these seats, beside empty ones up to four.
    func serve(_ seats: [Seat] = [], templateID: Int = 600, admins: [UserInfo] = []) {
        let snapshot = Self.snapshot(seats, templateID: templateID, admins: admins)
        for op in ["room.join", "room.create"] {
            world.server.on(op) { _ in
                World.entering(World.live, role: op == "room.create" ? .owner : .viewer, snapshot: snapshot)
            }
        }
    }

    /// Has the server have these requests.
    func serve(requests: [SeatRequest], last: SeatRequestEnded? = nil) {
        world.server.on("seat.list", ok: SeatPage(seats: nil, requests: requests, last: last))
    }

    /// Enters the live as a viewer, and returns when the requests are known.
    func enter() async throws {
        try await world.enter()
        try await settle()
        log.clear()
    }

    /// Creates the live, and returns when the requests are known.
    func create() async throws {
        try await world.create()
        try await settle()
        log.clear()
    }

    /// Cuts the connection, and returns when the client has resumed and knows the requests.
    func reconnect(recovered: Bool, snapshot: RoomSnapshot? = nil) async throws {
        let room = SessionOpened.Room(
            room: World.live, joined: true, recovered: recovered, membership: World.joined(World.live, role: .viewer))
        world.server.on("session.open") { frame in
            guard case .sessionOpen(let open) = frame.command else { return [] }
            let event = snapshot.map {
                ScriptedServer.Output.event(World.live, .roomSnapshot($0), seq: nil, durable: nil)
            }
            return [.ok(World.opened(open, rooms: [room]))] + (event.map { [$0] } ?? [])
        }
        try await world.server.disconnect()
        // The first call waits for the connection, the second for the requests, which are fetched then.
        try await settle()
        try await settle()
    }

    /// Returns when all earlier calls and fetches of the stores are over.
    func settle() async throws {
        world.server.on("seat.leave", error: Rejection(.notSeated))
        let code = await code { world.coGuest.disConnect(completion: $0) }
        #expect(code == ErrorCode.notSeated.rawValue)
        try await world.queue.settle()
    }

    /// Makes a call, and returns when the server has its command. The log gets the name with the outcome.
    func start(
        _ name: String, sending op: String, answer: [ScriptedServer.Output], _ call: (CompletionClosure?) -> Void
    )
        async throws
    {
        let arrived = CommandSignal()
        let arrivals = Recorder(arrived.subject)
        world.server.on(op) { frame in
            arrived.subject.send(frame.command)
            return answer
        }
        call(log.completion(name))
        await arrivals.wait { !$0.isEmpty }
    }

    /// Makes a call, waits for its completion, and returns the number of the error, 0 for a success.
    func code(_ call: (CompletionClosure?) -> Void) async -> Int {
        await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            call { result in
                switch result {
                case .success: continuation.resume(returning: 0)
                case .failure(let error): continuation.resume(returning: error.code)
                }
            }
        }
    }

    /// Sends that seats changed.
    func change(
        _ seats: [Seat], _ reason: SeatChangeReason = .taken, removed: [SeatChanged.Removal]? = nil,
        by user: UserInfo? = nil, number: Int64
    ) async throws {
        let changed = SeatChanged(reason: reason, seats: seats, removed: removed, by: user)
        try await world.send(.seatChanged(changed), seq: 100 + number, durable: number)
    }

    // MARK: The server's values

    static func seat(_ index: Int, _ user: UserInfo? = nil, _ change: (inout Seat) -> Void = { _ in }) -> Seat {
        var seat = Seat(index: index)
        seat.user = user
        change(&seat)
        return seat
    }

    static func snapshot(_ seats: [Seat], templateID: Int = 600, admins: [UserInfo] = []) -> RoomSnapshot {
        var snapshot = World.snapshot(admins: admins)
        snapshot.info.seatLayoutTemplateID = templateID
        let all = (0..<4).map { index in seats.first { $0.index == index } ?? Seat(index: index) }
        snapshot.seats = SeatBoard(templateID: templateID, canvas: SeatCanvas(w: 720, h: 1_280), seats: all)
        return snapshot
    }

    static func application(of guest: UserInfo = World.viewer, at number: Int64 = 0) -> SeatRequest {
        SeatRequest(.application, guest: guest, at: time.adding(milliseconds: number), deadline: nil)
    }

    static func invitation(of guest: UserInfo, by inviter: UserInfo = World.owner, at number: Int64 = 0) -> SeatRequest
    {
        SeatRequest(
            .invitation, guest: guest, inviter: inviter, at: time.adding(milliseconds: number), deadline: nil)
    }
}

/// Carries the commands that a script gets to the test that waits for them.
///
/// `@unchecked Sendable`: the subject has a lock.
struct CommandSignal: @unchecked Sendable {
    let subject = PassthroughSubject<Command, Never>()
}

/// What an app is told, in order.
final class SeatLog: Sendable {
    private let told = Locked<[String]>([])
    private let subscriptions = Locked(SeatLogSubscriptions())

    var lines: [String] { told.withLock { $0 } }

    func clear() { told.withLock { $0 = [] } }

    func add(_ line: String) { told.withLock { $0.append(line) } }

    /// Makes a completion that notes how the call ended.
    func completion(_ name: String) -> CompletionClosure {
        { result in
            switch result {
            case .success: self.add("\(name) ok")
            case .failure(let error): self.add("\(name) \(error.code)")
            }
        }
    }

    func follow(_ world: World) {
        let made = SeatLogSubscriptions(all: [
            world.seat.state.subscribe(StatePublisherSelector(keyPath: \LiveSeatState.seatList)).dropFirst().sink {
                seats in
                self.add(
                    "seats \(seats.map { $0.userInfo.userID.isEmpty ? "-" : $0.userInfo.userID }.joined(separator: " "))"
                )
            },
            world.coGuest.state.subscribe(StatePublisherSelector(keyPath: \CoGuestState.applicants)).dropFirst().sink {
                self.add("applicants \($0.map(\.userID))")
            },
            world.coGuest.state.subscribe(StatePublisherSelector(keyPath: \CoGuestState.invitees)).dropFirst().sink {
                self.add("invitees \($0.map(\.userID))")
            },
            world.coGuest.guestEventPublisher.sink { self.add(Self.line($0)) },
            world.coGuest.hostEventPublisher.sink { self.add(Self.line($0)) },
            world.seat.liveSeatEventPublisher.sink { self.add("\($0)") },
            world.hub.liveList.liveListEventPublisher.sink { _ in self.add("out of the live") },
        ])
        subscriptions.withLock { $0 = made }
    }

    static func line(_ event: GuestEvent) -> String {
        switch event {
        case .onHostInvitationReceived(let host): "invited by \(host.userID)"
        case .onHostInvitationCancelled(let host): "invitation of \(host.userID) over"
        case .onGuestApplicationResponded(let isAccept, let host): "responded \(isAccept) by \(host.userID)"
        case .onGuestApplicationNoResponse(let reason): "no response \(reason)"
        case .onKickedOffSeat(let index, let host): "kicked off \(index) by \(host.userID)"
        }
    }

    static func line(_ event: HostEvent) -> String {
        switch event {
        case .onGuestApplicationReceived(let guest): "\(guest.userID) applies"
        case .onGuestApplicationCancelled(let guest): "\(guest.userID) cancels"
        case .onGuestApplicationProcessedByOtherHost(let guest, let host): "\(guest.userID) answered by \(host.userID)"
        case .onHostInvitationResponded(let isAccept, let guest): "\(guest.userID) says \(isAccept)"
        case .onHostInvitationNoResponse(let guest, let reason): "\(guest.userID) no response \(reason)"
        }
    }
}

/// The subscriptions of a log.
///
/// `@unchecked Sendable`: they are kept and nothing else.
struct SeatLogSubscriptions: @unchecked Sendable {
    var all: [AnyCancellable] = []
}
