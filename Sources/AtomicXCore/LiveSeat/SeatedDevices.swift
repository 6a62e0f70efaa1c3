import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// Joins the user's seat with the user's camera and microphone: what is locked on the seat closes and stays closed, and what is open is
/// told to everybody in the live.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the stores' queue only.
final class SeatedDevices: @unchecked Sendable {
    /// Where the user is.
    struct Place: Sendable {
        let liveID: String
        let isOwner: Bool
        /// The user's seat; nil if they have none.
        let seat: Seat?
    }

    /// What is told to the live.
    private struct Report: Equatable, Sendable {
        var microphone: Bool
        var camera: Bool
    }

    private static let pauseMilliseconds: Int64 = 1_000

    private let runtime: StoreRuntime
    private let devices: DeviceStore
    private let lane = CommandLane()
    private var place: Place?
    private let gate = Locked<Place?>(nil)
    /// What the live knows, as far as this device has told it. What another device of the same user tells is no reason to object, or two
    /// of them would never end.
    private var told: Report?
    private var isTelling = false
    private var subscriptions: [AnyCancellable] = []
    private let heard = Locked<@Sendable (String, Int?) -> Void>({ _, _ in })

    init(runtime: StoreRuntime, devices: DeviceStore) {
        self.runtime = runtime
        self.devices = devices
        devices.gate.withLock { $0 = { [gate] device in gate.withLock { $0 }?.refusal(of: device) } }
        let look: @Sendable () -> Void = { [weak self, queue = runtime.queue] in
            queue.async { [weak self] in self?.look() }
        }
        subscriptions = [
            devices.state.subscribe().sink { _ in look() }, devices.voiceMute.subscribe().sink { _ in look() },
        ]
    }

    /// Sets what is called on the stores' queue with a live and the loudness of the user's own voice in a seat of it; nil while it is not
    /// sent.
    func setHeard(_ heard: @escaping @Sendable (String, Int?) -> Void) { self.heard.withLock { $0 = heard } }

    /// Mutes the user's voice, or ends that.
    func setVoiceMuted(_ isMuted: Bool) { devices.setVoiceMuted(isMuted) }

    // MARK: On the stores' queue

    /// Follows the user's place, after every change of the seats.
    func follow(_ now: Place) {
        let before = place?.liveID == now.liveID ? place?.seat : nil
        place = now
        gate.withLock { $0 = now }
        if now.seat?.isMicrophoneLocked == true, before?.isMicrophoneLocked != true { devices.silence() }
        if now.seat?.isCameraLocked == true, before?.isCameraLocked != true { devices.closeLocalCamera() }
        let isSameSitting = before != nil && now.seat != nil && before?.locks == now.seat?.locks
        if !isSameSitting { told = nil }
        if now.seat == nil, before != nil { heard.withLock { $0 }(now.liveID, nil) }
        look()
    }

    /// Handles that the connection is back. What was told before may be lost.
    func resumed(_ liveID: String) {
        guard place?.liveID == liveID else { return }
        told = nil
        look()
    }

    /// Handles that the user is no longer in a live.
    func left(_ liveID: String) {
        guard place?.liveID == liveID else { return }
        place = nil
        told = nil
        gate.withLock { $0 = nil }
    }

    /// Tells what differs.
    private func look() {
        guard let place, let seat = place.seat else { return }
        let state = devices.state.value
        let isHeard = state.microphoneStatus == .on && !devices.voiceMute.value && !seat.isMicrophoneLocked
        heard.withLock { $0 }(place.liveID, isHeard ? state.currentMicVolume : nil)
        guard !isTelling else { return }
        let wanted = Report(microphone: isHeard, camera: state.cameraStatus == .on && !seat.isCameraLocked)
        let known = told ?? Report(microphone: seat.isMicrophoneOn, camera: seat.isCameraOn)
        told = known
        guard wanted != known else { return }
        tell(wanted, from: known, in: place.liveID)
    }

    private func tell(_ wanted: Report, from known: Report, in liveID: String) {
        isTelling = true
        let report = OvationWire.SeatDevices(
            microphone: wanted.microphone == known.microphone ? nil : wanted.microphone,
            camera: wanted.camera == known.camera ? nil : wanted.camera)
        let completion = Completion<Void> { result in
            self.isTelling = false
            guard self.place?.liveID == liveID, self.told == known else { return self.look() }
            switch result {
            case .success:
                self.told = wanted
                self.look()
            case .failure(let error): self.failed(error, wanted)
            }
        }
        runtime.perform(in: lane, completion) { [runtime] in
            try await runtime.client().reportDevices(report, in: try LiveID.checked(liveID))
            return {}
        }
    }

    private func failed(_ error: ErrorInfo, _ wanted: Report) {
        switch ErrorCode(rawValue: error.ovationCode) {
        case .controlsTooFrequent, .tooFrequent:
            runtime.queue.async(afterMilliseconds: Self.pauseMilliseconds) { self.look() }
        // The seat has changed, and its event follows. Or the connection is lost, and a resume follows.
        case .microphoneLocked, .cameraLocked, .notSeated, .networkUnavailable: told = nil
        default: told = wanted
        }
    }
}

extension Seat {
    fileprivate var locks: [Bool] { [isMicrophoneLocked, isCameraLocked] }
}

extension SeatedDevices.Place {
    /// Why the user may not open a device here; nil if they may.
    fileprivate func refusal(of device: LocalDevice) -> ErrorInfo? {
        guard let seat else {
            return isOwner
                ? nil
                : ErrorInfo(
                    code: device == .camera ? ErrorInfo.cameraNeedsPermission : ErrorInfo.microphoneNeedsPermission,
                    message: "Only users in a seat may open the \(device == .camera ? "camera" : "microphone").")
        }
        switch device {
        case .camera: return seat.isCameraLocked ? ErrorInfo(Rejection(.cameraLocked)) : nil
        case .microphone: return seat.isMicrophoneLocked ? ErrorInfo(Rejection(.microphoneLocked)) : nil
        }
    }
}

extension ErrorInfo {
    /// The vendor's number for a microphone that the owner or an administrator has to allow.
    fileprivate static let microphoneNeedsPermission = -2_361
    /// The vendor's number for a camera that the owner or an administrator has to allow.
    fileprivate static let cameraNeedsPermission = -2_371

    /// Whether the user lacks the permission to open a device here.
    var isPermissionMissing: Bool { [Self.microphoneNeedsPermission, Self.cameraNeedsPermission].contains(code) }
}
