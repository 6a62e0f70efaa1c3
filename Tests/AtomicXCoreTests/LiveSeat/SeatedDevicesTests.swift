import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The user's camera and microphone in a seat, and the seat's locks on them.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SeatedDevicesTests {
    private let hardware = RecordedHardware()
    private let devices: DeviceStore
    private let stage: SeatStage
    private let reported = CommandSignal()
    private let reports: Recorder<Command>

    init() {
        let made = hardware
        devices = DeviceStore { made }
        stage = SeatStage(World(devices: devices))
        reports = Recorder(reported.subject)
        answerReports { [.ok(Empty())] }
    }

    private func answerReports(_ answer: @escaping @Sendable () -> [ScriptedServer.Output]) {
        stage.world.server.on("seat.devices") { [reported] frame in
            reported.subject.send(frame.command)
            return answer()
        }
    }

    private func report(microphone: Bool? = nil, camera: Bool? = nil) -> Command {
        .seatDevices(OvationWire.SeatDevices(microphone: microphone, camera: camera))
    }

    /// Opens the microphone and has the system allow it.
    private func openMicrophone() {
        hardware.answers = []
        devices.openLocalMicrophone(completion: nil)
        hardware.answers.first?(nil)
    }

    private func openCamera() {
        hardware.answers = []
        devices.openLocalCamera(isFront: true, completion: nil)
        hardware.answers.first?(nil)
    }

    private func code(_ call: @Sendable (CompletionClosure?) -> Void) async -> Int { await stage.code(call) }

    /// Waits until the server was told so often.
    private func told(_ count: Int) async { await reports.wait { @Sendable in $0.count == count } }

    /// Enters a voice live with a seat.
    private func enterSeated(_ change: @escaping (inout Seat) -> Void = { _ in }) async throws {
        stage.serve([SeatStage.seat(1, World.viewer, change)], templateID: 70)
        try await stage.enter()
    }

    @Test func `what is open is told once, and a mute is told as a closed microphone`() async throws {
        try await enterSeated()
        openMicrophone()
        await told(1)
        openCamera()
        await told(2)
        stage.world.seat.muteMicrophone()
        await told(3)
        #expect(await code { stage.world.seat.unmuteMicrophone(completion: $0) } == 0)
        await told(4)
        devices.closeLocalCamera()
        await told(5)
        #expect(
            reports.values == [
                report(microphone: true), report(camera: true), report(microphone: false), report(microphone: true),
                report(camera: false),
            ])
        #expect(devices.state.value.microphoneStatus == .on, "a mute leaves the microphone open")
    }

    @Test func `what is open before the user sits is told with the seat, and what another device tells is not undone`()
        async throws
    {
        try await stage.create()
        openMicrophone()
        try await stage.change([SeatStage.seat(0, World.owner)], number: 1)
        await told(1)
        #expect(reports.values == [report(microphone: true)])
        try await stage.settle()
        try await stage.change([SeatStage.seat(0, World.owner) { $0.isCameraOn = true }], .devices, number: 2)
        try await stage.settle()
        #expect(reports.values.count == 1)
    }

    @Test func `after a lost connection it is told again if the live does not know it`() async throws {
        try await enterSeated()
        openMicrophone()
        await told(1)
        try await stage.reconnect(recovered: true)
        await told(2)
        #expect(reports.values == [report(microphone: true), report(microphone: true)])
    }

    @Test func `a report that is refused for its rate is made again after a second`() async throws {
        answerReports { [.error(Rejection(.controlsTooFrequent))] }
        try await enterSeated()
        openMicrophone()
        await told(1)
        answerReports { [.ok(Empty())] }
        // The refusal is on its way to the stores, which then set the alarm.
        while reports.values.count < 2 {
            try await stage.settle()
            try await stage.world.queue.advance(milliseconds: 1_000)
        }
        #expect(reports.values == [report(microphone: true), report(microphone: true)])
    }

    @Test func `a locked microphone is muted at once and stays open, and unmuting fails with -2360`() async throws {
        try await enterSeated()
        openMicrophone()
        await told(1)
        hardware.log = []
        try await stage.change([SeatStage.seat(1, World.viewer) { $0.isMicrophoneLocked = true }], .locked, number: 1)
        await mainQueue()
        #expect(hardware.log == ["mute"] && devices.state.value.microphoneStatus == .on)
        #expect(await code { stage.world.seat.unmuteMicrophone(completion: $0) } == -2_360)
        #expect(await code { devices.openLocalMicrophone(completion: $0) } == -2_360)
        #expect(devices.state.value.microphoneLastError == .unknownError)
        try await stage.change([SeatStage.seat(1, World.viewer)], .locked, number: 2)
        await mainQueue()
        #expect(hardware.log == ["mute"], "the user has to open it")
        openMicrophone()
        #expect(hardware.log == ["mute", "unmute"])
    }

    @Test func `a locked camera is closed at once, also while it is being opened, and opening fails with -2370`()
        async throws
    {
        try await enterSeated()
        openCamera()
        try await stage.change([SeatStage.seat(1, World.viewer) { $0.isCameraLocked = true }], .locked, number: 1)
        await mainQueue()
        #expect(hardware.log.last == "no camera" && devices.state.value.cameraStatus == .off)
        #expect(await code { devices.openLocalCamera(isFront: true, completion: $0) } == -2_370)
        #expect(devices.state.value.cameraLastError == .unknownError)
    }

    @Test func `in the live of somebody else only who sits opens a device`() async throws {
        try await stage.enter()
        #expect(await code { devices.openLocalMicrophone(completion: $0) } == -2_361)
        #expect(await code { devices.openLocalCamera(isFront: true, completion: $0) } == -2_371)
        #expect(devices.state.value.microphoneLastError == .noSystemPermission)
        #expect(await code { stage.world.seat.unmuteMicrophone(completion: $0) } == 100_206)
        try await stage.change([SeatStage.seat(1, World.viewer)], number: 1)
        openMicrophone()
        #expect(devices.state.value.microphoneStatus == .on && devices.state.value.microphoneLastError == .noError)
    }

    @Test func `an owner opens devices before the live and in it, with a seat and without one`() async throws {
        openMicrophone()
        #expect(devices.state.value.microphoneStatus == .on)
        try await stage.create()
        openCamera()
        #expect(devices.state.value.cameraStatus == .on)
        #expect(await code { stage.world.seat.unmuteMicrophone(completion: $0) } == 0)
    }

    @Test func `after the live everything may be opened again`() async throws {
        try await stage.enter()
        try await stage.world.hub.liveList.leaveLive()
        try await stage.world.queue.settle()
        openMicrophone()
        #expect(devices.state.value.microphoneStatus == .on)
    }

    @Test func `the own voice is among those who speak while it is sent from a seat`() async throws {
        try await enterSeated()
        openMicrophone()
        hardware.volume?(40)
        try await stage.settle()
        #expect(stage.world.seat.state.value.speakingUsers == ["viewer": 40])
        stage.world.seat.muteMicrophone()
        try await stage.settle()
        #expect(stage.world.seat.state.value.speakingUsers.isEmpty)
        #expect(await code { stage.world.seat.unmuteMicrophone(completion: $0) } == 0)
        try await stage.settle()
        #expect(stage.world.seat.state.value.speakingUsers == ["viewer": 40])
        try await stage.change([SeatStage.seat(1)], .left, number: 1)
        #expect(stage.world.seat.state.value.speakingUsers.isEmpty)
    }

    /// Waits until the main queue has run what was added before.
    private func mainQueue() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            MainQueueTurn.add { continuation.resume() }
        }
    }
}
