import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The store of seats: what it asks the server, and what an app is told.
@Suite(.timeLimit(.minutes(5))) struct LiveSeatStoreTests {
    private typealias Call = @Sendable (LiveSeatStore, CompletionClosure?) -> Void

    /// Every call with a completion, and the command that it makes.
    private static let calls: [(name: String, call: Call, command: Command)] = [
        ("takeSeat", { $0.takeSeat(seatIndex: -1, completion: $1) }, .seatTake(SeatTake(index: -1, seconds: 60))),
        ("leaveSeat", { $0.leaveSeat(completion: $1) }, .seatLeave),
        (
            "kickUserOutOfSeat", { $0.kickUserOutOfSeat(userID: "other", completion: $1) },
            .seatKick(SeatKick(userID: World.other.userID))
        ),
        (
            "moveUserToSeat",
            { $0.moveUserToSeat(userID: "other", targetIndex: 1, policy: .swapPosition, completion: $1) },
            .seatMove(SeatMove(index: 1, userID: World.other.userID, policy: .swap))
        ),
        (
            "moveUserToSeat without a policy",
            { $0.moveUserToSeat(userID: "other", targetIndex: 2, policy: nil, completion: $1) },
            .seatMove(SeatMove(index: 2, userID: World.other.userID, policy: .abort))
        ),
        (
            "lockSeat", { $0.lockSeat(seatIndex: 1 << 31, completion: $1) },
            .seatLock(SeatLock(index: 1 << 31, isLocked: true))
        ),
        ("unlockSeat", { $0.unlockSeat(seatIndex: 1, completion: $1) }, .seatLock(SeatLock(index: 1, isLocked: false))),
        (
            "openRemoteCamera", { $0.openRemoteCamera(userID: "other", policy: .unlockOnly, completion: $1) },
            .seatAllow(SeatAllow(userID: World.other.userID, camera: true))
        ),
        (
            "closeRemoteCamera", { $0.closeRemoteCamera(userID: "other", completion: $1) },
            .seatAllow(SeatAllow(userID: World.other.userID, camera: false))
        ),
        (
            "openRemoteMicrophone", { $0.openRemoteMicrophone(userID: "other", policy: .unlockOnly, completion: $1) },
            .seatAllow(SeatAllow(userID: World.other.userID, microphone: true))
        ),
        (
            "closeRemoteMicrophone", { $0.closeRemoteMicrophone(userID: "other", completion: $1) },
            .seatAllow(SeatAllow(userID: World.other.userID, microphone: false))
        ),
        (
            "setFeaturedHost", { $0.setFeaturedHost(userID: "other", completion: $1) },
            .seatFeature(SeatFeature(userID: World.other.userID, isFeatured: true))
        ),
        (
            "revokeFeaturedHost", { $0.revokeFeaturedHost(userID: "other", completion: $1) },
            .seatFeature(SeatFeature(userID: World.other.userID, isFeatured: false))
        ),
    ]

    private let stage = SeatStage()
    private var store: LiveSeatStore { stage.world.seat }

    // MARK: Calls

    @Test func `each call fails with -1002 without a login, and with -2101 outside the live`() async throws {
        for call in Self.calls { #expect(await stage.code { call.call(store, $0) } == -1_002, "\(call.name)") }
        try await stage.world.logIn()
        for call in Self.calls { #expect(await stage.code { call.call(store, $0) } == -2_101, "\(call.name)") }
        #expect(await stage.code { store.unmuteMicrophone(completion: $0) } == -2_101)
    }

    @Test func `each call makes its command, and fails with the server's number`() async throws {
        stage.serve([SeatStage.seat(2, World.other)])
        try await stage.create()
        for op in ["take", "leave", "kick", "move", "lock", "allow", "feature"] {
            stage.world.server.on("seat.\(op)", error: Rejection(.adminRequired))
        }
        let before = stage.world.server.commands.count
        for call in Self.calls { #expect(await stage.code { call.call(store, $0) } == -2_301, "\(call.name)") }
        #expect(stage.world.server.commands.dropFirst(before).map(\.command) == Self.calls.map(\.command))
    }

    @Test func `the devices of who is in no seat cannot be locked, and the server is not asked`() async throws {
        try await stage.create()
        for name in ["other", "", "a b"] {
            #expect(await stage.code { store.closeRemoteCamera(userID: name, completion: $0) } == -1)
            #expect(
                await stage.code { store.openRemoteMicrophone(userID: name, policy: .unlockOnly, completion: $0) } == -1
            )
        }
        #expect(stage.world.server.commands("seat.allow").isEmpty)
    }

    @Test func `the asynchronous forms throw what the completions get`() async throws {
        try await stage.enter()
        for op in ["take", "kick", "move", "lock", "feature"] {
            stage.world.server.on("seat.\(op)", error: Rejection(.adminRequired))
        }
        let calls: [(LiveSeatStore) async throws -> Void] = [
            { try await $0.takeSeat(seatIndex: 0) }, { try await $0.kickUserOutOfSeat(userID: "a") },
            { try await $0.moveUserToSeat(userID: "a", targetIndex: 1, policy: nil) },
            { try await $0.lockSeat(seatIndex: 1) }, { try await $0.unlockSeat(seatIndex: 1) },
            { try await $0.setFeaturedHost(userID: "a") }, { try await $0.revokeFeaturedHost(userID: "a") },
        ]
        for (index, call) in calls.enumerated() {
            let error = await #expect(throws: ErrorInfo.self, "call \(index)") { try await call(store) }
            #expect(error?.code == -2_301, "call \(index)")
        }
    }

    @Test func `a seat that is applied for completes at the end of the application, with success`() async throws {
        try await stage.enter()
        let request = SeatStage.application()
        try await stage.start(
            "take", sending: "seat.take",
            answer: [.event(World.live, .seatRequested(request), seq: nil, durable: nil), .ok(SeatTaken(index: nil))]
        ) { store.takeSeat(seatIndex: 1, completion: $0) }
        try await stage.settle()
        #expect(stage.log.lines.isEmpty)
        try await stage.world.send(.seatRequestEnded(SeatRequestEnded(request, .timedOut, by: nil)))
        #expect(stage.log.lines == ["no response timeout", "take ok"])
    }

    // MARK: State and events

    @Test func `the state of seats starts empty, on the canvas of the default layout`() {
        let state = store.state.value
        #expect(state.seatList.isEmpty && state.speakingUsers.isEmpty && state.avStatistics.isEmpty)
        #expect(state.canvas == LiveCanvas(templateID: 600, w: 0, h: 0))
    }

    @Test func `every seat is in the list, empty ones too, with the live, the locks and the region`() async throws {
        stage.serve([
            SeatStage.seat(0, World.owner) {
                $0.isCameraOn = true
                $0.isFeatured = true
                $0.region = SeatRegion(x: 1, y: 2, w: 3, h: 4, zorder: 5)
            },
            SeatStage.seat(2) {
                $0.isLocked = true
                $0.isMicrophoneLocked = true
            },
        ])
        try await stage.enter()
        let seats = store.state.value.seatList
        #expect(seats.map(\.index) == [0, 1, 2, 3] && seats.map(\.userInfo.userID) == ["host", "", "", ""])
        #expect(seats.allSatisfy { $0.userInfo.liveID == "live_1" && $0.userInfo.role == .generalUser })
        #expect(seats[0].isFeaturedHost && seats[0].userInfo.cameraStatus == .on)
        #expect(seats[0].region == RegionInfo(x: 1, y: 2, w: 3, h: 4, zorder: 5) && seats[1].region == RegionInfo())
        #expect(seats[2].isLocked && !seats[2].userInfo.allowOpenMicrophone && seats[2].userInfo.allowOpenCamera)
        #expect(store.state.value.canvas == LiveCanvas(templateID: 600, w: 720, h: 1_280))
    }

    @Test func `another layout replaces all seats and the canvas, and a seat that is not there is left out`()
        async throws
    {
        try await stage.enter()
        try await stage.change([SeatStage.seat(99, World.other), SeatStage.seat(1, World.other)], number: 1)
        #expect(store.state.value.seatList.map(\.userInfo.userID) == ["", "other", "", ""])
        let layout = SeatChanged(reason: .layout, seats: [Seat(index: 0), Seat(index: 1)], templateID: 200)
        try await stage.world.send(.seatChanged(layout), seq: 102, durable: 2)
        #expect(store.state.value.seatList.count == 2)
        #expect(store.state.value.canvas == LiveCanvas(templateID: 200, w: 1_280, h: 720))
    }

    @Test func `the locks of the own devices are events, in a seat before and after only, and after the state`()
        async throws
    {
        try await stage.enter()
        try await stage.change([SeatStage.seat(1, World.viewer) { $0.isMicrophoneLocked = true }], number: 1)
        try await stage.change(
            [
                SeatStage.seat(1, World.viewer) {
                    $0.isMicrophoneLocked = true
                    $0.isCameraLocked = true
                }
            ], .locked, number: 2)
        try await stage.change([SeatStage.seat(1, World.viewer)], .locked, number: 3)
        try await stage.change([SeatStage.seat(1, World.viewer) { $0.isMicrophoneOn = true }], .devices, number: 4)
        try await stage.change([SeatStage.seat(2, World.other) { $0.isCameraLocked = true }], .locked, number: 5)
        try await stage.change([SeatStage.seat(1)], .left, number: 6)
        #expect(
            stage.log.lines.map { $0.hasPrefix("seats") ? "seats" : $0 } == [
                "seats", "seats", "onLocalCameraClosedByAdmin", "seats",
                "onLocalCameraOpenedByAdmin(policy: AtomicXCore.DeviceControlPolicy.unlockOnly)",
                "onLocalMicrophoneOpenedByAdmin(policy: AtomicXCore.DeviceControlPolicy.unlockOnly)", "seats", "seats",
                "seats",
            ])
    }

    @Test func `a lock that came while the connection was lost is told with the snapshot`() async throws {
        stage.serve([SeatStage.seat(1, World.viewer)], templateID: 70)
        try await stage.enter()
        let locked = SeatStage.seat(1, World.viewer) { $0.isMicrophoneLocked = true }
        try await stage.reconnect(recovered: false, snapshot: SeatStage.snapshot([locked], templateID: 70))
        #expect(stage.log.lines.contains("onLocalMicrophoneClosedByAdmin"))
    }

    @Test func `statistics go when the user leaves the seat`() async throws {
        stage.serve([SeatStage.seat(1, World.viewer)], templateID: 70)
        try await stage.enter()
        store.state.update { $0.avStatistics = [AVStatistics(userID: "other")] }
        try await stage.change([SeatStage.seat(2, World.other)], number: 1)
        #expect(store.state.value.avStatistics.count == 1)
        try await stage.change([SeatStage.seat(1)], .left, number: 2)
        #expect(store.state.value.avStatistics.isEmpty)
    }

    @Test func `the same live has the same store`() {
        let world = World()
        #expect(world.seat === world.seat)
        #expect(world.seat !== world.hub.seat.store(for: "another_live"))
    }
}
