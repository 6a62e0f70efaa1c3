import NIOCore
import OvationModel
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct CommandTests {
    @Test func `answers in any order reach their commands`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let wallet = fixture.client.wallet()
        let first = await connection.nextCommand()
        async let page = fixture.client.rooms(cursor: "", count: 20)
        let second = await connection.nextCommand()
        #expect(first.command == .walletGet)
        #expect(second.command == .roomList(RoomList(count: 20)))
        #expect(first.id != second.id)
        connection.reply(to: second, RoomPage(rooms: [], cursor: "next"))
        connection.reply(to: first, Wallet(balance: .max))
        #expect(try await wallet.balance == .max)
        #expect(try await page.cursor == "next")
    }

    @Test func `a refusal is thrown unchanged, even with a code that the client does not know`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.like(3, in: ClientFixture.liveID) }
        connection.refuse(await connection.nextCommand(), Rejection(ErrorCode(rawValue: 987_654), "The app says no."))
        #expect(await refused == Rejection(ErrorCode(rawValue: 987_654), "The app says no."))
    }

    @Test func `an unreadable answer throws invalidReply`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.wallet() }
        let frame = await connection.nextCommand()
        connection.text("{\"id\":\(frame.id),\"ok\":{\"balance\":\"much\"}}")
        #expect(await refused?.code == .invalidReply)
    }

    @Test func `a command without an answer fails after the request timeout, and a late answer is ignored`()
        async throws
    {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection { try await fixture.client.wallet() }
        let frame = await connection.nextCommand()
        try await fixture.advance(10)
        #expect(await refused?.code == .networkUnavailable)
        connection.reply(to: frame, Wallet(balance: .zero))
        try await fixture.settle()
        #expect(fixture.client.connectionState == .connected)
    }

    @Test func `commands issued during a reconnect wait for the connection`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose()
        try await fixture.settle()
        async let liked: Void = fixture.client.like(1, in: ClientFixture.liveID)
        try await fixture.advance(2)
        let second = await fixture.transport.nextConnection()
        try await fixture.open(second, ClientFixture.opened(resumed: true))
        let frame = await second.nextCommand()
        #expect(frame.command == .likeSend(LikeSend(count: 1)))
        second.reply(to: frame, Empty())
        try await liked
    }

    @Test func `commands waiting for a connection fail at their timeout`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose()
        try await fixture.settle()
        async let refused = rejection { try await fixture.client.like(1, in: ClientFixture.liveID) }
        await fixture.commandBegun()
        // The attempt that starts meanwhile gets no answer.
        try await fixture.advance(10.5)
        #expect(await refused?.code == .networkUnavailable)
    }

    @Test func `a read is sent again after a lost connection`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let wallet = fixture.client.wallet()
        let asked = await first.nextCommand()
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(again == asked)
        second.reply(to: again, Wallet(balance: .zero))
        #expect(try await wallet.balance == .zero)
    }

    @Test func `a change fails after a lost connection and is not sent again`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let refused = rejection {
            try await fixture.client.sendBarrage(BarrageSend(text: "hi"), in: ClientFixture.liveID)
        }
        _ = await first.nextCommand()
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        #expect(await refused?.code == .networkUnavailable)
        #expect(second.sentCommands().isEmpty)
    }

    @Test func `an oversized command is refused by the client and the connection stays open`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let long = String(repeating: "x", count: ClientCore.frameBytesMax)
        let refused = await rejection {
            try await fixture.client.sendBarrage(BarrageSend(text: long), in: ClientFixture.liveID)
        }
        #expect(refused?.code == .invalidParameter)
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `one operation reads and writes metadata`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let read = fixture.client.metadata(of: ClientFixture.liveID, keys: [])
        let reading = await connection.nextCommand()
        #expect(reading.command == .roomMetadata(RoomMetadata()))
        connection.reply(to: reading, MetadataPage(metaData: ["a": "1"]))
        #expect(try await read == ["a": "1"])
        async let written = fixture.client.updateMetadata(of: ClientFixture.liveID, set: ["b": "2"], delete: ["a"])
        let writing = await connection.nextCommand()
        #expect(writing.command == .roomMetadata(RoomMetadata(set: ["b": "2"], delete: ["a"])))
        connection.reply(to: writing, MetadataPage(metaData: ["b": "2"]))
        #expect(try await written == ["b": "2"])
    }

    @Test func `a slow-mode refusal carries the remaining wait`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection {
            try await fixture.client.sendBarrage(BarrageSend(text: "hi"), in: ClientFixture.liveID)
        }
        let frame = await connection.nextCommand()
        connection.refuse(frame, Rejection(.slowMode, "Wait.", retryAfterMilliseconds: 4_200))
        #expect(await refused == Rejection(.slowMode, "Wait.", retryAfterMilliseconds: 4_200))
    }

    @Test func `every command is sent under its own name with its live`() async throws {
        let fixture = ClientFixture()
        let client = fixture.client
        let liveID = ClientFixture.liveID
        let bob = UserID(unchecked: "bob")
        let connection = try await fixture.logIn()
        let calls: [(Command, @Sendable () async throws -> Void)] = [
            (.roomEnd, { _ = try await client.endRoom(liveID) }),
            (.roomLeave, { try await client.leaveRoom(liveID) }),
            (.roomUpdate(RoomSettings()), { try await client.updateRoom(liveID, RoomSettings()) }),
            (.roomInfo, { _ = try await client.room(liveID) }),
            (
                .audienceList(AudienceList(cursor: "c", count: 5)),
                { _ = try await client.audience(of: liveID, cursor: "c", count: 5) }
            ),
            (
                .audienceKick(AudienceKick(userID: bob, reason: "r")),
                { try await client.kick(bob, from: liveID, reason: "r") }
            ),
            (
                .audienceMute(AudienceMute(userID: bob, muted: true, seconds: 60)),
                { try await client.setMuted(true, user: bob, in: liveID, seconds: 60) }
            ),
            (
                .audienceMute(AudienceMute(userID: bob, muted: true, seconds: nil, reason: "spam")),
                { try await client.setMuted(true, user: bob, in: liveID, seconds: nil, reason: "spam") }
            ),
            (
                .audienceLog(AudienceLog(cursor: "7", count: 5)),
                { _ = try await client.moderationLog(of: liveID, cursor: "7", count: 5) }
            ),
            (.roomEarnings(RoomEarnings()), { _ = try await client.earnings(of: liveID) }),
            (
                .roomEarnings(RoomEarnings(sessionID: LiveSessionID(unchecked: "s"))),
                { _ = try await client.earnings(of: liveID, in: LiveSessionID(unchecked: "s")) }
            ),
            (.roomWords(RoomWords()), { _ = try await client.words(of: liveID) }),
            (
                .roomWords(RoomWords(add: [RoomWords.Word("darn", action: .mask, wholeWord: true)], remove: ["heck"])),
                {
                    try await client.changeWords(
                        add: [FilterWord("darn", action: .mask, wholeWord: true)], remove: ["heck"], in: liveID)
                }
            ),
            (
                .audienceBan(AudienceBan(userID: bob, banned: false, seconds: nil, reason: nil)),
                { try await client.setBanned(false, user: bob, in: liveID, seconds: nil, reason: nil) }
            ),
            (
                .audienceAdmin(AudienceAdmin(userID: bob, isAdmin: true)),
                { try await client.setAdmin(true, user: bob, in: liveID) }
            ),
            (.userUpdate(UserProfile(nickname: "A")), { try await client.updateProfile(UserProfile(nickname: "A")) }),
            (.giftList(GiftList(language: "de")), { _ = try await client.gifts(language: "de") }),
        ]
        for (command, call) in calls {
            async let refused = rejection(of: call)
            let frame = await connection.nextCommand()
            #expect(frame.command == command)
            #expect(frame.room == (command.needsRoom ? liveID : nil))
            connection.refuse(frame, Rejection(.permissionDenied))
            #expect(await refused?.code == .permissionDenied)
        }
    }
}
