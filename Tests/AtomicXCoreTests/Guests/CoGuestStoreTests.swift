import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The guests' store: what viewers and hosts are told of applications and invitations, and when calls end.
@Suite(.timeLimit(.minutes(5))) struct CoGuestStoreTests {
    private typealias Call = (name: String, make: @Sendable (CoGuestStore, CompletionClosure?) -> Void)

    private static let calls: [Call] = [
        ("applyForSeat", { $0.applyForSeat(timeout: 60, extraInfo: nil, completion: $1) }),
        ("cancelApplication", { $0.cancelApplication(completion: $1) }),
        ("acceptApplication", { $0.acceptApplication(userID: "viewer", completion: $1) }),
        ("rejectApplication", { $0.rejectApplication(userID: "viewer", completion: $1) }),
        ("inviteToSeat", { $0.inviteToSeat(userID: "viewer", timeout: 10, extraInfo: nil, completion: $1) }),
        ("cancelInvitation", { $0.cancelInvitation(inviteeID: "viewer", completion: $1) }),
        ("acceptInvitation", { $0.acceptInvitation(inviterID: "host", completion: $1) }),
        ("rejectInvitation", { $0.rejectInvitation(inviterID: "host", completion: $1) }),
        ("disConnect", { $0.disConnect(completion: $1) }),
    ]

    private let stage = SeatStage()
    private var store: CoGuestStore { stage.world.coGuest }
    private let viewer = World.viewer
    private let other = World.other

    // MARK: Who may call

    @Test func `every call fails with -1002 before a login, with -2101 outside the live, and asks the server nothing`()
        async throws
    {
        for call in Self.calls { #expect(await stage.code { call.make(store, $0) } == -1_002, "\(call.name)") }
        try await stage.world.logIn()
        let before = stage.world.server.commands.count
        for call in Self.calls { #expect(await stage.code { call.make(store, $0) } == -2_101, "\(call.name)") }
        #expect(stage.world.server.commands.count == before)
    }

    @Test func `each call sends its command, with the number and the text that the app gave`() async throws {
        try await stage.enter()
        for op in ["seat.take", "seat.cancel", "seat.answer", "seat.invite"] {
            stage.world.server.on(op, error: Rejection(.adminRequired))
        }
        let before = stage.world.server.commands.count
        let apply = await stage.code { store.applyForSeat(seatIndex: 3, timeout: 9.2, extraInfo: "x", completion: $0) }
        #expect(apply == -2_301)
        for call in Self.calls.dropLast() {
            #expect(await stage.code { call.make(store, $0) } == -2_301, "\(call.name)")
        }
        let (me, host) = (viewer.userID, World.owner.userID)
        #expect(
            stage.world.server.commands.dropFirst(before).map(\.command) == [
                .seatTake(SeatTake(index: 3, seconds: 10, extraInfo: "x")),
                .seatTake(SeatTake(index: -1, seconds: 60)), .seatCancel(SeatCancel()),
                .seatAnswer(SeatAnswer(applicant: me, isAccepted: true)),
                .seatAnswer(SeatAnswer(applicant: me, isAccepted: false)),
                .seatInvite(SeatInvite(userID: me, index: -1, seconds: 10)), .seatCancel(SeatCancel(userID: me)),
                .seatAnswer(SeatAnswer(inviter: host, isAccepted: true)),
                .seatAnswer(SeatAnswer(inviter: host, isAccepted: false)),
            ])
    }

    @Test(arguments: [-1, -.infinity, .nan] as [Double])
    func `a timeout below 0 is refused, and the server hears nothing`(timeout: Double) async throws {
        try await stage.enter()
        #expect(await stage.code { store.applyForSeat(timeout: timeout, extraInfo: nil, completion: $0) } == -1_001)
        #expect(stage.world.server.commands("seat.take").isEmpty)
    }

    @Test func `ids that are none are refused`() async throws {
        try await stage.enter()
        #expect(await stage.code { store.acceptApplication(userID: "", completion: $0) } == -1_001)
        #expect(await stage.code { store.acceptInvitation(inviterID: "a b", completion: $0) } == -1_001)
        #expect(
            await stage.code { store.inviteToSeat(userID: "", timeout: 1, extraInfo: nil, completion: $0) } == -1_001)
    }

    @Test func `what does not wait any more fails with the numbers that apps know`() async throws {
        try await stage.enter()
        stage.world.server.on("seat.cancel") { frame in
            let isOwn = frame.command == .seatCancel(SeatCancel())
            return [.error(Rejection(isOwn ? .notApplied : .seatRequestGone))]
        }
        stage.world.server.on("seat.answer", error: Rejection(.seatRequestGone))
        #expect(await stage.code { store.cancelApplication(completion: $0) } == -1)
        #expect(await stage.code { store.cancelInvitation(inviteeID: "a", completion: $0) } == -1)
        #expect(await stage.code { store.acceptApplication(userID: "a", completion: $0) } == -2_311)
        #expect(await stage.code { store.rejectInvitation(inviterID: "a", completion: $0) } == -2_311)
    }

    // MARK: The end of an application

    /// Applies, and returns when the server has the application.
    private func apply() async throws -> SeatRequest {
        let request = SeatStage.application()
        try await stage.start(
            "apply", sending: "seat.take",
            answer: [
                .event(World.live, .seatRequested(request), seq: nil, durable: nil), .ok(SeatTaken(index: nil)),
            ]
        ) { store.applyForSeat(timeout: 60, extraInfo: nil, completion: $0) }
        return request
    }

    @Test(arguments: [
        (SeatRequestOutcome.rejected, ["responded false by host", "apply ok"]),
        (.timedOut, ["no response timeout", "apply ok"]), (.alreadySeated, ["no response alreadySeated", "apply ok"]),
        (.cancelled, ["apply ok"]),
    ])
    func `an application completes at its end, after the event`(outcome: SeatRequestOutcome, lines: [String])
        async throws
    {
        try await stage.enter()
        let request = try await apply()
        try await stage.world.queue.settle()
        #expect(stage.log.lines.isEmpty, "nothing is over yet")
        let by = outcome == .rejected ? World.owner : nil
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, outcome, by: by)))
        #expect(stage.log.lines == lines)
        try await stage.settle()
        #expect(stage.log.lines == lines, "the server's answer adds nothing")
    }

    @Test func `an accepted application is told when the seats have the guest, and then completes`() async throws {
        try await stage.enter()
        let request = try await apply()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .accepted, by: World.owner)))
        #expect(stage.log.lines.isEmpty, "the seats do not have the guest yet")
        try await stage.change([SeatStage.seat(1, viewer)], by: World.owner, number: 1)
        #expect(stage.log.lines == ["seats - viewer - -", "responded true by host", "apply ok"])
        #expect(store.state.value.connected.map(\.userID) == ["viewer"])
        try await stage.world.queue.advance(milliseconds: 5_000)
        #expect(stage.log.lines.count == 3)
    }

    @Test func `an accepted application is told all the same if the seats do not follow`() async throws {
        try await stage.enter()
        let request = try await apply()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .accepted, by: World.owner)))
        try await stage.world.queue.advance(milliseconds: 999)
        #expect(stage.log.lines.isEmpty)
        try await stage.world.queue.advance(milliseconds: 1)
        #expect(stage.log.lines == ["responded true by host", "apply ok"])
    }

    @Test func `an application that the server refuses fails with the number, without an event`() async throws {
        try await stage.enter()
        for code in [ErrorCode.alreadyApplied, .seatOccupied, .seatLocked, .allSeatsOccupied, .seatNotFound] {
            stage.world.server.on("seat.take", error: Rejection(code))
            let refused = await stage.code { store.applyForSeat(timeout: 10, extraInfo: nil, completion: $0) }
            #expect(refused == code.rawValue)
        }
        #expect(stage.log.lines.isEmpty)
    }

    @Test func `a second application is refused, and the first one still waits`() async throws {
        try await stage.enter()
        let request = try await apply()
        stage.world.server.on("seat.take", error: Rejection(.alreadyApplied))
        #expect(await stage.code { store.applyForSeat(timeout: 10, extraInfo: nil, completion: $0) } == 100_202)
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .rejected, by: World.owner)))
        #expect(stage.log.lines == ["responded false by host", "apply ok"])
    }

    @Test func `where seats are free an application takes the seat, and completes when the seats have the user`()
        async throws
    {
        try await stage.enter()
        try await stage.start("apply", sending: "seat.take", answer: [.ok(SeatTaken(index: 2))]) {
            store.applyForSeat(timeout: 60, extraInfo: nil, completion: $0)
        }
        try await stage.change([SeatStage.seat(2, viewer)], by: viewer, number: 1)
        try await stage.settle()
        #expect(stage.log.lines == ["seats - - viewer -", "apply ok"])
    }

    @Test func `an accepted invitation completes when the seats have the user`() async throws {
        try await stage.enter()
        let invitation = SeatStage.invitation(of: viewer)
        try await stage.world.send(.seatRequested(invitation))
        #expect(stage.log.lines == ["invited by host"], "the invited user is no invitee of their own")
        stage.log.clear()
        stage.world.server.on("seat.answer", ok: SeatTaken(index: 1))
        store.acceptInvitation(inviterID: "host", completion: stage.log.completion("accept"))
        try await stage.settle()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(invitation, .accepted, by: viewer)))
        #expect(stage.log.lines.isEmpty)
        try await stage.change([SeatStage.seat(1, viewer)], by: viewer, number: 1)
        #expect(stage.log.lines == ["seats - viewer - -", "accept ok"])
    }

    @Test(arguments: [SeatRequestOutcome.cancelled, .timedOut, .alreadySeated])
    func `an invitation that ends without an answer tells the invited user`(outcome: SeatRequestOutcome) async throws {
        try await stage.enter()
        let invitation = SeatStage.invitation(of: viewer)
        try await stage.world.send(.seatRequested(invitation))
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(invitation, outcome, by: nil)))
        #expect(stage.log.lines == ["invited by host", "invitation of host over"])
    }

    // MARK: The host

    @Test func `the host's applicants are in the order in which they applied, each until its end`() async throws {
        try await stage.create()
        let (one, two) = (SeatStage.application(), SeatStage.application(of: other, at: 1))
        try await stage.world.send(.seatRequested(one))
        try await stage.world.send(.seatRequested(two))
        #expect(
            stage.log.lines == [
                #"applicants ["viewer"]"#, "viewer applies", #"applicants ["viewer", "other"]"#, "other applies",
            ])
        stage.log.clear()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(one, .cancelled, by: viewer)))
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(two, .timedOut, by: nil)))
        #expect(stage.log.lines == [#"applicants ["other"]"#, "viewer cancels", "applicants []"])
    }

    @Test func `the host's own answer takes the applicant off the list before it completes, without an event`()
        async throws
    {
        try await stage.create()
        let request = SeatStage.application()
        try await stage.world.send(.seatRequested(request))
        stage.log.clear()
        stage.world.server.on("seat.answer", ok: SeatTaken(index: nil))
        try await stage.start("reject", sending: "seat.answer", answer: [.ok(SeatTaken(index: nil))]) {
            store.rejectApplication(userID: "viewer", completion: $0)
        }
        try await stage.settle()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .rejected, by: World.owner)))
        #expect(stage.log.lines == ["applicants []", "reject ok"])
    }

    @Test func `an application that another host answered is told with who did it`() async throws {
        try await stage.create()
        let request = SeatStage.application()
        try await stage.world.send(.seatRequested(request))
        stage.log.clear()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .rejected, by: other)))
        #expect(stage.log.lines == ["applicants []", "viewer answered by other"])
    }

    @Test(arguments: [
        (SeatRequestOutcome.rejected, "viewer says false"), (.timedOut, "viewer no response timeout"),
        (.alreadySeated, "viewer no response alreadySeated"), (.accepted, "viewer says true"),
    ])
    func `an invitation completes at its end, after state and event`(outcome: SeatRequestOutcome, event: String)
        async throws
    {
        try await stage.create()
        let request = SeatStage.invitation(of: viewer)
        try await stage.start(
            "invite", sending: "seat.invite",
            answer: [.event(World.live, .seatRequested(request), seq: nil, durable: nil), .ok(Empty())]
        ) { store.inviteToSeat(userID: "viewer", timeout: 10, extraInfo: nil, completion: $0) }
        try await stage.settle()
        #expect(stage.log.lines == [#"invitees ["viewer"]"#])
        stage.log.clear()
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, outcome, by: viewer)))
        try await stage.change([SeatStage.seat(1, viewer)], by: viewer, number: 1)
        #expect(stage.log.lines.filter { !$0.hasPrefix("seats") } == ["invitees []", event, "invite ok"])
    }

    @Test func `invitations of other hosts are in the list, and their ends no news`() async throws {
        try await stage.create()
        let request = SeatStage.invitation(of: viewer, by: other)
        try await stage.world.send(.seatRequested(request))
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .rejected, by: viewer)))
        #expect(stage.log.lines == [#"invitees ["viewer"]"#, "invitees []"])
    }

    @Test func `the connected are those in the seats, with the owner's role`() async throws {
        stage.serve([SeatStage.seat(0, World.owner), SeatStage.seat(2, other) { $0.isMicrophoneOn = true }])
        try await stage.create()
        let connected = store.state.value.connected
        #expect(connected.map(\.userID) == ["host", "other"] && connected.map(\.role) == [.owner, .generalUser])
        #expect(connected.map(\.microphoneStatus) == [.off, .on] && connected.allSatisfy { $0.liveID == "live_1" })
    }

    @Test func `who is kicked off a seat is told by whom, when the seats say so`() async throws {
        stage.serve([SeatStage.seat(3, viewer)], templateID: 70)
        try await stage.enter()
        try await stage.change(
            [SeatStage.seat(3)], .kicked, removed: [.init(userID: viewer.userID, index: 3)], by: World.owner, number: 1)
        #expect(stage.log.lines == ["seats - - - -", "kicked off 3 by host"])
        try await stage.change(
            [SeatStage.seat(1)], .kicked, removed: [.init(userID: other.userID, index: 1)], by: nil, number: 2)
        #expect(stage.log.lines.count == 2, "what happens to others is no event")
    }

    @Test func `a live has one store, and another live has another`() {
        #expect(CoGuestStore.create(liveID: "guests") === CoGuestStore.create(liveID: "guests"))
        #expect(CoGuestStore.create(liveID: "guests") !== CoGuestStore.create(liveID: "other guests"))
    }

    @Test func `the reasons have the numbers that apps know, and the state survives JSON`() {
        #expect([NoResponseReason.timeout, .alreadySeated].map(\.rawValue) == [0, 1])
        #expect(NoResponseReason.fromJsonString("1") == .alreadySeated && NoResponseReason.fromJsonString("2") == nil)
        var state = CoGuestState()
        state.connected = [SeatUserInfo(userID: "viewer", microphoneStatus: .on)]
        let read = state.toJsonString().flatMap(CoGuestState.fromJsonString)
        #expect(read?.connected == state.connected && read?.applicants.isEmpty == true)
    }
}
