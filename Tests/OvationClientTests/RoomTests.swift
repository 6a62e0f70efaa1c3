import OvationModel
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct RoomTests {
    private let liveID = ClientFixture.liveID

    @Test func `a join returns after both reply and snapshot, and delivers the snapshot as an event`()
        async throws
    {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let done = Locked(false)
        async let entered = {
            let entered = try await fixture.client.joinRoom(ClientFixture.liveID)
            done.withLock { $0 = true }
            return entered
        }()
        let frame = await connection.nextCommand()
        #expect(frame.room == liveID && frame.command == .roomJoin)
        connection.reply(to: frame, ClientFixture.joined())
        try await fixture.settle()
        #expect(!done.withLock { $0 })
        connection.event(.roomSnapshot(ClientFixture.snapshot(audienceCount: 5)), in: liveID)
        let room = try await entered
        #expect(room.membership == ClientFixture.joined())
        #expect(room.snapshot.audienceCount == 5)
        #expect(try await fixture.roomEvents() == ["room.snapshot -1 -1"])
    }

    @Test func `a join accepts a snapshot that arrives before the reply`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let entered = fixture.client.joinRoom(liveID)
        let frame = await connection.nextCommand()
        connection.event(.roomSnapshot(ClientFixture.snapshot(audienceCount: 5)), in: liveID)
        connection.reply(to: frame, ClientFixture.joined())
        #expect(try await entered.snapshot.audienceCount == 5)
        #expect(try await fixture.roomEvents() == ["room.snapshot -1 -1"])
    }

    @Test func `creating a live sends its settings and joins it`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let settings = {
            var settings = RoomSettings()
            settings.liveName = "Show"
            return settings
        }()
        async let entered = fixture.client.createRoom(liveID, settings: settings)
        let frame = await connection.nextCommand()
        #expect(frame.command == .roomCreate(RoomCreate(liveID: liveID, settings: settings)))
        connection.reply(to: frame, ClientFixture.joined())
        connection.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID)
        #expect(try await entered.membership.liveID == liveID)
    }

    @Test func `a refused join throws, and events of that live are not delivered`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.joinRoom(ClientFixture.liveID) }
        connection.refuse(await connection.nextCommand(), Rejection(.memberBanned))
        #expect(await refused?.code == .memberBanned)
        connection.event(ClientFixture.barrage("hi"), in: liveID, seq: 11)
        #expect(try await fixture.roomEvents().isEmpty)
    }

    @Test func `events are delivered once and in order`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        connection.event(ClientFixture.barrage("old"), in: liveID, seq: 10)
        connection.event(ClientFixture.barrage("a"), in: liveID, seq: 11)
        connection.event(ClientFixture.gift("o1"), in: liveID, seq: 12, durable: 4)
        connection.event(ClientFixture.gift("o1"), in: liveID, seq: 12, durable: 4)
        connection.event(ClientFixture.barrage("b"), in: liveID, seq: 13)
        connection.event(ClientFixture.barrage("b"), in: liveID, seq: 13)
        #expect(
            try await fixture.roomEvents() == [
                "room.snapshot -1 -1", "barrage.sent 11 -1", "gift.received 12 4", "barrage.sent 13 -1",
            ])
    }

    @Test func `a live that the user has left delivers no more events`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        async let left: Void = fixture.client.leaveRoom(liveID)
        let frame = await connection.nextCommand()
        connection.event(ClientFixture.barrage("still"), in: liveID, seq: 11)
        connection.reply(to: frame, Empty())
        try await left
        connection.event(ClientFixture.barrage("late"), in: liveID, seq: 12)
        #expect(try await fixture.roomEvents() == ["room.snapshot -1 -1", "barrage.sent 11 -1"])
        let (_, asked) = try await fixture.reconnect(from: connection, answering: ClientFixture.opened(resumed: true))
        #expect(asked.resume?.rooms.isEmpty == true)
    }

    @Test func `the end of a live and the user's own removal take the client out of it`() async throws {
        let alice = UserInfo(userID: ClientFixture.userID)
        let removals: [RoomEvent] = [
            .roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics())),
            .audienceKicked(AudienceKicked(user: alice, by: nil, reason: "", count: 0)),
            .audienceBanned(AudienceBanned(user: alice, banned: true, until: nil, by: nil, reason: "", count: 0)),
        ]
        for removal in removals {
            let fixture = ClientFixture()
            let connection = try await fixture.logIn()
            _ = try await fixture.join(connection)
            connection.event(removal, in: liveID, seq: 11, durable: 4)
            connection.event(ClientFixture.barrage("late"), in: liveID, seq: 12)
            #expect(try await fixture.roomEvents() == ["room.snapshot -1 -1", "\(removal.name.rawValue) 11 4"])
        }
    }

    @Test func `another user's removal leaves the client in the live`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        let bob = UserInfo(userID: UserID(unchecked: "bob"))
        connection.event(
            .audienceKicked(AudienceKicked(user: bob, by: nil, reason: "", count: 0)), in: liveID, seq: 11, durable: 4)
        connection.event(ClientFixture.barrage("on"), in: liveID, seq: 12)
        #expect(try await fixture.roomEvents().count == 3)
    }

    @Test func `a join without a snapshot times out and leaves the live`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.joinRoom(ClientFixture.liveID) }
        connection.reply(to: await connection.nextCommand(), ClientFixture.joined())
        try await fixture.advance(10.1)
        #expect(await refused?.code == .networkUnavailable)
        #expect(await connection.nextCommand().command == .roomLeave)
    }

    @Test func `a join answered after its timeout is undone by a leave`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.joinRoom(ClientFixture.liveID) }
        let frame = await connection.nextCommand()
        try await fixture.advance(10)
        #expect(await refused?.code == .networkUnavailable)
        connection.reply(to: frame, ClientFixture.joined())
        let leave = await connection.nextCommand()
        #expect(leave.command == .roomLeave && leave.room == liveID)
        connection.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID)
        #expect(try await fixture.roomEvents().isEmpty)
    }

    @Test func `two concurrent joins of one live both return`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let one = fixture.client.joinRoom(liveID)
        let first = await connection.nextCommand()
        async let two = fixture.client.joinRoom(liveID)
        let second = await connection.nextCommand()
        connection.reply(to: first, ClientFixture.joined())
        connection.reply(to: second, ClientFixture.joined())
        connection.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID)
        _ = try await (one, two)
        #expect(try await fixture.roomEvents() == ["room.snapshot -1 -1"])
    }
}
