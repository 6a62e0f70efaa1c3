// Uses every member of the stores of effects, music and transcription, and of the list of songs, under the names, labels and types that
// apps know. The file only has to compile. It imports what an app imports, and does without `@testable`.

import AtomicXCore
import Testing

@Suite struct EffectCompilationTests {
    @Test func `the stores of effects, music and transcription have every member that apps name`() {
        // These never run, because the stores belong to the whole process.
        let uses: [() -> Void] = [useVoice, useBeauty, useMusic, useTranscriber]
        let songs: (TUISongListManager) -> Void = useSongs
        let music: (MusicStore) async throws -> Void = awaitMusic
        let transcriber: (AITranscriberStore) async throws -> Void = awaitTranscriber
        _ = (songs, music, transcriber)
        #expect(uses.count == 4)
    }
}

private func encode(_ value: some JSONCodable) { _ = value.toJsonString() }

private func key(_ value: some Hashable & RawRepresentable & JSONCodable) -> Int { value.hashValue }

private func useVoice() {
    let store: AudioEffectStore = AudioEffectStore.shared
    let state: StatePublisher<AudioEffectState> = store.state
    store.setAudioChangerType(type: .littleGirl)
    store.setAudioReverbType(type: .ktv)
    store.setVoiceEarMonitorEnable(enable: true)
    store.setVoiceEarMonitorVolume(volume: 80)
    store.reset()
    var effects = AudioEffectState()
    effects.audioChangerType = AudioChangerType.none
    effects.audioReverbType = AudioReverbType.none
    effects.isEarMonitorOpened = true
    effects.earMonitorVolume = Int(100)
    encode(effects)
    let opened: AnyPublisher<Bool, Never> = state.subscribe(
        StatePublisherSelector(keyPath: \AudioEffectState.isEarMonitorOpened))
    func name(_ type: AudioChangerType) -> String {
        switch type {
        case .none, .child, .littleGirl, .man, .heavyMetal, .cold, .foreigner, .trappedBeast, .fatso, .strongCurrent,
            .heavyMachinery, .ethereal:
            "voice"
        }
    }
    func name(_ type: AudioReverbType) -> String {
        switch type {
        case .none, .ktv, .smallRoom, .auditorium, .deep, .loud, .metallic, .magnetic: "space"
        }
    }
    let types: (AudioChangerType?, AudioReverbType?) = (.init(rawValue: 11), .init(rawValue: 7))
    _ = (opened, name(AudioChangerType.fatso), name(AudioReverbType.loud), types)
    _ = (key(AudioChangerType.cold), key(AudioReverbType.deep))
}

private func useBeauty() {
    let store: BaseBeautyStore = BaseBeautyStore.shared
    let state: StatePublisher<BaseBeautyState> = store.state
    store.setSmoothLevel(smoothLevel: Float(1))
    store.setWhitenessLevel(whitenessLevel: 2)
    store.setRuddyLevel(ruddyLevel: 3.5)
    store.reset()
    var levels = BaseBeautyState()
    levels.smoothLevel = Float(9)
    levels.whitenessLevel = Float(9)
    levels.ruddyLevel = Float(9)
    encode(levels)
    _ = state
}

private func useMusic() {
    let store: MusicStore = MusicStore.create(liveID: "l")
    let state: StatePublisher<MusicState> = store.state
    let events: PassthroughSubject<MusicEvent, Never> = store.musicEventPublisher
    store.startPlay(url: "https://example.com/a.mp3", completion: nil)
    store.startPlay(url: "a") { (_: Result<Void, ErrorInfo>) in }
    store.stopPlay()
    store.pausePlay()
    store.resumePlay()
    store.seek(1_000)
    store.setPitch(-2.5)
    store.setMusicVolume(60)
    var music = MusicState()
    let url: String? = music.playURL
    music.playStatus = .loading
    music.playProgress = Int(0)
    music.totalDuration = Int(0)
    music.musicVolume = Int(60)
    music.musicPitch = Double(0)
    let volume: AnyPublisher<Int, Never> = state.subscribe(
        StatePublisherSelector(keyPath: \MusicState.musicVolume))
    let status = state.subscribe(StatePublisherSelector(keyPath: \MusicState.playStatus)).removeDuplicates()
    func name(_ status: MusicPlayStatus) -> String {
        switch status {
        case .idle, .playing, .paused, .loading: "status"
        }
    }
    func name(_ event: MusicEvent) -> String {
        switch event {
        case .playCompleted(let playURL): playURL
        case .playError(let playURL, let code): "\(playURL) \(code as Int)"
        }
    }
    _ = (events, url, volume, status, name(MusicPlayStatus.idle), name(.playCompleted(playURL: "a")))
}

