import Testing

@testable import OvationPictures
@testable import ovation

/// The settings of recordings.
struct RecordingConfigurationTests {
    private func load(_ environment: [String: String]) -> LoadedConfiguration {
        let sources = ConfigurationSources(flags: [], environment: environment, file: nil)
        return LoadedConfiguration(sources, defaults: ServerSettings(isDev: false, logsToTerminal: false))
    }

    @Test func `a server that was told nothing records nothing, and looks for recordings in its data folder`() {
        let recording = MediaServerSettings.configuration(load([:]).settings).recording
        #expect(recording.mode == .off)
        #expect(recording.directory == "./data/recordings")
    }

    @Test func `what is named is taken`() {
        let loaded = load([
            "OVATION_RECORDING_MODE": "asked", "OVATION_RECORDING_DIRECTORY": "/srv/recordings",
            "OVATION_RECORDING_DAYS_MAX": "7", "OVATION_RECORDING_SHOWS_REPLAYS": "false",
        ])
        #expect(loaded.problems == [] && loaded.warnings == [])
        let recording = MediaServerSettings.configuration(loaded.settings).recording
        #expect(recording.mode == .asked && recording.directory == "/srv/recordings")
        #expect(recording.daysMax == 7 && !recording.showsReplays)
    }

    @Test(arguments: ["external", "none"])
    func `what this server does not carry it cannot record`(mode: String) {
        let problems = load([
            "OVATION_RECORDING_MODE": "all", "OVATION_MEDIA_MODE": mode,
            "OVATION_MEDIA_PUBLISH_URL": "rtmp://m.example.com/live/{liveID}?key={streamKey}",
            "OVATION_MEDIA_PLAY_URL": "https://m.example.com/{liveID}.m3u8",
            "OVATION_MEDIA_HOOKS_SECRET": "0123456789abcdef",
        ]).problems
        #expect(problems == ["recording.mode is all, so media.mode has to be relay."])
    }

    @Test func `servers that share a database are told a folder that all of them see, or record nothing`() {
        let shared = ["OVATION_STORAGE_URL": "postgres://ovation@db.example.com/ovation"]
        let recording = ["OVATION_RECORDING_MODE": "all"].merging(shared) { $1 }
        #expect(load(recording).problems.filter { $0.contains("recording.directory") }.count == 1)
        let named = recording.merging(["OVATION_RECORDING_DIRECTORY": "/srv/recordings"]) { $1 }
        #expect(load(named).problems.filter { $0.contains("recording.directory") }.isEmpty)
        let silent = load(shared)
        #expect(silent.problems.filter { $0.contains("recording") }.isEmpty)
        #expect(MediaServerSettings.configuration(silent.settings).recording.directory == nil)
    }
}
