import OpenCombineShim
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct CoHostStoreTests {
    private typealias Call = (name: String, make: (CoHostStore, CompletionClosure?) -> Void)

    /// Every call that needs the live.
    private static var calls: [Call] {
        [
            (
                "requestHostConnection",
                {
                    $0.requestHostConnection(
                        targetHost: "live_2", layoutTemplate: .hostDynamicGrid, timeout: 30, completion: $1)
                }
            ),
            ("cancelHostConnection", { $0.cancelHostConnection(toHostLiveID: "live_2", completion: $1) }),
            ("acceptHostConnection", { $0.acceptHostConnection(fromHostLiveID: "live_2", completion: $1) }),
            ("rejectHostConnection", { $0.rejectHostConnection(fromHostLiveID: "live_2", completion: $1) }),
            ("exitHostConnection", { $0.exitHostConnection(completion: $1) }),
            ("muteRemoteHostAudio", { $0.muteRemoteHostAudio(liveID: "live_2", isMuted: true, completion: $1) }),
        ]
    }

    private static func listing(_ liveID: String, _ owner: UserInfo) -> RoomListing {
        var info = World.info(LiveID(unchecked: liveID))
        info.liveOwner = owner
        return RoomListing(info: info, audienceCount: 3)
    }

    /// Two pages of lives. The second one repeats a live of the first.
    private func answerPages(_ world: GuestWorld) {
        let first = RoomPage(
            rooms: [Self.listing("live_2", World.other), Self.listing("live_3", World.viewer)], cursor: "next")
        let second = RoomPage(
            rooms: [Self.listing("live_3", World.viewer), Self.listing("live_4", World.owner)], cursor: "")
        world.server.on("room.list") { frame in
            guard case .roomList(let list) = frame.command else { return [] }
            return [.ok(list.cursor == nil ? first : second)]
        }
    }

    @Test func `outside of the live every call fails with -2101 on the main queue, and asks the server nothing`()
        async throws
    {
        let world = GuestWorld()
        try await world.logIn()
        let before = world.operations
        for call in Self.calls {
            #expect(await world.outcome { call.make(world.coHost, $0) }.code == -2_101, "\(call.name)")
        }
        #expect(world.operations == before)
    }

    @Test func `before a login every call fails with -1002 on the main queue`() async {
        let world = GuestWorld()
        for call in Self.calls {
            #expect(await world.outcome { call.make(world.coHost, $0) } == .failure(-1_002), "\(call.name)")
        }
        let candidates = await world.outcome { world.coHost.getCoHostCandidates(cursor: "", completion: $0) }
        #expect(candidates == .failure(-1_002))
    }

    @Test func `calls complete in the order in which they were made, with and without completions`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let completed = PassthroughSubject<String, Never>()
        let names = Recorder(completed)
        for call in Self.calls {
            call.make(world.coHost, nil)
            call.make(world.coHost) { _ in completed.send(call.name) }
        }
        await names.wait { $0.count == Self.calls.count }
        #expect(names.values == Self.calls.map(\.name))
    }

    @Test func `the state starts disconnected, and calls that fail change nothing and publish nothing`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.coHost
        let events = Recorder(store.coHostEventPublisher)
        let states = Recorder(store.state.subscribe())
        for call in Self.calls { _ = await world.outcome { call.make(store, $0) } }
        #expect(events.values.isEmpty && states.values.allSatisfy { $0.connected.isEmpty })
        let state = store.state.value
        #expect(state.coHostStatus == .disconnected && state.applicant == nil && state.candidatesCursor.isEmpty)
        #expect(state.connected.isEmpty && state.invitees.isEmpty && state.candidates.isEmpty)
    }

    @Test func `candidates are the hosts of the list's lives, and the state has them before the completion`()
        async throws
    {
        let world = GuestWorld()
        try await world.logIn()
        answerPages(world)
        let store = world.coHost
        let outcome = await world.outcome { (completion: @escaping CompletionClosure) in
            store.getCoHostCandidates(cursor: "") { result in
                #expect(store.state.value.candidates.count == 2)
                completion(result)
            }
        }
        #expect(outcome == .init())
        #expect(
            store.state.value.candidates == [
                SeatUserInfo(userID: "other", userName: "Other", liveID: "live_2"),
                SeatUserInfo(userID: "viewer", userName: "Viewer", liveID: "live_3"),
            ])
        #expect(store.state.value.candidatesCursor == "next")
        #expect(world.server.commands("room.list") == [.roomList(RoomList(cursor: nil, count: 20))])
    }

    @Test func `a later page is added without the lives that are listed, and the first page replaces all`() async throws
    {
        let world = GuestWorld()
        try await world.logIn()
        answerPages(world)
        let store = world.coHost
        try await store.getCoHostCandidates(cursor: "")
        try await store.getCoHostCandidates(cursor: store.state.value.candidatesCursor)
        #expect(store.state.value.candidates.map(\.liveID) == ["live_2", "live_3", "live_4"])
        #expect(store.state.value.candidatesCursor.isEmpty)
        try await store.getCoHostCandidates(cursor: "")
        #expect(store.state.value.candidates.map(\.liveID) == ["live_2", "live_3"])
        #expect(store.state.value.candidatesCursor == "next")
    }

    @Test func `a connected live is no candidate`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        answerPages(world)
        let store = world.coHost
        store.state.update { $0.connected = [SeatUserInfo(userID: "other", liveID: "live_2")] }
        try await store.getCoHostCandidates(cursor: "")
        #expect(store.state.value.candidates.map(\.liveID) == ["live_3"])
    }

    @Test func `candidates that cannot be fetched leave the state as it is`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        answerPages(world)
        let store = world.coHost
        try await store.getCoHostCandidates(cursor: "")
        world.server.on("room.list", error: Rejection(.tooFrequent))
        let outcome = await world.outcome { store.getCoHostCandidates(cursor: "next", completion: $0) }
        #expect(outcome == .failure(100_012))
        #expect(store.state.value.candidates.count == 2 && store.state.value.candidatesCursor == "next")
    }

    @Test func `a call as an async method throws the same error`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.coHost
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.requestHostConnection(
                    targetHost: "live_2", layoutTemplate: .hostVoiceConnection, timeout: 10)
            } == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.cancelHostConnection(toHostLiveID: "live_2")
            }
                == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.acceptHostConnection(fromHostLiveID: "live_2")
            }
                == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.rejectHostConnection(fromHostLiveID: "live_2")
            }
                == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.muteRemoteHostAudio(liveID: "live_2", isMuted: false)
            } == -2_101)
    }

    @Test func `a live has one store, and another live has another`() {
        #expect(CoHostStore.create(liveID: "hosts") === CoHostStore.create(liveID: "hosts"))
        #expect(CoHostStore.create(liveID: "hosts") !== CoHostStore.create(liveID: "other hosts"))
    }

    @Test func `statuses and layouts have the numbers that apps know, and the state survives JSON`() {
        #expect([CoHostStatus.connected, .disconnected].map(\.rawValue) == [0, 1])
        let layouts: [CoHostLayoutTemplate] = [
            .hostVoiceConnection, .hostVideoLandscapeFixed2Seats, .hostDynamicGrid, .hostDynamic1v6,
            .hostVideoLeftFocus9Seats, .hostVideoUniformGrid9Seats,
        ]
        #expect(layouts.map(\.rawValue) == [2, 400, 600, 601, 602, 603])
        #expect(CoHostLayoutTemplate.fromJsonString("601") == .hostDynamic1v6)
        var state = CoHostState()
        state.applicant = SeatUserInfo(userID: "other", liveID: "live_2")
        let read = state.toJsonString().flatMap(CoHostState.fromJsonString)
        #expect(read?.applicant == state.applicant && read?.coHostStatus == .disconnected)
        #expect(CoHostState().toJsonString().flatMap(CoHostState.fromJsonString)?.applicant == nil)
    }
}
