import Foundation
import OvationModel
import OvationWire
import RTCRoomEngine
import RTCRoomEngineTRTC
import Testing

@testable import AtomicXCore

/// The engine's user, its observers, and the calls that this server does not support.
@Suite(.timeLimit(.minutes(5))) struct RoomEngineTests: EngineStage {
    // MARK: The user

    @Test func `the engine knows the user between login and logout`() async throws {
        let world = World()
        let center = world.hub.engine.center
        #expect(center.selfInfo.userId == "" && center.selfInfo.userName == "")
        try await world.logIn()
        #expect(center.selfInfo.userId == "viewer" && center.selfInfo.userName == "Nick")
        try await world.hub.login.logout()
        #expect(center.selfInfo.userId == "")
    }

    @Test func `every call without stores or without a login fails with -1002 on the main queue`() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let alone = TUIRoomEngine(center: RoomEngineCenter())
        let isMain = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            alone.getRoomMetadata([], onSuccess: { _ in }) { error, _ in
                continuation.resume(
                    returning: error == .sdkNotInitialized && DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMain)
        let world = World()
        let engine = TUIRoomEngine(center: world.hub.engine.center)
        let list = try lists(engine)
        let gift = try gifts(engine)
        #expect(await answer { _, no in engine.getRoomMetadata([], onSuccess: { _ in }, onError: no) } == "-1002")
        #expect(await answer { _, no in engine.setRoomMetadataByAdmin([:], onSuccess: {}, onError: no) } == "-1002")
        let lock = TUISeatLockParams()
        #expect(
            await answer { _, no in engine.lockSeatByAdmin(0, lockMode: lock, onSuccess: {}, onError: no) } == "-1002")
        #expect(await answer { _, no in list.joinLive(roomId: "l", onSuccess: { _ in }, onError: no) } == "-1002")
        #expect(
            await answer { _, no in list.getLiveStatistics(roomId: "l", onSuccess: { _ in }, onError: no) } == "-1002")
        #expect(await answer { _, no in gift.sendLike(roomId: "l", count: 1, onSuccess: {}, onError: no) } == "-1002")
        #expect(await answer { yes, no in list.leaveLive(onSuccess: { yes("left") }, onError: no) } == "left")
    }

    // MARK: Observers

    @Test func `an observer added twice is called once, never after its removal, and is not retained`() async throws {
        let (world, engine, observer) = try stage()
        engine.addObserver(observer)
        weak var gone: EngineObserver?
        do {
            let short = EngineObserver()
            gone = short
            engine.addObserver(short)
        }
        #expect(gone == nil)
        try await world.enter()
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics()))
        try await world.send(ended, seq: 101, durable: 1)
        #expect(observer.lines == ["live_1 ended byOwner"])
        engine.removeObserver(observer)
        try await world.hub.liveList.joinLive(liveID: "live_1")
        try await world.send(ended, seq: 102, durable: 2)
        #expect(observer.lines == [])
    }

    @Test func `a kick reaches the observer, the owner's own end of the live does not`() async throws {
        let (world, engine, observer) = try stage()
        try await world.enter()
        try await world.send(
            .audienceKicked(AudienceKicked(user: World.viewer, by: nil, reason: "", count: 0)), seq: 101, durable: 1)
        #expect(observer.lines == ["out of live_1 byAdmin"])

        try await world.create()
        var statistics = RoomStatistics()
        statistics.totalMessageSent = 4
        statistics.totalDuration = 61_000
        let ended = RoomEvent.roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: statistics))
        world.server.on("room.end") { [statistics] _ in
            [.event(World.live, ended, seq: 101, durable: 1), .ok(statistics)]
        }
        let list = try lists(engine)
        let told = await answer { yes, no in
            list.stopLive(onSuccess: { yes("\($0.totalMessageCount) \($0.liveDuration)") }, onError: no)
        }
        #expect(told == "4 61000")
        #expect(observer.lines == [])
    }

    @Test(arguments: [
        (CloseCode.kickedOffline, ["out of live_1 byLoggedOnOtherDevice", "offline"]),
        (.loginExpired, ["out of live_1 byServer", "expired"]),
    ])
    func `the observer hears of the end of the live before the end of the login`(code: CloseCode, lines: [String])
        async throws
    {
        let (world, _, observer) = try stage()
        try await world.enter()
        try await world.server.disconnect(code)
        try await world.queue.settle()
        #expect(observer.lines == lines)
    }

    @Test func `other people's joins, leaves and roles reach the observer, the user's own do not`()
        async throws
    {
        let (world, _, observer) = try stage()
        try await world.enter()
        try await world.send(.ownerJoined(OwnerJoined(user: World.owner)), seq: 101)
        try await world.send(.audienceJoined(AudienceJoined(user: World.viewer, count: 1, totalViewers: 1)), seq: 102)
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 2)), seq: 103)
        try await world.send(
            .audienceAppointed(AudienceAppointed(user: World.other, isAdmin: true, by: nil)), seq: 104, durable: 1)
        try await world.send(
            .audienceMuted(AudienceMuted(user: World.other, muted: true, until: nil, by: nil)), seq: 105, durable: 2)
        try await world.send(.audienceLeft(AudienceLeft(user: World.other, count: 1)), seq: 106)
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 3)), seq: 107)
        try await world.send(
            .audienceKicked(AudienceKicked(user: World.other, by: nil, reason: "", count: 1)), seq: 108, durable: 3)
        try await world.send(.ownerLeft(OwnerLeft(user: World.owner)), seq: 109)
        #expect(
            observer.lines == [
                "host came roomOwner", "other came generalUser", "people 3", "other is administrator true",
                "other muted true", "other went", "people 2", "other came administrator", "people 3", "other went",
                "people 2", "host went",
            ])
    }

    @Test func `events of a live that the user has left do not reach the observer`() async throws {
        let (world, _, observer) = try stage()
        try await world.enter()
        try await world.hub.liveList.leaveLive()
        try await world.send(.ownerJoined(OwnerJoined(user: World.owner)), seq: 101)
        try await world.send(World.giftReceived(order: "o1", count: 1), seq: 102, durable: 1)
        #expect(observer.lines == [])
    }

    // MARK: What the server does not support

    @Test(arguments: [
        (#"{"api":"queryPlaybackQualityList","params":{"roomId":"r"}}"#, #"{"code":0,"data":[],"message":""}"#),
        (
            #"{"api":"querySeatLayout"}"#,
            #"{"canvasHeight":0,"canvasWidth":0,"code":0,"message":"","templateId":600}"#
        ),
        (#"{"api":"setFramework","params":{"component":21}}"#, #"{"code":0,"message":""}"#),
        (#"{"api":"switchPlaybackQuality"}"#, #"{"code":-2103,"message":"This server does not have it."}"#),
        (#"{"api":"x"}"#, #"{"code":-1001,"message":"There is no call of the name x."}"#),
    ])
    func `every experimental call gets an answer, even an unknown one`(
        call: String, answer: String
    ) async throws {
        #expect(await experiment(call) == answer)
    }

    @Test(arguments: ["", "{", "[]", "3", "null", #"{"api":3}"#, #"{"params":{}}"#, "{\"api\":\"\u{0}\"}"])
    func `a malformed experimental call is answered with -1001`(text: String) async {
        #expect(await experiment(text).contains(#""code":-1001"#))
    }

    private func experiment(_ text: String) async -> String {
        let world = World()
        let engine = TUIRoomEngine(center: world.hub.engine.center)
        return await withCheckedContinuation { continuation in
            engine.callExperimentalAPI(jsonStr: text) { continuation.resume(returning: $0) }
        }
    }

    @Test func `the song list fails with a clear message, and other missing extensions are nil`() async throws {
        let world = World()
        let engine = TUIRoomEngine(center: world.hub.engine.center)
        let songs = try #require(engine.getExtension(extensionType: .songListManager) as? TUISongListManager)
        let said = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
            songs.playNextSong(onSuccess: {}) { continuation.resume(returning: "\($0 == .failed) \($1)") }
        }
        #expect(said == "true This server keeps no list of songs.")
        #expect(engine.getExtension(extensionType: .deviceManager) == nil)
        #expect(engine.getExtension(extensionType: .liveLayoutManager) == nil)
        #expect(engine.getTRTCCloud() === engine.getTRTCCloud())
        #expect(engine.getTRTCCloud().callExperimentalAPI("{}") == nil)
    }
}