private func awaitMusic(_ store: MusicStore) async throws { try await store.startPlay(url: "a") }

private func useTranscriber() {
    let store: AITranscriberStore = AITranscriberStore.shared
    let object: NSObject = store
    let state: StatePublisher<TranscriberState> = store.state
    var config = TranscriberConfig()
    config = TranscriberConfig(sourceLanguage: .english, translationLanguages: [.chinese, .japanese])
    config.sourceLanguage = SourceLanguage.chinese
    config.translationLanguages = TranslationLanguage.allCases
    store.startRealtimeTranscriber(config: config, completion: nil)
    store.updateRealtimeTranscriber(config: config) { (_: Result<Void, ErrorInfo>) in }
    store.stopRealtimeTranscriber(completion: nil)
    let messages: AnyPublisher<[TranscriberMessage], Never> = state.subscribe(
        StatePublisherSelector(keyPath: \.realtimeMessageList))
    var message = TranscriberMessage(segmentId: "1")
    message = TranscriberMessage(
        segmentId: "1", speakerUserId: "u", speakerUserName: "U", sourceText: "hello",
        translationTexts: [.french: "bonjour"], timestamp: Int64(1), isCompleted: true)
    message.speakerUserId = message.segmentId
    message.speakerUserName = ""
    message.sourceText = ""
    message.translationTexts[.german] = "hallo"
    message.timestamp = Int64(2)
    message.isCompleted = false
    _ = (object, messages, SourceLanguage(rawValue: "zh"), TranslationLanguage(rawValue: "en"))
}

private func awaitTranscriber(_ store: AITranscriberStore) async throws {
    try await store.startRealtimeTranscriber(config: TranscriberConfig())
    try await store.updateRealtimeTranscriber(config: TranscriberConfig())
    try await store.stopRealtimeTranscriber()
}

private final class SongObserver: TUISongListManagerObserver {
    func onWaitingListChanged(reason: TUISongListChangeReason, changedSongs: [TUISongInfo]) {}
    func onPlayedListChanged(addedSongs: [TUISongInfo]) {}
}

private func useSongs(_ manager: TUISongListManager) {
    let observer = SongObserver()
    manager.addObserver(observer)
    manager.removeObserver(observer)
    let song = TUISongInfo()
    song.songId = "1"
    song.songName = "n"
    song.artistName = "a"
    song.coverUrl = ""
    song.duration = UInt(180)
    song.requester = TUIUserInfo()
    let failed: TUIErrorBlock = { (_: TUIError, _: String) in }
    let page: TUISongListCallback = { (result: TUISongListResult) in
        let values: (String, UInt, [TUISongInfo]) = (result.cursor, result.totalCount, result.songList)
        _ = values
    }
    manager.getWaitingList(cursor: nil, count: 20, onSuccess: page, onError: failed)
    manager.getPlayedList(cursor: "", count: 20, onSuccess: page, onError: failed)
    manager.addSong(songList: [song], onSuccess: {}, onError: failed)
    manager.removeSong(songIdList: ["1"], onSuccess: {}, onError: failed)
    manager.setNextSong(targetSongId: "1", onSuccess: {}, onError: failed)
    manager.playNextSong(onSuccess: {}, onError: failed)
}
