import OvationClient
import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// An app uses a live through `LiveRoom`, against the real server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomFaceTests {
    private func client(_ user: String, _ server: TestServer) async throws -> OvationClient {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: server.url), orderJournal: InMemoryOrderJournal())
        try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: user), userSig: "dev")
        return client
    }

    /// Reads events until one is wanted; false if the stream ends first.
    private func hear(_ events: LiveRoomEvents, _ isWanted: (LiveRoomEvent) -> Bool) async -> Bool {
        for await event in events where isWanted(event) { return true }
        return false
    }

    @Test func `an owner and a viewer follow a live from its creation to its end`() async throws {
        try await TestServer.run { server in try await wholeLive(server) }
    }

    private func wholeLive(_ server: TestServer) async throws {
        let liveID = LiveID(unchecked: "r1")
        let host = LiveRoom(liveID, client: try await client("host", server))
        var settings = RoomSettings()
        settings.liveName = "A live"
        try await host.create(settings)
        #expect(host.role == .owner && host.info?.liveName == "A live")
        let hostHears = host.events()

        let directory = LiveDirectory(client: try await client("viewer", server))
        try await directory.refresh()
        #expect(directory.lives.map(\.info.liveID) == [liveID] && !directory.hasMore)
        let viewer = try await directory.client.joinLiveRoom(liveID)
        #expect(viewer.role == .viewer && viewer.status == .inside)
        let viewerHears = viewer.events()
        #expect(await hear(hostHears) { if case .viewerJoined = $0 { true } else { false } })
        #expect(host.viewers.map(\.userID.rawValue) == ["viewer"] && host.viewerCount == 1)

        try await viewer.send("hello")
        #expect(await hear(hostHears) { if case .message(let message) = $0 { message.text == "hello" } else { false } })
        #expect(host.messages.map(\.text) == ["hello"])
        try await viewer.like(3)
        #expect(await hear(hostHears) { if case .likes = $0 { true } else { false } })
        #expect(host.likeCount == 3)

        try await viewer.fetchGifts(language: "zh-Hans")
        #expect(viewer.giftCategories.flatMap(\.giftList).map(\.name).contains("crown-zh"))
        let charged = try await viewer.sendGift(GiftID(unchecked: "crown"), count: 2)
        #expect(charged.balance == Coins(9_800) && viewer.balance == Coins(9_800))
        #expect(
            await hear(hostHears) { if case .gift(let gift) = $0 { gift.orderID == charged.orderID } else { false } })
        #expect(try await host.board().rows.map(\.user.userID.rawValue) == ["viewer"])

        let topic = TopicName(unchecked: "REACTION")
        try await host.listen(to: topic)
        try await viewer.publish(PubSubPublish(topic: topic, message: "🔥"))
        #expect(await hear(hostHears) { if case .topic(topic, let said) = $0 { said.message == "🔥" } else { false } })

        try await host.setMuted(true, UserID(unchecked: "viewer"), reason: "flood")
        #expect(await hear(viewerHears) { if case .muted = $0 { true } else { false } })
        #expect(viewer.mute?.reason == "flood")
        do {
            try await viewer.send("muted")
            Issue.record("a muted viewer wrote")
        } catch { #expect(error.code == .memberMuted) }

        let statistics = try await host.end()
        #expect(statistics.totalGiftsSent == 2 && statistics.totalMessageSent == 1)
        #expect(await hear(viewerHears) { if case .over(.ended) = $0 { true } else { false } })
        #expect(viewer.statistics.totalGiftCoins == 200)
        await host.client.logOut()
        await viewer.client.logOut()
    }

    @Test func `a kicked viewer learns the reason, may enter again, and sees only what came after`() async throws {
        try await TestServer.run { server in try await comeAndGo(server) }
    }

    private func comeAndGo(_ server: TestServer) async throws {
        let host = LiveRoom(LiveID(unchecked: "r1"), client: try await client("host", server))
        try await host.create()
        let viewer = try await client("viewer", server).joinLiveRoom(LiveID(unchecked: "r1"))
        let hears = viewer.events()
        try await host.kick(UserID(unchecked: "viewer"), reason: "rude")
        #expect(
            await hear(hears) { if case .over(.kicked(let kicked)) = $0 { kicked.reason == "rude" } else { false } })
        try await host.send("after")
        try await viewer.join()
        #expect(viewer.status == .inside && viewer.messages.map(\.text) == ["after"])
        try await viewer.leave()
        #expect(viewer.status == .over(.left))
        try await host.end()
        await host.client.logOut()
        await viewer.client.logOut()
    }
}
