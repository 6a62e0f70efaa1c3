import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
    /// Cuts the connection. The reconnect's login is answered with what it finds of the live; the outputs follow.
    private func reconnect(
        _ world: World, room: SessionOpened.Room, then outputs: [ScriptedServer.Output]
    ) async throws {
        world.server.on("session.open") { frame in
            guard case .sessionOpen(let open) = frame.command, open.resume != nil else { return [] }
            return [.ok(World.opened(open, rooms: [room]))] + outputs
        }
        try await world.server.disconnect()
        // A command waits for the connection, so its answer comes after everything that the resume brings.
        try await world.like.sendLike()
        try await world.queue.settle()
    }

    @Test func `a resume that recovers everything continues the live`() async throws {
        let world = World()
        try await world.enter()
        try await world.send(World.text("one"), seq: 101)
        let room = SessionOpened.Room(
            room: World.live, joined: true, recovered: true, membership: World.joined(World.live, role: .viewer))
        try await reconnect(world, room: room, then: [.event(World.live, World.text("two"), seq: 102, durable: nil)])
        try await world.queue.advance(milliseconds: 300)
        #expect(world.barrage.state.value.messageList.map(\.textContent) == ["one", "two"])
        #expect(world.hub.liveList.state.value.currentLive.liveID == "live_1")
    }

    @Test func `a resume that does not recover everything takes the snapshot`() async throws {
        let world = World()
        try await world.enter()
        try await world.send(World.text("one"), seq: 101)
        world.barrage.appendLocalTip(message: tip("tip"))
        let gifts = Recorder(world.gift.giftEventPublisher)
        var statistics = RoomStatistics()
        statistics.totalLikesReceived = 50
        statistics.totalMessageSent = 4
        let snapshot = World.snapshot(
            statistics: statistics, audience: [World.viewer, World.other], admins: [World.other],
            history: [World.record("one", seq: 101), World.record("three", seq: 103)])
        let room = SessionOpened.Room(
            room: World.live, joined: true, recovered: false, membership: World.joined(World.live, role: .viewer))
        try await reconnect(
            world, room: room,
            then: [
                .event(World.live, try World.giftReceived(order: "o1", count: 2), seq: nil, durable: 1),
                .event(World.live, .roomSnapshot(snapshot), seq: nil, durable: nil),
            ])
        #expect(world.barrage.state.value.messageList.map(\.textContent) == ["one", "tip", "three"])
        #expect(world.audience.state.value.audienceList.map(\.userID) == ["viewer", "other"])
        #expect(world.audience.state.value.adminList.map(\.userID) == ["other"])
        #expect(world.like.state.value.totalLikeCount == 50)
        #expect(world.summary.state.value.summaryData.totalMessageSent == 4)
        #expect(gifts.values.count == 1)
        #expect(world.hub.liveList.state.value.currentLive.liveID == "live_1")
    }

    @Test func `a live that ended during the outage reports its own reason and shows its last gift`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.hub.liveList.liveListEventPublisher)
        let gifts = Recorder(world.gift.giftEventPublisher)
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "bye", statistics: RoomStatistics()))
        try await reconnect(
            world,
            room: SessionOpened.Room(
                room: World.live, joined: false, recovered: false, error: WireError(Rejection(.roomNotFound))),
            then: [
                .event(World.live, try World.giftReceived(order: "o1", count: 2), seq: nil, durable: 1),
                .event(World.live, ended, seq: nil, durable: 2),
            ])
        try await world.queue.advance(milliseconds: 1_000)
        guard case .onLiveEnded("live_1", .endedByHost, "bye")? = events.values.first, events.values.count == 1 else {
            Issue.record("\(events.values)")
            return
        }
        #expect(gifts.values.count == 1)
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
    }

    @Test(arguments: [
        (ErrorCode.notMember, LiveKickedOutReason?.some(.forJoinRoomStatusInvalidDuringOffline)),
        (.memberBanned, .some(.byAdmin)), (.roomNotFound, nil),
    ])
    func `a resume that finds the user outside reports it even if no event follows`(
        code: ErrorCode, kickedOut: LiveKickedOutReason?
    ) async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.hub.liveList.liveListEventPublisher)
        try await reconnect(
            world,
            room: SessionOpened.Room(
                room: World.live, joined: false, recovered: false, error: WireError(Rejection(code))), then: [])
        #expect(events.values.isEmpty)
        try await world.queue.advance(milliseconds: 300)
        #expect(events.values.count == 1)
        switch events.values.first {
        case .onLiveEnded("live_1", let reason, _)?: #expect(kickedOut == nil && reason == .endedByServer)
        case .onKickedOutOfLive("live_1", let reason, _)?: #expect(reason == kickedOut)
        default: Issue.record("\(events.values)")
        }
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
    }

    private func tip(_ text: String) -> AtomicXCore.Barrage {
        var tip = AtomicXCore.Barrage()
        tip.textContent = text
        return tip
    }
}
