import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// The commands of a `LiveRoom`, with a scripted server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomCommandTests {
    private let fixture = ClientFixture()
    private let liveID = ClientFixture.liveID
    private let bob = UserID(unchecked: "bob")

    @Test func `each method sends its own command in its live`() async throws {
        let (room, connection) = try await fixture.inside()
        var settings = RoomSettings()
        settings.notice = "n"
        let (bob, topic) = (self.bob, TopicName(unchecked: "T"))
        let publish = PubSubPublish(topic: topic, message: "m")
        let cases: [(Command, any Encodable & Sendable, @MainActor @Sendable () async throws -> Void)] = [
            (.barrageSend(BarrageSend(text: "t")), BarrageAccepted(seq: 1), { try await room.send("t") }),
            (
                .barrageSend(BarrageSend(businessID: "b", data: "{}")), BarrageAccepted(seq: 2),
                { try await room.send(data: "{}", businessID: "b") }
            ),
            (.likeSend(LikeSend(count: 3)), Empty(), { try await room.like(3) }),
            (.roomUpdate(settings), Empty(), { try await room.update(settings) }),
            (
                .roomMetadata(RoomMetadata(keys: ["k"])), MetadataPage(metaData: [:]),
                { _ = try await room.metadata(keys: ["k"]) }
            ),
            (.audienceKick(AudienceKick(userID: bob, reason: "r")), Empty(), { try await room.kick(bob, reason: "r") }),
            (
                .audienceMute(AudienceMute(userID: bob, muted: true, seconds: 9)), Empty(),
                { try await room.setMuted(true, bob, seconds: 9) }
            ),
            (.audienceBan(AudienceBan(userID: bob, banned: false)), Empty(), { try await room.setBanned(false, bob) }),
            (
                .audienceAdmin(AudienceAdmin(userID: bob, isAdmin: true)), Empty(),
                { try await room.setAdministrator(true, bob) }
            ),
            (
                .audienceLog(AudienceLog(count: 50)), ModerationPage(entries: [], cursor: ""),
                { _ = try await room.moderationLog() }
            ),
            (
                .roomEarnings(RoomEarnings()), EarnedCoins(sessionID: LiveSessionID(unchecked: "s"), coins: nil),
                { _ = try await room.earnings() }
            ),
            (.roomWords(RoomWords()), RoomWordList(words: []), { _ = try await room.words() }),
            (
                .roomWords(RoomWords(remove: ["darn"])), RoomWordList(words: []),
                { try await room.changeWords(remove: ["darn"]) }
            ),
            (
                .boardList(BoardList(kind: .senders, period: .live, count: 20)),
                BoardPage(kind: .senders, period: .live, rows: []), { _ = try await room.board() }
            ),
            (.pubsubPublish(publish), TopicAccepted(id: 1), { try await room.publish(publish) }),
            (
                .pubsubMessages(PubSubMessages(topic: topic, after: 0)), TopicPage(messages: [], last: 0),
                { _ = try await room.topicMessages(of: topic) }
            ),
        ]
        for (command, answer, call) in cases {
            async let done: Void = call()
            let frame = await connection.nextCommand()
            #expect(frame.command == command && frame.room == liveID)
            connection.reply(to: frame, answer)
            try await done
        }
    }

    @Test func `a dropped message and a refused one throw`() async throws {
        let (room, connection) = try await fixture.inside()
        async let dropped = rejection { try await room.send("a") }
        connection.reply(
            to: await connection.nextCommand(), BarrageAccepted(dropped: DropReason(rawValue: "MsgFreqCtrl")))
        #expect(await dropped?.code == .frequencyLimited)
        async let muted = rejection { try await room.send("b") }
        connection.refuse(await connection.nextCommand(), Rejection(.memberMuted))
        #expect(await muted?.code == .memberMuted)
    }

    @Test func `a gift is in the journal before it is sent, and its answer sets the balance`() async throws {
        let (room, connection) = try await fixture.inside()
        let owner = OrderOwner(serverURL: "ws://server.test/v1/ws", userID: ClientFixture.userID)
        async let charged = room.sendGift(ClientFixture.giftID, count: 2)
        let frame = await connection.nextCommand()
        guard case .giftSend(let order) = frame.command else {
            Issue.record("\(frame.command.op)")
            return
        }
        #expect(try await fixture.journal.unfinished(of: owner).map(\.order) == [order])
        var answer = ClientFixture.charged(order)
        answer.balance = try #require(Coins(70))
        connection.reply(to: frame, answer)
        #expect(try await charged == answer)
        #expect(room.balance == Coins(70))
        #expect(try await fixture.journal.unfinished(of: owner).isEmpty)
        // A late answer to an older order does not bring the old balance back.
        async let late = room.sendGift(ClientFixture.giftID)
        let second = await connection.nextCommand()
        guard case .giftSend(let older) = second.command else {
            Issue.record("\(second.command.op)")
            return
        }
        var before = ClientFixture.charged(older)
        before.durable = answer.durable - 1
        before.balance = try #require(Coins(90))
        connection.reply(to: second, before)
        _ = try await late
        #expect(room.balance == Coins(70))
        connection.text(#"{"event":"wallet.changed","data":{"balance":5}}"#)
        try await fixture.heard(room)
        #expect(room.balance == Coins(5))
    }

    @Test func `an order with an unknown outcome raises an event once it is settled`() async throws {
        let (room, connection) = try await fixture.inside()
        let events = room.events()
        async let unknown = rejection { try await room.sendGift(ClientFixture.giftID) }
        guard case .giftSend(let order) = await connection.nextCommand().command else {
            Issue.record("the order was not sent")
            return
        }
        try await fixture.advance(10.1)
        #expect(await unknown?.code == .outcomeUnknown)
        let (second, _) = try await fixture.reconnect(
            from: connection,
            answering: ClientFixture.opened(
                resumed: true,
                rooms: [
                    SessionOpened.Room(
                        room: liveID, joined: true, recovered: true, membership: ClientFixture.joined())
                ]))
        let again = await second.nextCommand()
        #expect(again.command == .giftSend(order))
        second.reply(to: again, ClientFixture.charged(order))
        for await event in events {
            guard case .orderSettled(let settled, .success) = event else { continue }
            #expect(settled == order)
            break
        }
    }

    @Test func `viewers who join or leave during a fetch are counted, and a page beyond the end finishes it`()
        async throws
    {
        let (room, connection) = try await fixture.inside()
        async let fetched: Void = room.fetchViewers()
        let first = await connection.nextCommand()
        let (ann, cid) = (UserInfo(userID: UserID(unchecked: "ann")), UserInfo(userID: UserID(unchecked: "cid")))
        connection.event(.audienceJoined(AudienceJoined(user: cid, count: 3, totalViewers: 3)), in: liveID, seq: 11)
        connection.event(.audienceLeft(AudienceLeft(user: ann, count: 2)), in: liveID, seq: 12)
        connection.reply(to: first, AudiencePage(audience: [ann], count: 2, admins: [], muted: [], cursor: "c"))
        let second = await connection.nextCommand()
        #expect(second.command == .audienceList(AudienceList(cursor: "c", count: 200)))
        connection.refuse(second, Rejection(.pageBeyondEnd))
        try await fetched
        #expect(room.viewers == [cid] && room.viewerCount == 2)
    }

    @Test func `changed metadata is visible once the call returns`() async throws {
        let (room, connection) = try await fixture.inside()
        async let done: Void = room.updateMetadata(set: ["a": "1"], delete: ["b"])
        let frame = await connection.nextCommand()
        #expect(frame.command == .roomMetadata(RoomMetadata(set: ["a": "1"], delete: ["b"])))
        connection.reply(to: frame, MetadataPage(metaData: ["a": "1", "c": "2"]))
        try await done
        #expect(room.info?.metaData == ["a": "1", "c": "2"])
    }

    @Test func `a fetched panel is fetched again when the catalogue changes`() async throws {
        let (room, connection) = try await fixture.inside()
        connection.text(#"{"event":"catalogue.changed","data":{}}"#)
        async let fetched: Void = room.fetchGifts(language: "en")
        let first = await connection.nextCommand()
        #expect(first.command == .giftList(GiftList(language: "en")))
        connection.reply(to: first, GiftPanel(categories: []))
        try await fetched
        connection.text(#"{"event":"catalogue.changed","data":{}}"#)
        #expect(await connection.nextCommand().command == .giftList(GiftList(language: "en")))
    }

    @Test func `a topic's stored and new messages arrive as events until the app stops listening`() async throws {
        let (room, connection) = try await fixture.inside()
        let topic = TopicName(unchecked: "T")
        let events = room.events()
        let bob = UserInfo(userID: self.bob)
        func message(_ number: Int64) -> TopicMessage {
            TopicMessage(id: number, message: "\(number)", sender: bob, at: Timestamp(milliseconds: 1), number: number)
        }
        async let listening: Void = room.listen(to: topic)
        connection.reply(to: await connection.nextCommand(), TopicPage(messages: [message(1)], last: 1))
        try await listening
        try await room.listen(to: topic)
        connection.event(
            .topicPublished(TopicPublished(topic: topic, messages: [message(2)])), in: liveID)
        var told: [String] = []
        for await event in events {
            if case .topic(topic, let message) = event { told.append(message.message) }
            if told.count == 2 { break }
        }
        #expect(told == ["1", "2"])
        async let stopped: Void = room.stopListening(to: topic)
        let frame = await connection.nextCommand()
        #expect(frame.command == .pubsubUnsubscribe(PubSubUnsubscribe(topic: topic)))
        connection.reply(to: frame, Empty())
        await stopped
    }

    @Test func `the list of lives grows page by page without repeats`() async throws {
        let connection = try await fixture.logIn()
        let directory = LiveDirectory(client: fixture.client)
        func page(_ lives: [String], cursor: String, hosted: [String]? = nil) -> RoomPage {
            func listing(_ id: String) -> RoomListing {
                var info = ClientFixture.snapshot(LiveID(unchecked: id)).info
                info.liveName = id
                return RoomListing(info: info, audienceCount: 1)
            }
            return RoomPage(rooms: lives.map(listing), cursor: cursor, hosted: hosted?.map(listing))
        }
        async let first: Void = directory.loadMore(count: 2)
        let frame = await connection.nextCommand()
        #expect(frame.command == .roomList(RoomList(count: 2)))
        connection.reply(to: frame, page(["a", "b"], cursor: "c", hosted: ["own"]))
        try await first
        async let second: Void = directory.loadMore(count: 99)
        let next = await connection.nextCommand()
        #expect(next.command == .roomList(RoomList(cursor: "c", count: 50)))
        connection.reply(to: next, page(["b", "d"], cursor: ""))
        try await second
        #expect(directory.lives.map(\.info.liveName) == ["a", "b", "d"] && !directory.hasMore)
        #expect(directory.ownLives.map(\.info.liveName) == ["own"])
        try await directory.loadMore()
        #expect(connection.sentCommands().isEmpty)
        // A late answer does not fill a list that was reset.
        async let late: Void = directory.refresh()
        let question = await connection.nextCommand()
        directory.reset()
        connection.reply(to: question, page(["a"], cursor: ""))
        try await late
        #expect(directory.lives.isEmpty && directory.hasMore)
    }
}
