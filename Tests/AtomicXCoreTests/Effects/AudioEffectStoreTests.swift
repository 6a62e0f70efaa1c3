import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(1))) struct AudioEffectStoreTests {
    private let store = AudioEffectStore()

    @Test func `without a setting the voice has no effect and the ear monitor is closed at volume 100`() {
        let state = store.state.value
        #expect(state.audioChangerType == .none && state.audioReverbType == .none)
        #expect(!state.isEarMonitorOpened && state.earMonitorVolume == 100)
    }

    @MainActor @Test func `each setter changes its own value before it returns`() {
        store.setAudioChangerType(type: .littleGirl)
        #expect(store.state.value.audioChangerType == .littleGirl && store.state.value.audioReverbType == .none)
        store.setAudioReverbType(type: .ktv)
        #expect(store.state.value.audioReverbType == .ktv && store.state.value.audioChangerType == .littleGirl)
        store.setVoiceEarMonitorEnable(enable: true)
        #expect(store.state.value.isEarMonitorOpened && store.state.value.earMonitorVolume == 100)
    }

    @Test(arguments: [(0, 0), (80, 80), (150, 150), (151, 150), (-1, 0), (Int.max, 150), (Int.min, 0)])
    @MainActor func `the volume of the ear monitor stays within 0 and 150`(volume: Int, kept: Int) {
        store.setVoiceEarMonitorVolume(volume: volume)
        #expect(store.state.value.earMonitorVolume == kept)
    }

    @MainActor @Test func `a reset sets everything back`() {
        store.setAudioChangerType(type: .cold)
        store.setAudioReverbType(type: .deep)
        store.setVoiceEarMonitorEnable(enable: true)
        store.setVoiceEarMonitorVolume(volume: 10)
        store.reset()
        let state = store.state.value
        #expect(state.audioChangerType == .none && state.audioReverbType == .none)
        #expect(!state.isEarMonitorOpened && state.earMonitorVolume == 100)
    }

    @Test func `a call from another thread changes the state on the main queue`() async {
        let places = Recorder(store.state.subscribe().map { ($0.audioReverbType, MainQueue.isCurrent) })
        store.setAudioReverbType(type: .loud)
        await places.wait { $0.count == 2 }
        #expect(places.values[1] == (.loud, true))
    }

    @Test func `the effects have the numbers that apps store`() {
        let changers: [AudioChangerType] = [
            .none, .child, .littleGirl, .man, .heavyMetal, .cold, .foreigner, .trappedBeast, .fatso, .strongCurrent,
            .heavyMachinery, .ethereal,
        ]
        #expect(changers.map(\.rawValue) == Array(0...11))
        let reverbs: [AudioReverbType] = [.none, .ktv, .smallRoom, .auditorium, .deep, .loud, .metallic, .magnetic]
        #expect(reverbs.map(\.rawValue) == Array(0...7))
    }

    @MainActor @Test func `the state survives JSON`() throws {
        store.setAudioChangerType(type: .ethereal)
        store.setVoiceEarMonitorVolume(volume: 42)
        let json = try #require(store.state.value.toJson())
        let read = try #require(AudioEffectState.fromJson(json))
        #expect(read.audioChangerType == .ethereal && read.earMonitorVolume == 42)
    }
}
