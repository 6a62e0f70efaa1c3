import Observation
import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// A `LiveRoom` over lost connections.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomResumeTests {
    private let fixture = ClientFixture()
    private let liveID = ClientFixture.liveID
    private static let alice = UserInfo(userID: ClientFixture.userID)
    private static let bob = UserInfo(userID: UserID(unchecked: "bob"))

    private func resumed(
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

    @Test func `a room shows the lost connection and continues after the resume`() async throws {
        let (room, connection) = try await fixture.inside()
        let events = room.events()
        let (second, _) = try await fixture.reconnect(
            from: connection, answering: resumed(recovered: true, membership: ClientFixture.joined()))
        second.event(ClientFixture.barrage("on"), in: liveID, seq: 11)
        var told: [String] = []
        for await event in events {
            switch event {
            case .connection(let state): told.append("\(state)")
            case .resumed(let recovered): told.append("resumed \(recovered)")
            case .message: told.append("message")
            default: told.append("else")
            }
            if told.last == "message" { break }
        }
        #expect(told == ["reconnecting(attempt: 1)", "connected", "resumed true", "message"])
        #expect(room.status == .inside && room.connection == .connected)
    }

    @Test func `an unrecovered room takes the snapshot and fetches again what the app had fetched`()
        async throws
    {
        let (room, connection) = try await fixture.inside()
        async let fetched: Void = room.fetchViewers()
        let page = AudiencePage(audience: [Self.bob], count: 1, admins: [], muted: [Self.bob], cursor: "")
        connection.reply(to: await connection.nextCommand(), page)
        try await fetched
        #expect(room.viewers == [Self.bob] && room.mutedUsers == [Self.bob])
        async let panel: Void = room.fetchGifts(language: "ja")
        connection.reply(to: await connection.nextCommand(), GiftPanel(categories: []))
        try await panel
        let (second, _) = try await fixture.reconnect(
            from: connection,
            answering: resumed(recovered: false, membership: ClientFixture.joined(epoch: "e2", seq: 1_000, durable: 6)))
        second.event(.roomSnapshot(ClientFixture.snapshot(audienceCount: 40)), in: liveID, epoch: "e2")
        let gifts = await second.nextCommand()
        #expect(gifts.command == .giftList(GiftList(language: "ja")))
        let category = GiftCategory(categoryID: "c", name: "C", giftList: [])
        second.reply(to: gifts, GiftPanel(categories: [category]))
        // The app never asked for the wallet.
        let audience = await second.nextCommand()
        #expect(audience.command.op == "audience.list")
        let shown = Mailbox<Void>()
        withObservationTracking {
            _ = room.mutedUsers
        } onChange: {
            shown.put(())
        }
        second.reply(to: audience, AudiencePage(audience: [Self.alice], count: 40, admins: [], muted: [], cursor: ""))
        await shown.next()
        #expect(room.giftCategories == [category] && room.viewerCount == 40 && room.viewers == [Self.alice])
    }

    @Test func `a user away for too long gets the reason of the removal`() async throws {
        let (room, connection) = try await fixture.inside()
        let (second, _) = try await fixture.reconnect(
            from: connection, answering: resumed(joined: false, recovered: false, error: Rejection(.roomNotFound)))
        let ended = RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics())
        let events = room.events()
        second.event(ClientFixture.gift("o1"), in: liveID, durable: 4)
        second.event(.roomEnded(ended), in: liveID, durable: 5)
        var hasGift = false
        for await event in events { if case .gift = event { hasGift = true } }
        #expect(hasGift && room.status == .over(.ended(ended)))
        try await fixture.advance(1)
        #expect(room.status == .over(.ended(ended)))
    }

    @Test func `a removal without a later reason carries the server's error`() async throws {
        let (room, connection) = try await fixture.inside()
        _ = try await fixture.reconnect(
            from: connection, answering: resumed(joined: false, recovered: false, error: Rejection(.notMember)))
        try await fixture.heard(room)
        #expect(room.status == .inside)
        try await fixture.advance(0.31)
        try await fixture.heard(room)
        #expect(room.status == .over(.removed(Rejection(.notMember))))
    }
}
