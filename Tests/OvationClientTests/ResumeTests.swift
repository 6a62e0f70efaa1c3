import OvationModel
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
    private let liveID = ClientFixture.liveID

    private func answer(
        joined: Bool = true, recovered: Bool, membership: RoomJoined? = nil, error: Rejection? = nil
    ) -> SessionOpened {
        ClientFixture.opened(
            resumed: true,
            rooms: [
                SessionOpened.Room(
                    room: liveID, joined: joined, recovered: recovered, membership: membership,
                    error: error.map(WireError.init))
            ])
    }

    @Test func `a reconnect resumes every live after its last event`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        connection.event(ClientFixture.gift("o1"), in: liveID, seq: 12, durable: 4)
        connection.event(ClientFixture.barrage("a"), in: liveID, seq: 15)
        let (_, asked) = try await fixture.reconnect(
            from: connection, answering: answer(recovered: true, membership: ClientFixture.joined()))
        #expect(asked.resume?.session == SessionID(unchecked: "s1"))
        #expect(
            asked.resume?.rooms == [
                SessionOpen.Position(
                    room: liveID, epoch: "e1", seq: 15, durable: 4, sessionID: LiveSessionID(unchecked: "l1"))
            ])
    }

    @Test func `a recovered live continues, and a repeated replay is delivered once`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        first.event(ClientFixture.gift("o1"), in: liveID, seq: 11, durable: 4)
        let (second, _) = try await fixture.reconnect(
            from: first, answering: answer(recovered: true, membership: ClientFixture.joined()))
        second.event(ClientFixture.gift("o1"), in: liveID, seq: 11, durable: 4)
        second.event(ClientFixture.gift("o2"), in: liveID, seq: 12, durable: 5)
        second.event(ClientFixture.barrage("b"), in: liveID, seq: 13)
        #expect(
            try await fixture.roomEvents() == [
                "room.snapshot -1 -1", "gift.received 11 4", "resumed live1 true", "gift.received 12 5",
                "barrage.sent 13 -1",
            ])
    }

    @Test func `an unrecovered live gets its missed gifts, a snapshot, and then the new epoch's events`()
        async throws
    {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        let restarted = ClientFixture.joined(epoch: "e2", seq: 1_000, durable: 6)
        let (second, _) = try await fixture.reconnect(
            from: first, answering: answer(recovered: false, membership: restarted))
        second.event(ClientFixture.gift("o1"), in: liveID, epoch: "e2", durable: 5)
        second.event(ClientFixture.gift("o2"), in: liveID, epoch: "e2", durable: 6)
        second.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID, epoch: "e2")
        second.event(ClientFixture.barrage("old"), in: liveID, epoch: "e2", seq: 1_000)
        second.event(ClientFixture.barrage("new"), in: liveID, epoch: "e2", seq: 1_001)
        #expect(
            try await fixture.roomEvents() == [
                "room.snapshot -1 -1", "resumed live1 false", "gift.received -1 5", "gift.received -1 6",
                "room.snapshot -1 -1", "barrage.sent 1001 -1",
            ])
        let (_, asked) = try await fixture.reconnect(
            from: second, answering: answer(recovered: true, membership: restarted))
        #expect(asked.resume?.rooms.first?.seq == 1_001)
    }

    @Test func `a connection lost during a replay resumes with the rest`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        let restarted = ClientFixture.joined(epoch: "e2", seq: 1_000, durable: 6)
        let (second, _) = try await fixture.reconnect(
            from: first, answering: answer(recovered: false, membership: restarted))
        second.event(ClientFixture.gift("o1"), in: liveID, epoch: "e2", durable: 5)
        let (third, asked) = try await fixture.reconnect(
            from: second, answering: answer(recovered: false, membership: restarted))
        #expect(asked.resume?.rooms.first?.durable == 5)
        #expect(asked.resume?.rooms.first?.epoch == "")
        third.event(ClientFixture.gift("o2"), in: liveID, epoch: "e2", durable: 6)
        #expect(try await fixture.roomEvents().suffix(1) == ["gift.received -1 6"])
    }

    @Test func `an ended live is reported as removed after its last gifts`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        let (second, _) = try await fixture.reconnect(
            from: first, answering: answer(joined: false, recovered: false, error: Rejection(.roomNotFound)))
        second.event(ClientFixture.gift("o1"), in: liveID, durable: 4)
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics()))
        second.event(ended, in: liveID, durable: 5)
        second.event(ClientFixture.barrage("stray"), in: liveID, seq: 99)
        #expect(
            try await fixture.roomEvents() == [
                "room.snapshot -1 -1", "removed live1 100004", "gift.received -1 4", "room.ended -1 5",
            ])
        let (_, asked) = try await fixture.reconnect(from: second, answering: ClientFixture.opened(resumed: true))
        #expect(asked.resume?.rooms.isEmpty == true)
    }

    @Test func `a live missing from the server's answer is removed`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        _ = try await fixture.reconnect(from: first, answering: ClientFixture.opened(session: "s2"))
        #expect(try await fixture.roomEvents().suffix(1) == ["removed live1 100005"])
        #expect(fixture.client.session?.session == SessionID(unchecked: "s2"))
    }

    @Test func `a join is sent again if the connection is lost before its answer`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let entered = fixture.client.joinRoom(liveID)
        _ = await first.nextCommand()
        let (second, asked) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        #expect(asked.resume?.rooms.isEmpty == true)
        let frame = await second.nextCommand()
        #expect(frame.command == .roomJoin)
        second.reply(to: frame, ClientFixture.joined())
        second.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID)
        #expect(try await entered.membership == ClientFixture.joined())
    }

    @Test func `a join that loses the connection before its snapshot takes the resume's snapshot`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let entered = fixture.client.joinRoom(liveID)
        first.reply(to: await first.nextCommand(), ClientFixture.joined())
        try await fixture.settle()
        let (second, asked) = try await fixture.reconnect(
            from: first, answering: answer(recovered: false, membership: ClientFixture.joined()))
        #expect(asked.resume?.rooms.first?.epoch == "")
        second.event(.roomSnapshot(ClientFixture.snapshot(audienceCount: 9)), in: liveID)
        #expect(try await entered.snapshot.audienceCount == 9)
    }

    @Test func `a join fails if the live ends before its snapshot`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.joinRoom(ClientFixture.liveID) }
        first.reply(to: await first.nextCommand(), ClientFixture.joined())
        try await fixture.settle()
        _ = try await fixture.reconnect(
            from: first, answering: answer(joined: false, recovered: false, error: Rejection(.roomNotFound)))
        #expect(await refused?.code == .roomNotFound)
    }

    @Test func `frames from an abandoned connection are ignored`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.join(first)
        let (second, _) = try await fixture.reconnect(
            from: first, answering: answer(recovered: true, membership: ClientFixture.joined()))
        _ = try await fixture.roomEvents()
        first.event(ClientFixture.barrage("ghost"), in: liveID, seq: 50)
        first.lose(.kickedOffline)
        second.event(ClientFixture.barrage("real"), in: liveID, seq: 11)
        #expect(try await fixture.roomEvents() == ["barrage.sent 11 -1"])
        #expect(fixture.client.connectionState == .connected)
    }
}
