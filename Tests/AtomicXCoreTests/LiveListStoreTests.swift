import Foundation
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct LiveListStoreTests {
    private func code(_ call: () async throws(ErrorInfo) -> Void) async -> Int {
        do {
            try await call()
            return 0
        } catch {
            return error.code
        }
    }

    @Test func `a join returns the live, which becomes the current one`() async throws {
        let world = World()
        let live = try await world.enter()
        #expect(live.liveID == "live_1" && live.liveName == "live_1")
        #expect(live.liveOwner.userID == "host" && live.liveOwner.userName == "Host")
        #expect(live.createTime == 1_699_999_999_000)
        #expect(world.hub.liveList.state.value.currentLive == live)
    }

    @Test func `a join completes after the live's stores have its state`() async throws {
        let world = World()
        try await world.logIn()
        let history = [World.record("before", seq: 7)]
        world.server.on("room.join") { frame in
            World.entering(World.live, role: .viewer, snapshot: World.snapshot(history: history))
        }
        let seen = await withCheckedContinuation { (continuation: CheckedContinuation<[String], Never>) in
            world.hub.liveList.joinLive(liveID: "live_1") { _ in
                continuation.resume(returning: world.barrage.state.value.messageList.map(\.textContent))
            }
        }
        #expect(seen == ["before"])
    }

    @Test func `startLive and createLive send every setting that the owner chose`() async throws {
        for isOldName in [true, false] {
            let world = World()
            try await world.logIn("host")
            var info = LiveInfo(seatTemplate: .karaoke(seatCount: 6))
            info.liveID = "live_1"
            info.liveName = "Name"
            info.notice = "Notice"
            info.categoryList = [1, 3]
            info.seatMode = .free
            info.isGiftEnabled = false
            info.isPublicVisible = false
            info.metaData = ["k": "v"]
            info.maxSeatCount = 3  // The template's own count wins.
            let live = try await isOldName ? world.hub.liveList.createLive(info) : world.hub.liveList.startLive(info)
            #expect(live.liveID == "live_1")
            guard case .roomCreate(let create)? = world.server.commands.last?.command else {
                Issue.record("the new live was not sent")
                return
            }
            let settings = create.settings
            #expect(create.liveID == World.live && settings.liveName == "Name" && settings.notice == "Notice")
            #expect(settings.categoryList == [1, 3] && settings.seatMode == .free && settings.isGiftEnabled == false)
            #expect(settings.isPublicVisible == false && settings.metaData == ["k": "v"])
            #expect(settings.seatLayoutTemplateID == 50 && settings.maxSeatCount == 6)
            #expect(settings.isSeatEnabled == true && settings.keepOwnerOnSeat == true)
        }
    }

    @Test func `an app that names no template keeps its own number of seats`() async throws {
        let world = World()
        try await world.logIn("host")
        var info = LiveInfo()
        info.liveID = "live_1"
        info.maxSeatCount = 4
        try await world.hub.liveList.startLive(info)
        guard case .roomCreate(let create)? = world.server.commands.last?.command else { return }
        #expect(create.settings.maxSeatCount == 4 && create.settings.liveName == nil)
    }

    @Test(arguments: ["", "ä", String(repeating: "x", count: 49), "a\n"])
    func `an invalid live id is refused with -2105`(liveID: String) async throws {
        let world = World()
        try await world.logIn()
        let list = world.hub.liveList
        var info = LiveInfo()
        info.liveID = liveID
        #expect(await code { () async throws(ErrorInfo) in try await list.joinLive(liveID: liveID) } == -2105)
        #expect(await code { () async throws(ErrorInfo) in try await list.startLive(info) } == -2105)
        #expect(await code { () async throws(ErrorInfo) in _ = try await list.fetchLiveInfo(liveID: liveID) } == -2105)
        let barrage = world.hub.barrage.store(for: liveID)
        #expect(await code { () async throws(ErrorInfo) in try await barrage.sendTextMessage(text: "t") } == -2105)
        #expect(world.server.commands.count == 1)
    }

    @Test func `a user must leave a live before joining another, and need not wait for the leave to finish`()
        async throws
    {
        let world = World()
        try await world.enter()
        let list = world.hub.liveList
        #expect(await code { () async throws(ErrorInfo) in try await list.joinLive(liveID: "live_2") } == -2108)
        #expect(list.state.value.currentLive.liveID == "live_1")
        list.leaveLive(completion: nil)
        let live = try await list.joinLive(liveID: "live_2")
        #expect(live.liveID == "live_2")
        #expect(list.state.value.currentLive.liveID == "live_2")
        #expect(world.server.commands.map(\.command.op) == ["session.open", "room.join", "room.leave", "room.join"])
    }

    @Test func `joining the current live again succeeds`() async throws {
        let world = World()
        try await world.enter()
        let live = try await world.hub.liveList.joinLive(liveID: "live_1")
        #expect(live.liveID == "live_1")
    }

    @Test func `a user whose join fails is in no live`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("room.join", error: Rejection(.memberBanned))
        let list = world.hub.liveList
        #expect(await code { () async throws(ErrorInfo) in try await list.joinLive(liveID: "live_1") } == 100016)
        #expect(list.state.value.currentLive.isEmpty)
        world.server.on("room.join") { World.entering($0.room ?? World.live, role: .viewer) }
        try await list.joinLive(liveID: "live_2")
        #expect(list.state.value.currentLive.liveID == "live_2")
    }

    @Test func `a user in no live who leaves, ends or changes one gets -2101`() async throws {
        let world = World()
        try await world.logIn()
        let list = world.hub.liveList
        #expect(await code { () async throws(ErrorInfo) in try await list.leaveLive() } == -2101)
        #expect(await code { () async throws(ErrorInfo) in try await list.endLive() } == -2101)
        #expect(await code { () async throws(ErrorInfo) in _ = try await list.queryMetaData(keys: []) } == -2101)
        #expect(await code { () async throws(ErrorInfo) in try await list.updateLiveMetaData([:]) } == -2101)
        let update = await code { () async throws(ErrorInfo) in
            try await list.updateLiveInfo(LiveInfo(), modifyFlag: .notice)
        }
        #expect(update == -2101)
    }

    @Test func `an owner can leave, rejoin as owner and end the live`() async throws {
        let world = World()
        try await world.create()
        let list = world.hub.liveList
        try await list.leaveLive()
        #expect(world.server.commands("room.leave").count == 1)
        #expect(list.state.value.currentLive.isEmpty)
        #expect(await code { () async throws(ErrorInfo) in try await list.endLive() } == -2101)
        world.server.on("room.join") { World.entering($0.room ?? World.live, role: .owner) }
        #expect(try await list.joinLive(liveID: "live_1").liveID == "live_1")
        #expect(try await list.joinLive(liveID: "live_1").liveID == "live_1", "the owner joins their own live again")
        world.server.on("room.end", ok: RoomStatistics())
        try await list.endLive()
        #expect(list.state.value.currentLive.isEmpty)
    }

    @Test func `leaving succeeds before a login and after a logout`() async throws {
        let world = World()
        let list = world.hub.liveList
        try await list.leaveLive()
        try await world.enter()
        try await world.hub.login.logout()
        try await list.leaveLive()
        #expect(world.server.commands("room.leave").isEmpty)
        #expect(list.state.value.currentLive.isEmpty)
    }

    @Test func `an owner who ends a live gets its statistics and no event`() async throws {
        let world = World()
        try await world.create()
        let list = world.hub.liveList
        var statistics = RoomStatistics()
        statistics.totalViewers = 1
        statistics.totalGiftsSent = 3
        statistics.totalGiftCoins = 15
        statistics.totalUniqueGiftSenders = 2
        statistics.totalLikesReceived = 9
        statistics.totalMessageSent = 6
        statistics.totalDuration = 61_500
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: statistics))
        world.server.on("room.end") { [statistics] _ in
            [.event(World.live, ended, seq: 101, durable: 1), .ok(statistics)]
        }
        let events = Recorder(list.liveListEventPublisher)
        let told = try await list.endLive()
        #expect(told.totalViewers == 1 && told.totalGiftsSent == 3 && told.totalGiftCoins == 15)
        #expect(told.totalUniqueGiftSenders == 2 && told.totalLikesReceived == 9)
        #expect(told.totalMessageCount == 6 && told.liveDuration == 61_500)
        #expect(list.state.value.currentLive.isEmpty)
        #expect(events.values.isEmpty)
        #expect(world.summary.state.value.summaryData.totalGiftsSent == 3)
    }

    @Test func `a failed end keeps the current live, unless the live no longer exists`() async throws {
        let world = World()
        try await world.create()
        world.server.on("room.end", error: Rejection(.storageUnavailable))
        let list = world.hub.liveList
        #expect(await code { () async throws(ErrorInfo) in try await list.endLive() } == 100001)
        #expect(list.state.value.currentLive.liveID == "live_1")
        world.server.on("room.end", error: Rejection(.roomNotFound))
        #expect(await code { () async throws(ErrorInfo) in try await list.endLive() } == 100004)
        #expect(list.state.value.currentLive.isEmpty)
    }

    @Test func `leaving a live that no longer exists succeeds`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("room.leave", error: Rejection(.roomNotFound))
        try await world.hub.liveList.leaveLive()
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
    }

    @Test(arguments: [(RoomEnded.Reason.endedByHost, LiveEndedReason.endedByHost), (.endedByServer, .endedByServer)])
    func `the end of a live raises one event and clears the current live`(
        reason: RoomEnded.Reason, told: LiveEndedReason
    ) async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.hub.liveList.liveListEventPublisher)
        let ended = RoomEvent.roomEnded(RoomEnded(reason: reason, message: "bye", statistics: RoomStatistics()))
        try await world.send(ended, seq: 101, durable: 1)
        try await world.send(ended, seq: 101, durable: 1)
        guard case .onLiveEnded("live_1", told, "bye")? = events.values.first, events.values.count == 1 else {
            Issue.record("\(events.values)")
            return
        }
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
    }

    @Test func `a kicked or banned user gets an event, other users get none`() async throws {
        for isBan in [false, true] {
            let world = World()
            try await world.enter()
            let events = Recorder(world.hub.liveList.liveListEventPublisher)
            func removed(_ user: UserInfo) -> RoomEvent {
                isBan
                    ? .audienceBanned(
                        AudienceBanned(user: user, banned: true, until: nil, by: nil, reason: "spam", count: 1))
                    : .audienceKicked(AudienceKicked(user: user, by: nil, reason: "spam", count: 1))
            }
            try await world.send(removed(World.other), seq: 101, durable: 1)
            #expect(events.values.isEmpty)
            #expect(!world.hub.liveList.state.value.currentLive.isEmpty)
            try await world.send(removed(World.viewer), seq: 102, durable: 2)
            guard case .onKickedOutOfLive("live_1", .byAdmin, "spam")? = events.values.first else {
                Issue.record("\(events.values)")
                return
            }
            #expect(world.hub.liveList.state.value.currentLive.isEmpty)
            try await world.hub.liveList.joinLive(liveID: "live_1")
        }
    }

    @Test func `changed settings update the current live`() async throws {
        let world = World()
        try await world.enter()
        var changes = RoomSettings()
        changes.notice = "New"
        changes.isMessageDisable = true
        changes.categoryList = [4]
        changes.seatLayoutTemplateID = 200
        changes.maxSeatCount = 4
        changes.metaData = ["k": "v"]
        changes.liveName = ""
        try await world.send(.roomUpdated(RoomUpdated(changes: changes, by: nil)), seq: 101, durable: 1)
        let live = world.hub.liveList.state.value.currentLive
        #expect(
            live.notice == "New" && live.isMessageDisable && live.categoryList == [4] && live.metaData == ["k": "v"])
        #expect(
            live.seatTemplate == .videoLandscape4Seats && live.seatLayoutTemplateID == 200 && live.maxSeatCount == 4)
        #expect(live.liveName == "live_1")
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 12)), seq: 102)
        #expect(world.hub.liveList.state.value.currentLive.totalViewerCount == 12)
    }

    @Test func `an update sends only the flagged fields`() async throws {
        let world = World()
        try await world.create()
        let list = world.hub.liveList
        var info = list.state.value.currentLive
        info.liveName = "Name"
        info.notice = "Notice"
        info.coverURL = "u"
        info.seatMode = .free
        try await list.updateLiveInfo(info, modifyFlag: [.notice, .seatMode])
        var expected = RoomSettings()
        expected.notice = "Notice"
        expected.seatMode = .free
        #expect(world.server.commands.last?.command == .roomUpdate(expected))
        let sent = world.server.commands.count
        try await list.updateLiveInfo(info, modifyFlag: .none)
        #expect(world.server.commands.count == sent)
        info.liveID = "live_2"
        #expect(
            await code { () async throws(ErrorInfo) in try await list.updateLiveInfo(info, modifyFlag: .notice) } == -4)
    }

    @Test func `metadata is read and written for the current live`() async throws {
        let world = World()
        try await world.create()
        world.server.on("room.metadata", ok: MetadataPage(metaData: ["a": "1", "b": "2"]))
        let list = world.hub.liveList
        #expect(try await list.queryMetaData(keys: ["a"]) == ["a": "1", "b": "2"])
        #expect(world.server.commands.last?.command == .roomMetadata(RoomMetadata(keys: ["a"])))
        try await list.updateLiveMetaData(["b": "2"])
        #expect(world.server.commands.last?.command == .roomMetadata(RoomMetadata(set: ["b": "2"])))
        #expect(list.state.value.currentLive.metaData == ["a": "1", "b": "2"])
    }

    @Test func `the list grows page by page, and fetching the first page restarts it`() async throws {
        let world = World()
        try await world.logIn()
        let list = world.hub.liveList
        @Sendable func page(_ names: [String], next: String) -> RoomPage {
            let listings = names.map {
                RoomListing(info: World.info(LiveID(unchecked: $0)), audienceCount: 1)
            }
            return RoomPage(rooms: listings, cursor: next)
        }
        world.server.on("room.list") { frame in
            guard case .roomList(let list) = frame.command else { return [] }
            return [.ok(list.cursor == nil ? page(["a", "b"], next: "2") : page(["b", "c"], next: ""))]
        }
        try await list.fetchLiveList(cursor: "", count: 20)
        #expect(list.state.value.liveList.map(\.liveID) == ["a", "b"] && list.state.value.liveListCursor == "2")
        try await list.fetchLiveList(cursor: "2", count: 1_000)
        #expect(list.state.value.liveList.map(\.liveID) == ["a", "b", "c"] && list.state.value.liveListCursor == "")
        #expect(world.server.commands.last?.command == .roomList(RoomList(cursor: "2", count: 50)))
        try await list.fetchLiveList(cursor: "", count: 20)
        #expect(list.state.value.liveList.map(\.liveID) == ["a", "b"])
        list.reset()
        try await world.queue.settle()
        #expect(list.state.value.liveList.isEmpty && list.state.value.liveListCursor == "")
        #expect(
            await code { () async throws(ErrorInfo) in try await list.fetchLiveList(cursor: "", count: 0) } == -1001)
    }

    @Test func `a user can fetch a live's info without entering it`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("room.info", ok: RoomListing(info: World.info(), audienceCount: 3))
        let live = try await world.hub.liveList.fetchLiveInfo(liveID: "live_1")
        #expect(live.liveID == "live_1")
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
    }
}
