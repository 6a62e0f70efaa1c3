import Observation
import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// A `LiveRoom`'s state and events, with a scripted server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomTests {
    private let fixture = ClientFixture()
    private let liveID = ClientFixture.liveID
    private static let alice = UserInfo(userID: ClientFixture.userID)
    private static let bob = UserInfo(userID: UserID(unchecked: "bob"))

    // MARK: - Joining

    @Test func `a joined room shows its snapshot and its membership`() async throws {
        let connection = try await fixture.logIn()
        let room = LiveRoom(liveID, client: fixture.client)
        #expect(room.status == .outside && room.connection == .connected && room.info == nil)
        var snapshot = ClientFixture.snapshot(audienceCount: 7)
        snapshot.audience = [Self.bob]
        snapshot.admins = [Self.alice]
        snapshot.statistics.totalLikesReceived = 12
        snapshot.topSenders = [BoardRow(rank: 1, user: Self.bob, coins: .zero)]
        snapshot.history = [
            BarrageRecord(
                seq: 4, at: Timestamp(milliseconds: 9),
                barrage: Barrage(sender: Self.bob, kind: .text("before", extensionInfo: [:])))
        ]
        var joined = ClientFixture.joined()
        joined.muted = true
        joined.mutedReason = "flood"
        try await fixture.enter(room, over: connection, joined, snapshot)
        #expect(room.status == .inside && room.role == .admin && room.info == snapshot.info)
        #expect(room.viewers == [Self.bob] && room.viewerCount == 7 && room.administrators == [Self.alice])
        #expect(room.mute == LiveMute(until: nil, reason: "flood"))
        #expect(room.likeCount == 12 && room.statistics.totalLikesReceived == 12)
        #expect(room.topSenders.map(\.user) == [Self.bob])
        #expect(room.messages.map(\.text) == ["before"] && room.messages.map(\.sequence) == [4])
        // A second join sends nothing.
        try await room.join()
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `a refused join throws, and the app can try again`() async throws {
        let connection = try await fixture.logIn()
        let room = LiveRoom(liveID, client: fixture.client)
        async let refused = rejection { try await room.join() }
        connection.refuse(await connection.nextCommand(), Rejection(.memberBanned))
        #expect(await refused?.code == .memberBanned)
        #expect(room.status == .outside)
        try await fixture.enter(room, over: connection)
        #expect(room.status == .inside)
    }

    @Test func `commands outside a live or before a login throw`() async throws {
        let room = LiveRoom(liveID, client: fixture.client)
        #expect(await rejection { try await room.join() }?.code == .notLoggedIn)
        #expect(await rejection { try await room.send("x") }?.code == .notLoggedIn)
        #expect(await rejection { try await room.leave() }?.code == .notInRoom)
        #expect(await rejection { try await room.end() }?.code == .notInRoom)
        #expect(await rejection { try await room.listen(to: TopicName(unchecked: "T")) }?.code == .notInRoom)
    }

    @Test func `a mute that arrives before the join's answer is not undone by the answer`() {
        var state = LiveRoomState(liveID, limits: LiveRoomLimits())
        try? state.beginEntering(as: ClientFixture.userID)
        let place = EventPosition(epoch: "e1", seq: nil, durable: 1, at: Timestamp(milliseconds: 1))
        _ = state.handle(.room(liveID, place, .roomSnapshot(ClientFixture.snapshot())))
        let mute = AudienceMuted(user: Self.alice, muted: true, until: nil, by: nil, reason: "now")
        _ = state.handle(.room(liveID, place, .audienceMuted(mute)))
        try? state.entered(ClientFixture.joined())
        #expect(state.mute?.reason == "now")
    }

    // MARK: - Events

    @Test func `an event changes only the properties that it concerns`() async throws {
        let (room, connection) = try await fixture.inside()
        let changes = Mailbox<String>()
        withObservationTracking {
            _ = room.messages
        } onChange: {
            changes.put("messages")
        }
        withObservationTracking {
            _ = room.viewers
        } onChange: {
            changes.put("viewers")
        }
        connection.event(ClientFixture.barrage("hi"), in: liveID, seq: 11)
        #expect(await changes.next() == "messages")
        #expect(changes.drain().isEmpty)
        #expect(room.messages.map(\.text) == ["hi"])
    }

    @Test func `every consumer gets each event once, after the properties have changed`() async throws {
        let (room, connection) = try await fixture.inside()
        let consumers = [room.events(), room.events()]
        connection.event(ClientFixture.barrage("hi"), in: liveID, seq: 11)
        connection.event(ClientFixture.barrage("hi"), in: liveID, seq: 11)
        connection.event(ClientFixture.gift("o1"), in: liveID, seq: 12, durable: 4)
        connection.event(
            .audienceJoined(AudienceJoined(user: Self.bob, count: 2, totalViewers: 3)), in: liveID, seq: 13)
        connection.event(.likeReceived(LikeReceived(total: 5, added: 5, senders: [])), in: liveID, seq: 14)
        for events in consumers {
            var iterator = events.makeAsyncIterator()
            guard case .message(let message)? = await iterator.next() else {
                Issue.record("the message was not delivered")
                return
            }
            #expect(message.text == "hi" && room.messages == [message])
            guard case .gift(let gift)? = await iterator.next() else {
                Issue.record("the gift was not delivered")
                return
            }
            #expect(gift.orderID.rawValue == "o1" && room.statistics.totalGiftsSent == 1)
            guard case .viewerJoined(Self.bob)? = await iterator.next() else {
                Issue.record("the viewer's join was not delivered")
                return
            }
            #expect(room.viewers == [Self.bob] && room.viewerCount == 2)
            guard case .likes(let likes)? = await iterator.next() else {
                Issue.record("the likes were not delivered")
                return
            }
            #expect(likes.added == 5 && room.likeCount == 5)
        }
    }

    @Test func `a deleted message leaves the list, and pins follow the snapshot and the events`() async throws {
        let connection = try await fixture.logIn()
        let room = LiveRoom(liveID, client: fixture.client)
        let pin = PinnedBarrage(
            BarrageRecord(
                seq: 4, at: Timestamp(milliseconds: 9),
                barrage: Barrage(sender: Self.bob, kind: .text("pinned", extensionInfo: [:]))),
            by: nil, at: Timestamp(milliseconds: 10))
        var snapshot = ClientFixture.snapshot()
        snapshot.pinned = [pin]
        try await fixture.enter(room, over: connection, ClientFixture.joined(), snapshot)
        #expect(room.pinned == [pin])
        for seq in 11...13 { connection.event(ClientFixture.barrage("\(seq)"), in: liveID, seq: Int64(seq)) }
        let events = room.events()
        let deleted = BarrageDeleted(seq: 12, sender: Self.bob.userID, by: nil)
        connection.event(.barrageDeleted(deleted), in: liveID, seq: 14, durable: 4)
        connection.event(.barragePinned(BarragePinned(pinned: [], by: nil)), in: liveID, seq: 15, durable: 5)
        try await fixture.heard(room)
        #expect(room.messages.map(\.text) == ["11", "13"] && room.pinned.isEmpty)
        var iterator = events.makeAsyncIterator()
        var isToldOfDeletion = false
        while let event = await iterator.next() {
            if case .messageDeleted(deleted) = event { isToldOfDeletion = true }
            if case .pinnedChanged = event { break }
        }
        #expect(isToldOfDeletion)
    }

    @Test func `settings, administrators and mutes follow the events`() async throws {
        let (room, connection) = try await fixture.inside()
        var changes = RoomSettings()
        changes.notice = "welcome"
        connection.event(.roomUpdated(RoomUpdated(changes: changes, by: nil)), in: liveID, seq: 11, durable: 4)
        let appointed = AudienceAppointed(user: Self.alice, isAdmin: true, by: nil)
        connection.event(.audienceAppointed(appointed), in: liveID, seq: 12, durable: 5)
        let until = Timestamp(milliseconds: 99)
        let muted = AudienceMuted(user: Self.alice, muted: true, until: until, by: nil, reason: nil)
        connection.event(.audienceMuted(muted), in: liveID, seq: 13, durable: 6)
        try await fixture.heard(room)
        #expect(room.info?.notice == "welcome" && room.role == .admin)
        #expect(room.mute == LiveMute(until: until, reason: nil) && room.mutedUsers == [Self.alice])
        let unmuted = AudienceMuted(user: Self.alice, muted: false, until: nil, by: nil)
        connection.event(.audienceMuted(unmuted), in: liveID, seq: 14, durable: 7)
        try await fixture.heard(room)
        #expect(room.mute == nil && room.mutedUsers.isEmpty)
    }

    @Test func `the lists of messages and viewers keep to their limits`() async throws {
        let (room, connection) = try await fixture.inside(LiveRoomLimits(messagesMax: 3, viewersMax: 2))
        for seq in 11...15 { connection.event(ClientFixture.barrage("\(seq)"), in: liveID, seq: Int64(seq)) }
        for number in 1...4 {
            let user = UserInfo(userID: UserID(unchecked: "u\(number)"))
            let joined = AudienceJoined(user: user, count: number, totalViewers: number)
            connection.event(.audienceJoined(joined), in: liveID, seq: Int64(20 + number))
        }
        try await fixture.heard(room)
        #expect(room.messages.map(\.text) == ["13", "14", "15"])
        #expect(room.viewers.map(\.userID.rawValue) == ["u3", "u4"] && room.viewerCount == 4)
        room.append(tip: Barrage(sender: Self.alice, kind: .text("tip", extensionInfo: [:])))
        #expect(room.messages.map(\.text) == ["14", "15", "tip"] && Set(room.messages.map(\.id)).count == 3)
    }

    @Test func `negative limits keep nothing and do not trap`() async throws {
        var limits = LiveRoomLimits()
        (limits.messagesMax, limits.viewersMax, limits.eventsWaitingMax) = (-1, -1, -1)
        let (room, connection) = try await fixture.inside(limits)
        connection.event(ClientFixture.barrage("hi"), in: liveID, seq: 11)
        let joined = AudienceJoined(user: Self.bob, count: 1, totalViewers: 1)
        connection.event(.audienceJoined(joined), in: liveID, seq: 12)
        async let fetched: Void = room.fetchViewers()
        let page = AudiencePage(audience: [Self.bob], count: 1, admins: [], muted: [], cursor: "")
        connection.reply(to: await connection.nextCommand(), page)
        try await fetched
        #expect(room.messages.isEmpty && room.viewers.isEmpty && room.viewerCount == 1)
    }

    @Test func `a slow consumer learns how many events it missed, and misses no gift`() async throws {
        let (room, connection) = try await fixture.inside(LiveRoomLimits(eventsWaitingMax: 3))
        let events = room.events()
        connection.event(ClientFixture.gift("o1"), in: liveID, seq: 11, durable: 4)
        for seq in 12...16 { connection.event(ClientFixture.barrage("\(seq)"), in: liveID, seq: Int64(seq)) }
        connection.event(ClientFixture.gift("o2"), in: liveID, seq: 17, durable: 5)
        try await fixture.settle()
        var told: [String] = []
        for await event in events {
            switch event {
            case .missed(let count): told.append("missed \(count)")
            case .gift(let gift): told.append(gift.orderID.rawValue)
            case .message(let message): told.append(message.text ?? "")
            default: told.append("\(event)")
            }
            if told.last == "o2" { break }
        }
        #expect(told == ["missed 4", "o1", "16", "o2"])
        #expect(room.messages.count == 5)
    }

    @Test func `an event stream ends when its task is cancelled or the room is freed`() async throws {
        func letGo() async throws -> (cancelled: LiveRoomEvents, others: LiveRoomEvents) {
            let (room, _) = try await fixture.inside()
            let events = room.events()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in events {} }
                group.cancelAll()
            }
            return (events, room.events())
        }
        let (cancelled, others) = try await letGo()
        for await _ in cancelled {}
        for await _ in others {}
    }

    // MARK: - Ends

    @Test func `every end of a stay raises one last event`() async throws {
        let ended = RoomEnded(reason: .endedByServer, message: "closed", statistics: RoomStatistics())
        let kicked = AudienceKicked(user: Self.alice, by: nil, reason: "rude", count: 0)
        let banned = AudienceBanned(user: Self.alice, banned: true, until: nil, by: nil, reason: "", count: 0)
        let ways: [(RoomEvent, LiveRoomEnd)] = [
            (.roomEnded(ended), .ended(ended)), (.audienceKicked(kicked), .kicked(kicked)),
            (.audienceBanned(banned), .banned(banned)),
        ]
        let (room, connection) = try await fixture.inside()
        for (number, (event, end)) in ways.enumerated() {
            if room.status != .inside { try await fixture.enter(room, over: connection) }
            let events = room.events()
            connection.event(event, in: liveID, seq: 20 + Int64(number), durable: 20 + Int64(number))
            connection.event(ClientFixture.barrage("late"), in: liveID, seq: 90)
            var told: [LiveRoomEnd] = []
            for await event in events { if case .over(let end) = event { told.append(end) } }
            #expect(told == [end] && room.status == .over(end))
        }
        #expect(room.messages.isEmpty)
    }

    @Test func `another user's removal raises an event and leaves this user in the live`() async throws {
        let (room, connection) = try await fixture.inside()
        let kicked = AudienceKicked(user: Self.bob, by: nil, reason: "", count: 0)
        connection.event(.audienceKicked(kicked), in: liveID, seq: 11, durable: 4)
        try await fixture.heard(room)
        #expect(room.status == .inside && room.viewerCount == 0)
    }

    @Test func `leave and end finish the room, even if the server no longer knows the live`() async throws {
        let (room, connection) = try await fixture.inside()
        async let left: Void = room.leave()
        connection.refuse(await connection.nextCommand(), Rejection(.notMember))
        try await left
        #expect(room.status == .over(.left))
        try await fixture.enter(room, over: connection)
        async let statistics = room.end()
        var numbers = RoomStatistics()
        numbers.totalViewers = 4
        connection.reply(to: await connection.nextCommand(), numbers)
        #expect(try await statistics == numbers)
        guard case .over(.ended(let ended)) = room.status else {
            Issue.record("\(room.status)")
            return
        }
        #expect(ended.reason == .endedByHost)
    }

    @Test func `a session that ends takes the user out of the live`() async throws {
        for (code, end) in [
            (CloseCode.kickedOffline, LiveRoomEnd.kickedOffline), (.loginExpired, .loginExpired),
            (.unauthorized, .loginExpired), (CloseCode(rawValue: 3_999), .closed(CloseCode(rawValue: 3_999))),
        ] {
            let fixture = ClientFixture()
            let connection = try await fixture.logIn()
            let room = LiveRoom(liveID, client: fixture.client)
            async let entered: Void = room.join()
            connection.reply(to: await connection.nextCommand(), ClientFixture.joined())
            connection.event(.roomSnapshot(ClientFixture.snapshot()), in: liveID)
            try await entered
            let events = room.events()
            connection.lose(code)
            for await _ in events {}
            #expect(room.status == .over(end))
        }
        let (room, _) = try await fixture.inside()
        await fixture.client.logOut()
        try await fixture.heard(room)
        #expect(room.status == .over(.loggedOut) && room.connection == .disconnected)
    }

    @Test func `a new live of the same id shows none of the first live's messages`() async throws {
        let (room, connection) = try await fixture.inside()
        connection.event(ClientFixture.barrage("first"), in: liveID, seq: 11)
        let ended = RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics())
        connection.event(.roomEnded(ended), in: liveID, seq: 12, durable: 4)
        try await fixture.heard(room)
        #expect(room.messages.count == 1)
        var snapshot = ClientFixture.snapshot()
        snapshot.info.sessionID = LiveSessionID(unchecked: "l2")
        try await fixture.enter(
            room, over: connection, ClientFixture.joined(session: "l2", seq: 0, durable: 0), snapshot)
        #expect(room.messages.isEmpty)
    }
}
