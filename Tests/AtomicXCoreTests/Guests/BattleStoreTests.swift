import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct BattleStoreTests {
    private typealias Call = (name: String, make: (BattleStore, CompletionClosure?) -> Void)

    /// Every call whose success has no value.
    private static var calls: [Call] {
        [
            ("cancelBattleRequest", { $0.cancelBattleRequest(battleId: "b1", userIdList: ["other"], completion: $1) }),
            ("acceptBattle", { $0.acceptBattle(battleID: "b1", completion: $1) }),
            ("rejectBattle", { $0.rejectBattle(battleID: "b1", completion: $1) }),
            ("exitBattle", { $0.exitBattle(battleID: "b1", completion: $1) }),
        ]
    }

    private func request(_ store: BattleStore, _ completion: BattleRequestClosure?) {
        store.requestBattle(
            config: BattleConfig(duration: 30, needResponse: true), userIDList: ["other"], timeout: 10,
            completion: completion)
    }

    @Test func `outside of the live every call fails with -2101 on the main queue, and asks the server nothing`()
        async throws
    {
        let world = GuestWorld()
        try await world.logIn()
        let before = world.operations
        #expect(await world.outcome { request(world.battle, $0) }.code == -2_101)
        for call in Self.calls {
            #expect(await world.outcome { call.make(world.battle, $0) }.code == -2_101, "\(call.name)")
        }
        #expect(world.operations == before)
    }

    @Test func `before a login every call fails with -1002 on the main queue`() async {
        let world = GuestWorld()
        #expect(await world.outcome { request(world.battle, $0) } == .failure(-1_002))
        for call in Self.calls {
            #expect(await world.outcome { call.make(world.battle, $0) } == .failure(-1_002), "\(call.name)")
        }
    }

    @Test func `calls complete in the order in which they were made, with and without completions`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let completed = PassthroughSubject<String, Never>()
        let names = Recorder(completed)
        request(world.battle, nil)
        request(world.battle) { _ in completed.send("requestBattle") }
        for call in Self.calls {
            call.make(world.battle, nil)
            call.make(world.battle) { _ in completed.send(call.name) }
        }
        await names.wait { $0.count == Self.calls.count + 1 }
        #expect(names.values == ["requestBattle"] + Self.calls.map(\.name))
    }

    @Test func `the state starts without a battle, and calls that fail change nothing and publish nothing`()
        async throws
    {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.battle
        let events = Recorder(store.battleEventPublisher)
        let states = Recorder(store.state.subscribe())
        _ = await world.outcome { request(store, $0) }
        for call in Self.calls { _ = await world.outcome { call.make(store, $0) } }
        #expect(states.values.count == 1 && events.values.isEmpty)
        let state = store.state.value
        #expect(state.currentBattleInfo == nil && state.battleUsers.isEmpty && state.battleScore.isEmpty)
    }

    @Test func `a call as an async method throws the same error`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.battle
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                let (battle, codes): (BattleInfo, [String: Int]) = try await store.requestBattle(
                    config: BattleConfig(), userIDList: ["other"], timeout: 0)
                Issue.record("\(battle) was requested: \(codes)")
            } == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.cancelBattleRequest(battleId: "b1", userIdList: ["other"])
            } == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.acceptBattle(battleID: "b1") }
                == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.rejectBattle(battleID: "b1") }
                == -2_101)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.exitBattle(battleID: "b1") } == -2_101
        )
    }

    @Test func `a live has one store, and another live has another`() {
        #expect(BattleStore.create(liveID: "battles") === BattleStore.create(liveID: "battles"))
        #expect(BattleStore.create(liveID: "battles") !== BattleStore.create(liveID: "other battles"))
    }

    @Test func `a battle and its settings start empty, and survive JSON`() {
        let empty = BattleInfo()
        #expect(empty.battleID.isEmpty && empty.startTime == 0 && empty.endTime == 0)
        #expect(empty.config == BattleConfig())
        #expect(empty.config.duration == 0 && !empty.config.needResponse && empty.config.extensionInfo.isEmpty)
        let battle = BattleInfo(
            battleID: "b1", config: BattleConfig(duration: 30, needResponse: true, extensionInfo: "e"), startTime: 7)
        #expect(battle.toJsonString().flatMap(BattleInfo.fromJsonString) == battle)
        var state = BattleState()
        state.currentBattleInfo = battle
        state.battleScore = ["host": 12]
        let read = state.toJsonString().flatMap(BattleState.fromJsonString)
        #expect(read?.currentBattleInfo == battle && read?.battleScore == ["host": 12])
        #expect([BattleEndedReason.timeOver, .allMemberExit].map(\.rawValue) == [0, 1])
    }
}
