import OpenCombineShim
import OvationModel

/// Publishes the user's picture and voice while the user is in their own live and has the camera or the microphone open.
@MainActor
final class PicturePublisher {
    private let door: any PublishDoor
    private let socket: any PublishSocket
    private let recorder: any PublishRecorder
    private let clock: any PictureClock
    private let failed: (ErrorInfo) -> Void
    private let chance: RandomInRange
    private var upload: FragmentUpload
    private var live = LiveInfo()
    private var userID: String?
    private var devices = DeviceState()
    private var recording: RecordedPicture?
    private var subscriptions: [AnyCancellable] = []
    private var alarms = 0
    private var alarmAt: Int64?

    /// - Parameter failed: Called with the reason when the server no longer accepts the picture.
    init(
        door: any PublishDoor, socket: any PublishSocket, recorder: any PublishRecorder,
        clock: any PictureClock = SystemPictureClock(), limits: PublishLimits = PublishLimits(),
        chance: @escaping RandomInRange = { .random(in: $0) }, failed: @escaping (ErrorInfo) -> Void
    ) {
        self.door = door
        self.socket = socket
        self.recorder = recorder
        self.clock = clock
        self.chance = chance
        self.failed = failed
        upload = FragmentUpload(limits: limits)
    }

    /// Follows the live that the user is in, and the user's devices.
    func follow(_ hub: StoreHub, _ devices: DeviceStore) {
        subscriptions = [
            hub.liveList.state.subscribe(StatePublisherSelector(keyPath: \LiveListState.currentLive)).sink {
                [weak self, hub] live in
                MainActor.assumeIsolated {
                    self?.liveChanged(live, userID: hub.login.state.value.loginUserInfo?.userID)
                }
            },
            devices.state.subscribe().sink { [weak self] devices in
                MainActor.assumeIsolated { self?.devicesChanged(devices) }
            },
        ]
    }

    /// Sets the live that the user is in, and the user's id; nil before a login.
    func liveChanged(_ live: LiveInfo, userID: String?) {
        self.live = live
        self.userID = userID
        decide()
    }

    /// Sets the state of the camera and the microphone.
    func devicesChanged(_ devices: DeviceState) {
        self.devices = devices
        decide()
    }

    private func decide() {
        let isOwner = !live.isEmpty && live.liveOwner.userID == userID
        let isRecording = devices.cameraStatus == .on || devices.microphoneStatus == .on
        let picture = RecordedPicture(
            devices.localVideoQuality, isWide: SeatLayoutTemplate.landscapeIDs.contains(live.seatLayoutTemplateID))
        let wanted = isOwner && isRecording ? live.liveID : nil
        // Another size needs a new recording, and a new recording needs a new connection.
        if wanted != nil, let recording, recording != picture { feed(.wish(liveID: nil, bitRate: 0)) }
        recording = wanted == nil ? nil : picture
        feed(.wish(liveID: wanted, bitRate: picture.bitRate))
    }

    private func feed(_ input: FragmentUpload.Input) {
        let effects = upload.handle(input, now: clock.nowMilliseconds, chance: chance)
        setAlarm()
        for effect in effects { run(effect) }
    }

    private func run(_ effect: FragmentUpload.Effect) {
        switch effect {
        case .askTicket(let liveID, let number):
            door.ticket(for: liveID) { [weak self] in self?.feed(.ticket($0, number: number)) }
        case .connect(let address, let number):
            socket.connect(address) { [weak self] event in
                switch event {
                case .opened: self?.feed(.opened(number: number))
                case .sent(let bytes): self?.feed(.sent(bytes: bytes, number: number))
                case .closed(let code, let reason):
                    self?.feed(.closed(CloseCode(rawValue: code), reason: reason, number: number))
                }
            }
        case .record(let bitRate, let number):
            guard let recording else { return }
            recorder.record(recording, bitRate: bitRate) { [weak self] event in
                switch event {
                case .segment(let bytes, let isInitialisation):
                    self?.feed(.segment(bytes, isInitialisation: isInitialisation, number: number))
                case .failed(let message): self?.feed(.recordingFailed(message, number: number))
                }
            }
        case .send(let bytes): socket.send(bytes)
        case .setBitRate(let bitRate): recorder.setBitRate(bitRate)
        case .stopRecording: recorder.stop()
        case .close(let code): socket.close(code.rawValue)
        case .gaveUp(let error): failed(error)
        }
    }

    private func setAlarm() {
        guard upload.alarm != alarmAt else { return }
        alarmAt = upload.alarm
        alarms += 1
        guard let alarmAt else { return }
        clock.after(milliseconds: max(0, alarmAt - clock.nowMilliseconds)) { [weak self, alarm = alarms] in
            guard let self, alarm == alarms else { return }
            self.alarmAt = nil
            feed(.alarm)
        }
    }
}
