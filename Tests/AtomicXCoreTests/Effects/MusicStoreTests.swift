import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct MusicStoreTests {
    private struct Failure: Equatable {
        let url: String
        let code: Int
        let isOnMainQueue: Bool
    }

    private let world = GuestWorld()
    private let store: MusicStore

    init() { store = world.hub.music.store(for: GuestWorld.liveID) }

    private func failures() -> Recorder<Failure> {
        Recorder(
            store.musicEventPublisher.compactMap { event in
                guard case .playError(let url, let code) = event else { return nil }
                return Failure(url: url, code: code, isOnMainQueue: MainQueue.isCurrent)
            })
    }

    @Test func `a live without music is idle at volume 60`() {
        let state = store.state.value
        #expect(state.playURL == nil && state.playStatus == .idle && state.playProgress == 0)
        #expect(state.totalDuration == 0 && state.musicVolume == 60 && state.musicPitch == 0)
    }

    @Test func `playing fails with -4004 on the main queue, and the event tells it to apps without a completion`()
        async throws
    {
        try await world.logIn()
        let before = world.operations
        let failures = failures()
        let url = "https://example.com/a.mp3"
        #expect(await world.outcome { store.startPlay(url: url, completion: $0) } == .failure(-4_004))
        #expect(failures.values == [Failure(url: url, code: -4_004, isOnMainQueue: true)])
        store.startPlay(url: "b", completion: nil)
        await failures.wait { $0.count == 2 }
        #expect(failures.values.last == Failure(url: "b", code: -4_004, isOnMainQueue: true))
        #expect(store.state.value.playStatus == .idle && store.state.value.playURL == nil)
        #expect(world.operations == before)
    }

    @Test func `before a login playing fails with -1002`() async {
        let failures = failures()
        #expect(await world.outcome { store.startPlay(url: "a", completion: $0) } == .failure(-1_002))
        #expect(failures.values == [Failure(url: "a", code: -1_002, isOnMainQueue: true)])
    }

    @Test func `awaiting throws the same error`() async throws {
        try await world.logIn()
        await #expect(throws: ErrorInfo.self) { try await store.startPlay(url: "a") }
    }

    @Test(arguments: [(0, 0), (100, 100), (101, 100), (-5, 0), (Int.max, 100), (Int.min, 0)])
    @MainActor func `the volume stays within 0 and 100`(volume: Int, kept: Int) {
        store.setMusicVolume(volume)
        #expect(store.state.value.musicVolume == kept)
    }

    @Test(arguments: [(12.5, 12.0), (-13, -12), (0.5, 0.5), (.nan, 0), (-.infinity, -12)])
    @MainActor func `the pitch stays within -12 and 12`(pitch: Double, kept: Double) {
        store.setPitch(pitch)
        #expect(store.state.value.musicPitch == kept)
    }

    @Test func `without music the controls change nothing and publish nothing`() {
        let states = Recorder(store.state.subscribe())
        let events = Recorder(store.musicEventPublisher)
        store.pausePlay()
        store.resumePlay()
        store.seek(1_000)
        store.stopPlay()
        #expect(states.values.count == 1 && events.values.isEmpty)
    }

    @Test func `a status has the number that apps store, and the same live has the same store`() {
        #expect([MusicPlayStatus.idle, .playing, .paused, .loading].map(\.rawValue) == [0, 1, 2, 3])
        #expect(world.hub.music.store(for: GuestWorld.liveID) === store)
        #expect(world.hub.music.store(for: "live_2") !== store)
    }
}
