import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// What the guests' store knows after entering, after a lost connection and after the end.
@Suite(.timeLimit(.minutes(5))) struct CoGuestResumeTests {
    private let stage = SeatStage()
    private var store: CoGuestStore { stage.world.coGuest }
    private let viewer = World.viewer
    private let other = World.other

    private func apply(_ request: SeatRequest?) async throws {
        let told = request.map {
            [ScriptedServer.Output.event(World.live, .seatRequested($0), seq: nil, durable: nil)]
        }
        try await stage.start(
            "apply", sending: "seat.take", answer: (told ?? []) + [.ok(SeatTaken(index: nil))]
        ) { store.applyForSeat(timeout: 60, extraInfo: nil, completion: $0) }
        try await stage.settle()
    }

    // MARK: Entering

    @Test func `a host who enters again has the applications that wait, without events`() async throws {
        stage.serve(requests: [SeatStage.application(of: other), SeatStage.invitation(of: viewer)])
        try await stage.world.create()
        try await stage.settle()
        #expect(store.state.value.applicants.map(\.userID) == ["other"])
        #expect(store.state.value.invitees.map(\.userID) == ["viewer"])
        #expect(!stage.log.lines.contains("other applies"))
    }

    @Test func `a viewer who enters again is told of the invitation that waits`() async throws {
        stage.serve(requests: [SeatStage.invitation(of: viewer)])
        try await stage.world.enter()
        try await stage.settle()
        #expect(stage.log.lines.contains("invited by host"))
    }

    @Test func `who becomes an administrator gets the list, and who is none any more loses it`() async throws {
        try await stage.enter()
        stage.serve(requests: [SeatStage.application(of: other)])
        try await stage.world.send(
            .audienceAppointed(AudienceAppointed(user: viewer, isAdmin: true, by: nil)), seq: 101, durable: 1)
        try await stage.settle()
        #expect(stage.log.lines == [#"applicants ["other"]"#])
        try await stage.world.send(
            .audienceAppointed(AudienceAppointed(user: viewer, isAdmin: false, by: nil)), seq: 102, durable: 2)
        #expect(stage.log.lines == [#"applicants ["other"]"#, "applicants []"])
    }

    @Test func `a live without seats is not asked for requests`() async throws {
        let world = World()
        try await world.enter()
        #expect(await stage.code { world.coGuest.disConnect(completion: $0) } != 0)
        #expect(world.server.commands("seat.list").isEmpty)
    }

    @Test(arguments: [(600, true), (70, false)])
    func `who enters a video live and still has a seat there leaves it, and a voice stays`(
        template: Int, leaves: Bool
    ) async throws {
        stage.serve([SeatStage.seat(1, viewer)], templateID: template)
        try await stage.world.enter()
        try await stage.settle()
        // The barrier of the test leaves a seat too.
        #expect(stage.world.server.commands("seat.leave").count == (leaves ? 2 : 1))
    }

    @Test func `an owner who enters their video live keeps the seat`() async throws {
        stage.serve([SeatStage.seat(0, World.owner)])
        try await stage.create()
        #expect(stage.world.server.commands("seat.leave").count == 1)
    }

    // MARK: A lost connection

    @Test(arguments: [true, false])
    func `an application outlives a lost connection, and its end is told with the list`(recovered: Bool) async throws {
        try await stage.enter()
        let request = SeatStage.application()
        try await apply(request)
        let snapshot = recovered ? nil : SeatStage.snapshot([])
        stage.serve(requests: [request])
        try await stage.reconnect(recovered: recovered, snapshot: snapshot)
        #expect(stage.log.lines.isEmpty, "it still waits")
        stage.serve(requests: [], last: SeatRequestEnded(request, .rejected, by: World.owner))
        try await stage.reconnect(recovered: recovered, snapshot: snapshot)
        #expect(stage.log.lines == ["responded false by host", "apply ok"])
    }

    @Test func `an application that came and went while nobody was told is over after the resume`() async throws {
        try await stage.enter()
        let request = SeatStage.application()
        try await apply(nil)
        stage.serve(requests: [], last: SeatRequestEnded(request, .timedOut, by: nil))
        try await stage.reconnect(recovered: true)
        #expect(stage.log.lines == ["no response timeout", "apply ok"])
    }

    @Test func `an old end is not taken for that of a new application`() async throws {
        let old = SeatRequestEnded(SeatStage.application(at: -5), .rejected, by: World.owner)
        stage.serve(requests: [], last: old)
        try await stage.enter()
        try await apply(SeatStage.application())
        try await stage.reconnect(recovered: true)
        #expect(stage.log.lines == ["no response timeout", "apply ok"])
    }

    @Test func `a host is told after a resume of those who applied and of the invited who sit or did not answer`()
        async throws
    {
        try await stage.create()
        for (guest, number) in [(viewer, Int64(0)), (other, 1)] {
            try await stage.world.send(.seatRequested(SeatStage.invitation(of: guest, at: number)))
        }
        stage.log.clear()
        let third = UserInfo(userID: UserID(unchecked: "third"), userName: "Third")
        stage.serve(requests: [SeatStage.application(of: third, at: 9)])
        try await stage.reconnect(recovered: false, snapshot: SeatStage.snapshot([SeatStage.seat(1, viewer)]))
        #expect(stage.log.lines.contains("viewer says true") && stage.log.lines.contains("other no response timeout"))
        #expect(stage.log.lines.contains("third applies"))
        #expect(store.state.value.applicants.map(\.userID) == ["third"] && store.state.value.invitees.isEmpty)
    }

    // MARK: The end

    @Test func `leaving ends what waits, and clears the state after the answer`() async throws {
        stage.serve([SeatStage.seat(0, World.owner)])
        try await stage.enter()
        try await apply(SeatStage.application())
        stage.world.server.on("room.leave", error: Rejection(.storageUnavailable))
        await #expect(throws: ErrorInfo.self) { try await stage.world.hub.liveList.leaveLive() }
        #expect(stage.log.lines.isEmpty && store.state.value.connected.count == 1)
        stage.world.server.on("room.leave", ok: Empty())
        try await stage.world.hub.liveList.leaveLive()
        try await stage.world.queue.settle()
        #expect(stage.log.lines == ["seats ", "apply ok"])
        #expect(store.state.value.connected.isEmpty && stage.world.seat.state.value.canvas == LiveCanvas())
    }

    @Test func `the end of the live is told first, and then the state is cleared`() async throws {
        stage.serve([SeatStage.seat(0, World.owner)])
        try await stage.enter()
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics()))
        try await stage.world.send(ended, seq: 101, durable: 1)
        try await stage.world.queue.settle()
        #expect(stage.log.lines == ["out of the live", "seats "])
    }

    @Test func `what the server says after the end changes nothing`() async throws {
        try await stage.enter()
        try await stage.world.hub.liveList.leaveLive()
        try await stage.world.queue.settle()
        stage.log.clear()
        store.handle(.seatRequested(SeatStage.invitation(of: viewer)))
        store.handle(.seatRequestEnded(SeatRequestEnded(SeatStage.invitation(of: viewer), .timedOut, by: nil)))
        #expect(stage.log.lines.isEmpty && store.state.value.invitees.isEmpty)
    }
}
