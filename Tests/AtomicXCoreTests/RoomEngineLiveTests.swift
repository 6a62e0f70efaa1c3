import Foundation
import OvationModel
import OvationWire
import RTCRoomEngine
import Testing

@testable import AtomicXCore

/// The engine's calls and callbacks about the user's current live.
@Suite(.timeLimit(.minutes(5))) struct RoomEngineLiveTests: EngineStage {
    @Test func `metadata is read and set, and each changed key reaches the observer once`() async throws {
        let (world, engine, observer) = try stage()
        try await world.create()
        world.server.on("room.metadata", ok: MetadataPage(metaData: ["a": "1"]))
        let read = await answer { yes, no in engine.getRoomMetadata(["a"], onSuccess: { yes("\($0)") }, onError: no) }
        #expect(read == #"["a": "1"]"#)
        #expect(world.server.commands.last?.command == .roomMetadata(RoomMetadata(keys: ["a"])))
        let set = await answer { yes, no in
            engine.setRoomMetadataByAdmin(["a": "1"], onSuccess: { yes("set") }, onError: no)
        }
        #expect(set == "set")
        #expect(world.server.commands.last?.command == .roomMetadata(RoomMetadata(set: ["a": "1"])))
        for (number, all) in [["a": "1"], ["a": "2", "b": "x"], ["a": "2", "b": "x"], ["b": "x"]].enumerated() {
            var changes = RoomSettings()
            changes.metaData = all
            try await world.send(
                .roomUpdated(RoomUpdated(changes: changes, by: nil)), seq: Int64(101 + number),
                durable: Int64(1 + number))
        }
        #expect(observer.lines == ["a=1", "a=2", "b=x", "a="])
        world.server.on("room.metadata", error: Rejection(.metadataKeysExceeded))
        let refused = await answer { _, no in
            engine.setRoomMetadataByAdmin(["c": "1"], onSuccess: {}, onError: no)
        }
        #expect(refused == "\(TUIError.roomMetadataExceedKeyCountLimit.rawValue)")
    }

    @Test func `a server's code without a name in the engine is passed on unchanged`() async throws {
        let (world, engine, _) = try stage()
        try await world.enter()
        world.server.on("room.metadata", error: Rejection(.storageUnavailable))
        let refused = await answer { _, no in engine.setRoomMetadataByAdmin([:], onSuccess: {}, onError: no) }
        #expect(refused == "100001")
    }

    @Test func `changed settings reach the room's and the list's observer`() async throws {
        let (world, engine, observer) = try stage()
        try await world.enter()
        var changes = RoomSettings()
        changes.liveName = "New"
        changes.isMessageDisable = true
        changes.seatMode = .free
        try await world.send(.roomUpdated(RoomUpdated(changes: changes, by: nil)), seq: 101, durable: 1)
        #expect(observer.lines == ["New 69", "live_1 is New", "all muted true", "seats freeToTake"])
        let list = try lists(engine)
        let live = TUILiveInfo()
        live.roomId = "live_1"
        live.notice = "Hello"
        live.coverUrl = "https://example.com/c"
        let set = await answer { yes, no in
            list.setLiveInfo(live, modifyFlag: [.notice], onSuccess: { yes("set") }, onError: no)
        }
        #expect(set == "set")
        var settings = RoomSettings()
        settings.notice = "Hello"
        #expect(world.server.commands.last?.command == .roomUpdate(settings))
    }

    @Test func `changed statistics reach the observer once, and a member can ask for them`() async throws {
        let (world, engine, observer) = try stage()
        try await world.enter()
        var statistics = RoomStatistics()
        statistics.totalViewers = 7
        statistics.totalGiftsSent = 2
        statistics.totalGiftCoins = 10
        statistics.totalUniqueGiftSenders = 1
        statistics.totalLikesReceived = 5
        for seq in [Int64(101), 102] {
            try await world.send(.audienceCounted(AudienceCounted(count: 1, statistics: statistics)), seq: seq)
        }
        #expect(observer.lines == ["numbers 7 31", "gifts 2 10 1"])
        try await world.queue.advance(milliseconds: 1_000)
        let gift = try gifts(engine)
        let list = try lists(engine)
        #expect(
            await answer { yes, no in gift.getLikesCount(roomId: "live_1", onSuccess: { yes("\($0)") }, onError: no) }
                == "5")
        #expect(
            await answer { yes, no in
                gift.getGiftCountByAnchor(
                    roomId: "live_1", onSuccess: { sent, coins, senders in yes("\(sent) \(coins) \(senders)") },
                    onError: no)
            } == "2 10 1")
        #expect(
            await answer { yes, no in
                list.getLiveStatistics(roomId: "live_1", onSuccess: { yes("\($0.totalViewers)") }, onError: no)
            } == "7")
        #expect(
            await answer { _, no in list.getLiveStatistics(roomId: "other", onSuccess: { _ in }, onError: no) }
                == "-2101")
    }

    @Test func `a seat command is refused outside of a live, and in one without seats`() async throws {
        let (world, engine, _) = try stage()
        let lock = TUISeatLockParams()
        lock.lockSeat = true
        try await world.logIn("host")
        #expect(
            await answer { _, no in engine.lockSeatByAdmin(1, lockMode: lock, onSuccess: {}, onError: no) } == "-2101")
        try await world.create()
        world.server.on("seat.lock", error: Rejection(.seatsDisabled))
        #expect(
            await answer { _, no in engine.lockSeatByAdmin(1, lockMode: lock, onSuccess: {}, onError: no) } == "100211")
    }

    @Test func `the engine starts, leaves, joins and describes a live`() async throws {
        let (world, engine, _) = try stage()
        try await world.logIn("host")
        let list = try lists(engine)
        let live = TUILiveInfo()
        live.roomId = "live_1"
        live.name = "Mine"
        live.seatMode = .freeToTake
        live.seatLayoutTemplateId = 601
        live.maxSeatCount = 7
        live.categoryList = [3]
        let started = await answer { yes, no in
            list.startLive(
                liveInfo: live, onSuccess: { yes("\($0.roomId) \($0.ownerId) \($0.roomInfo.ownerName)") }, onError: no)
        }
        #expect(started == "live_1 host Host")
        guard case .roomCreate(let create)? = world.server.commands.last?.command else {
            Issue.record("the new live was not sent")
            return
        }
        let settings = create.settings
        #expect(settings.liveName == "Mine" && settings.seatMode == .free && settings.categoryList == [3])
        #expect(settings.seatLayoutTemplateID == 601 && settings.maxSeatCount == 7)
        #expect(await answer { yes, no in list.leaveLive(onSuccess: { yes("left") }, onError: no) } == "left")
        #expect(
            await answer { yes, no in list.joinLive(roomId: "live_1", onSuccess: { yes($0.roomId) }, onError: no) }
                == "live_1")
        world.server.on("room.info", ok: RoomListing(info: World.info(), audienceCount: 3))
        #expect(
            await answer { yes, no in list.getLiveInfo("live_1", onSuccess: { yes($0.ownerId) }, onError: no) }
                == "host")
    }

    @Test func `a page of lives goes to the caller and leaves the store's list alone`() async throws {
        let (world, engine, _) = try stage()
        try await world.logIn()
        let page = RoomPage(rooms: [RoomListing(info: World.info(), audienceCount: 1)], cursor: "2")
        world.server.on("room.list", ok: page)
        let list = try lists(engine)
        let told = await answer { yes, no in
            list.fetchLiveList(
                cursor: "", count: 1_000, onSuccess: { yes("\($1.map(\.roomId)) \($0)") }, onError: no)
        }
        #expect(told == #"["live_1"] 2"#)
        #expect(world.server.commands.last?.command == .roomList(RoomList(count: 50)))
        #expect(world.hub.liveList.state.value.liveList.isEmpty)
        let none = await answer { _, no in
            list.fetchLiveList(cursor: "", count: 0, onSuccess: { _, _ in }, onError: no)
        }
        #expect(none == "-1001")
    }

    @Test func `gifts and likes are sent, and those received reach the observer`() async throws {
        let (world, engine, observer) = try stage()
        try await world.enter()
        let gift = try gifts(engine)
        #expect(
            await answer { yes, no in
                gift.sendLike(roomId: "live_1", count: 3, onSuccess: { yes("liked") }, onError: no)
            } == "liked")
        #expect(world.server.commands.last?.command == .likeSend(LikeSend(count: 3)))
        world.server.on("gift.send", error: Rejection(.giftNotFound))
        #expect(
            await answer { _, no in
                gift.sendGift(roomId: "live_1", giftId: "rose", count: 1, onSuccess: {}, onError: no)
            } == "\(TUIError.giftNotExist.rawValue)")
        let share = LikeReceived.Share(user: World.other, count: 3)
        try await world.send(.likeReceived(LikeReceived(total: 3, added: 3, senders: [share])), seq: 101)
        try await world.send(World.giftReceived(order: "o1", count: 2), seq: 102, durable: 1)
        #expect(observer.lines == ["3 likes of other", "2 Rose of other"])
    }
}
