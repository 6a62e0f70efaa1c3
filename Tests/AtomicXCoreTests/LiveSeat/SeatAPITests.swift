// Uses every member of seats and devices under the names, labels and types that apps know. It imports what an app imports, and does
// without `@testable`.

import AtomicXCore
import OpenCombineShim
import Testing

@MainActor @Suite struct SeatAPITests {
    @Test func `the API of seats and devices has every member that apps name`() {
        // These never run, because they would use the machine's devices.
        let uses: [(LiveSeatStore) -> Void] = [useSeats, { _ in useDevices(DeviceStore.shared) }]
        #expect(uses.count == 2)
    }

    @Test func `values of seats have the defaults that apps know`() {
        let statistics = AVStatistics()
        #expect(statistics.userID.isEmpty && statistics.videoWidth == 0 && statistics.videoHeight == 0)
        #expect(statistics.videoBitrate == 0 && statistics.frameRate == 0)
        #expect(statistics.audioSampleRate == 0 && statistics.audioBitrate == 0)
        let network = NetworkInfo()
        #expect(network.userID.isEmpty && network.quality == .excellent)
        #expect(network.upLoss == 0 && network.downLoss == 0 && network.delay == 0)
        #expect(!SeatInfo().isFeaturedHost && SeatInfo(index: 3, isFeaturedHost: true).isFeaturedHost)
        #expect(SeatInfo(index: 1, isLocked: true) == SeatInfo(index: 1, isLocked: true, isFeaturedHost: false))
    }

    @Test func `enums have the vendor's numbers`() {
        #expect([MoveSeatPolicy.abortWhenOccupied, .forceReplace, .swapPosition].map(\.rawValue) == [0, 1, 2])
        #expect(DeviceControlPolicy.unlockOnly.rawValue == 1 && DeviceControlPolicy(rawValue: 0) == nil)
        #expect([DeviceType.microphone, .camera, .screenShare].map(\.rawValue) == [0, 1, 2])
        #expect([NetworkType.unknown, .wifi, .cellular].map(\.rawValue) == [0, 1, 2])
        let qualities: [NetworkQuality] = [.unknown, .excellent, .good, .poor, .bad, .veryBad, .down]
        #expect(qualities.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `the states of seats and devices are written as JSON and read back`() throws {
        var seats = LiveSeatState()
        seats.seatList = [SeatInfo(index: 2, userInfo: SeatUserInfo(userID: "ada"), isFeaturedHost: true)]
        seats.speakingUsers = ["ada": 40]
        seats.avStatistics = [AVStatistics(userID: "ada", frameRate: 15)]
        let read = try #require(LiveSeatState.fromJsonString(seats.toJsonString() ?? ""))
        #expect("\(read)" == "\(seats)")
        #expect(seats.toJson()?.keys.sorted() == ["avStatistics", "canvas", "seatList", "speakingUsers"])
        var devices = DeviceState()
        devices.networkInfo = NetworkInfo(quality: .bad, upLoss: 20, delay: 300)
        let devicesRead = try #require(DeviceState.fromJsonString(devices.toJsonString() ?? ""))
        #expect("\(devicesRead)" == "\(devices)")
        #expect(MoveSeatPolicy.fromJsonString(MoveSeatPolicy.swapPosition.toJsonString() ?? "") == .swapPosition)
        #expect(DeviceControlPolicy.fromJsonString("2") == nil && NetworkQuality.fromJsonString("7") == nil)
    }
}

@MainActor private func useSeats(_ store: LiveSeatStore) {
    let made: LiveSeatStore = LiveSeatStore.create(liveID: "live_1")
    let state: StatePublisher<LiveSeatState> = made.state
    let events: PassthroughSubject<LiveSeatEvent, Never> = store.liveSeatEventPublisher
    let completion: CompletionClosure? = { (_: Result<Void, ErrorInfo>) in }
    store.takeSeat(seatIndex: 0, completion: completion)
    store.leaveSeat()
    store.leaveSeat(completion: completion)
    store.muteMicrophone()
    store.unmuteMicrophone(completion: nil)
    store.kickUserOutOfSeat(userID: "ada", completion: nil)
    store.moveUserToSeat(userID: "ada", targetIndex: 1, policy: .forceReplace, completion: nil)
    store.moveUserToSeat(userID: "ada", targetIndex: 1, policy: nil, completion: nil)
    store.lockSeat(seatIndex: 1, completion: nil)
    store.unlockSeat(seatIndex: 1, completion: nil)
    store.openRemoteCamera(userID: "ada", policy: .unlockOnly, completion: nil)
    store.closeRemoteCamera(userID: "ada", completion: nil)
    store.openRemoteMicrophone(userID: "ada", policy: .unlockOnly, completion: nil)
    store.closeRemoteMicrophone(userID: "ada", completion: nil)
    store.setFeaturedHost(userID: "ada", completion: nil)
    store.revokeFeaturedHost(userID: "ada", completion: nil)
    let subscription = events.sink { event in
        switch event {
        case .onLocalCameraOpenedByAdmin(policy: let policy): _ = policy
        case .onLocalCameraClosedByAdmin: break
        case .onLocalMicrophoneOpenedByAdmin(let policy): _ = policy
        case .onLocalMicrophoneClosedByAdmin: break
        }
    }
    let seats: [SeatInfo] = state.value.seatList
    let canvas: LiveCanvas = state.value.canvas
    let speaking: [String: Int] = state.value.speakingUsers
    let statistics: [AVStatistics] = state.value.avStatistics
    let sizes: [(UInt, CGFloat, CGFloat)] = statistics.map { ($0.videoBitrate, $0.videoWidth, $0.videoHeight) }
    let rates: [(UInt, UInt, UInt)] = statistics.map { ($0.frameRate, $0.audioSampleRate, $0.audioBitrate) }
    _ = (subscription, seats, canvas, speaking, sizes, rates)
}

/// In asynchronous code too, a call without `await` and completion compiles.
@MainActor private func leaveInTurn(_ store: LiveSeatStore) async throws {
    store.leaveSeat()
    try await store.takeSeat(seatIndex: 0)
}

@MainActor private func useDevices(_ store: DeviceStore) {
    let leave: (LiveSeatStore) async throws -> Void = leaveInTurn
    let state: StatePublisher<DeviceState> = store.state
    store.openLocalMicrophone(completion: nil)
    store.closeLocalMicrophone()
    store.setCaptureVolume(volume: 100)
    store.setOutputVolume(100)
    store.setAudioRoute(.earpiece)
    store.openLocalCamera(isFront: true, completion: nil)
    store.closeLocalCamera()
    store.switchCamera(isFront: false)
    store.switchMirror(mirrorType: .enable)
    store.updateVideoQuality(.quality1080P)
    store.startCameraTest(cameraView: LiveCoreSurface(frame: .zero), completion: nil)
    store.stopCameraTest()
    store.startScreenShare(appGroup: "group.app")
    store.stopScreenShare()
    store.reset()
    let network: NetworkInfo = state.value.networkInfo
    let losses: (UInt32, UInt32, UInt32) = (network.upLoss, network.downLoss, network.delay)
    let kinds: (NetworkQuality, NetworkType, DeviceStatus) = (
        network.quality, state.value.networkType, state.value.screenStatus
    )
    _ = (leave, losses, kinds)
}
