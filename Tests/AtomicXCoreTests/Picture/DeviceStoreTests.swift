import Foundation
import OpenCombineShim
import Testing

@testable import AtomicXCore

@MainActor @Suite(.timeLimit(.minutes(1))) struct DeviceStoreTests {
    private let hardware = RecordedHardware()
    private let store: DeviceStore

    init() {
        let made = hardware
        store = DeviceStore { made }
    }

    @Test func `devices start closed with the defaults that apps know`() {
        let state = store.state.value
        #expect(state.microphoneStatus == .off && state.cameraStatus == .off && state.isFrontCamera)
        #expect(state.captureVolume == 100 && state.outputVolume == 100 && state.currentMicVolume == 0)
        #expect(
            state.localVideoQuality == .quality720P && state.localMirrorType == .auto
                && state.currentAudioRoute == .speakerphone)
        #expect(state.cameraLastError == .noError && state.microphoneLastError == .noError)
        #expect(state.screenStatus == .off && state.networkInfo == NetworkInfo() && state.networkType == .unknown)
        #expect(state.networkInfo.quality == .excellent && state.networkInfo.delay == 0)
    }

    @Test func `a camera is on once the system reports it, and its completion runs after the state changes`() {
        var seen: [DeviceStatus] = []
        store.openLocalCamera(isFront: false) { [store] _ in seen.append(store.state.value.cameraStatus) }
        #expect(store.state.value.cameraStatus == .off && !store.state.value.isFrontCamera)
        #expect(hardware.log == ["plain", "camera back quality720P"])
        hardware.answers.first?(nil)
        #expect(seen == [.on] && store.state.value.cameraLastError == .noError)
        store.closeLocalCamera()
        #expect(store.state.value.cameraStatus == .off)
    }

    @Test func `each device failure has its own code and status`() {
        let rows: [(DeviceFailure, DeviceError, Int, Int)] = [
            (.failed, .unknownError, -1_100, -1_104), (.notAllowed, .noSystemPermission, -1_101, -1_105),
            (.occupied, .occupiedError, -1_102, -1_106), (.missing, .noDeviceDetected, -1_103, -1_107),
            (.notSupported, .notSupportCapture, -1_100, -1_104),
        ]
        for (failure, error, camera, microphone) in rows {
            var codes: [Int] = []
            let keep: CompletionClosure = { if case .failure(let error) = $0 { codes.append(error.code) } }
            hardware.answers = []
            store.openLocalCamera(isFront: true, completion: keep)
            store.openLocalMicrophone(completion: keep)
            for answer in hardware.answers { answer(failure) }
            #expect(codes == [camera, microphone])
            #expect(store.state.value.cameraLastError == error && store.state.value.microphoneLastError == error)
            #expect(store.state.value.cameraStatus == .off && store.state.value.microphoneStatus == .off)
        }
    }

    @Test func `a device closed while opening stays closed, and its completion runs`() {
        var codes: [Int] = []
        let keep: CompletionClosure = { if case .failure(let error) = $0 { codes.append(error.code) } }
        store.openLocalCamera(isFront: true, completion: keep)
        store.openLocalMicrophone(completion: keep)
        store.closeLocalCamera()
        store.closeLocalMicrophone()
        for answer in hardware.answers { answer(nil) }
        #expect(codes == [-1, -1])
        #expect(store.state.value.cameraStatus == .off && store.state.value.microphoneStatus == .off)
    }

    @Test func `auto mirrors only the front camera, and other settings apply as chosen`() {
        store.switchCamera(isFront: false)
        store.switchCamera(isFront: true)
        store.switchMirror(mirrorType: .disable)
        store.switchMirror(mirrorType: .enable)
        #expect(hardware.log == ["back", "plain", "front", "mirror", "plain", "mirror"])
    }

    @Test func `volumes are clamped and multiplied, and the level is read only while the microphone is open`() {
        store.setCaptureVolume(volume: 50)
        store.setOutputVolume(1_000)
        store.setOutputVolume(50)
        store.setCaptureVolume(volume: .min)
        #expect(hardware.log == ["gain 0.5", "gain 0.5", "gain 0.25", "gain 0.0"])
        hardware.volume?(40)
        #expect(store.state.value.currentMicVolume == 0)
        store.openLocalMicrophone(completion: nil)
        hardware.answers.first?(nil)
        hardware.volume?(40)
        #expect(store.state.value.currentMicVolume == 40)
        store.closeLocalMicrophone()
        #expect(store.state.value.currentMicVolume == 0)
        #expect(
            [-160, -60, -30, 0, 5, .nan, -.infinity].map(VoiceLevel.percent(decibels:)) == [0, 0, 50, 100, 100, 0, 0])
    }

    @Test func `a reset closes every device and restores the defaults`() {
        store.openLocalCamera(isFront: false, completion: nil)
        hardware.answers.first?(nil)
        store.updateVideoQuality(.quality360P)
        store.setAudioRoute(.earpiece)
        hardware.log = []
        store.reset()
        #expect(
            hardware.log == [
                "no camera", "no microphone", "no screen", "quality720P", "speakerphone", "front", "mirror", "gain 1.0",
            ])
        #expect("\(store.state.value)" == "\(DeviceState())")
    }

    @Test func `a camera test stopped early completes, and its late answer leaves the next test alone`() {
        var codes: [Int] = []
        let keep: CompletionClosure = {
            switch $0 {
            case .success: codes.append(0)
            case .failure(let error): codes.append(error.code)
            }
        }
        store.startCameraTest(cameraView: LiveCoreSurface(frame: .zero), completion: keep)
        store.stopCameraTest()
        store.startCameraTest(cameraView: LiveCoreSurface(frame: .zero), completion: keep)
        hardware.answers.first?(.notAllowed)
        hardware.answers.last?(nil)
        #expect(codes == [-1, 0])
    }

    @Test func `a device that the system ends is off with an error and can be reopened`() {
        store.openLocalCamera(isFront: true, completion: nil)
        hardware.answers.last?(nil)
        hardware.lost?(.camera)
        #expect(store.state.value.cameraStatus == .off && store.state.value.cameraLastError == .unknownError)
        #expect(store.state.value.microphoneLastError == .noError)
        store.openLocalCamera(isFront: true, completion: nil)
        hardware.answers.last?(nil)
        #expect(store.state.value.cameraStatus == .on && store.state.value.cameraLastError == .noError)
    }

    @Test func `a server's final refusal closes the open devices and leaves the others without an error`() {
        store.openLocalMicrophone(completion: nil)
        hardware.answers.last?(nil)
        store.desk.publishingEnded()
        #expect(store.state.value.microphoneStatus == .off && store.state.value.microphoneLastError == .unknownError)
        #expect(store.state.value.cameraLastError == .noError)
    }

    @Test func `a screen share is on at once, and off again once its start has failed or it was stopped`() {
        var seen: [DeviceStatus] = []
        let subscription = store.state.subscribe(StatePublisherSelector(keyPath: \DeviceState.screenStatus))
            .sink { seen.append($0) }
        store.startScreenShare(appGroup: "group.app")
        #expect(hardware.log == ["screen group.app"] && store.state.value.screenStatus == .on)
        hardware.answers.last?(.notSupported)
        #expect(seen == [.off, .on, .off])
        store.startScreenShare(appGroup: "")
        let first = hardware.answers.last
        store.stopScreenShare()
        #expect(store.state.value.screenStatus == .off)
        store.startScreenShare(appGroup: "")
        first?(.failed)
        hardware.answers.last?(nil)
        #expect(store.state.value.screenStatus == .on)
        subscription.cancel()
    }

    @Test func `a mute leaves the microphone open, is set once, and ends when the microphone closes`() {
        store.openLocalMicrophone(completion: nil)
        hardware.answers.last?(nil)
        store.setVoiceMuted(true)
        store.setVoiceMuted(true)
        #expect(hardware.log == ["mute"] && store.state.value.microphoneStatus == .on)
        store.closeLocalMicrophone()
        #expect(hardware.log == ["mute", "no microphone", "unmute"])
    }

    @Test func `without a recording system, a screen share fails asynchronously`() {
        let clock = ManualPictureClock()
        let store = DeviceStore(makeHardware: { NoDeviceHardware(clock: clock) })
        store.startScreenShare(appGroup: "group.app")
        #expect(store.state.value.screenStatus == .on)
        clock.advance()
        #expect(store.state.value.screenStatus == .off)
    }

    @Test func `without a recording system, opening a device fails asynchronously`() {
        let clock = ManualPictureClock()
        let store = DeviceStore(makeHardware: { NoDeviceHardware(clock: clock) })
        var messages: [String] = []
        store.openLocalCamera(isFront: true) { if case .failure(let error) = $0 { messages.append(error.message) } }
        #expect(messages.isEmpty)
        clock.advance()
        #expect(messages == ["This system records nothing with the camera."])
    }
}
