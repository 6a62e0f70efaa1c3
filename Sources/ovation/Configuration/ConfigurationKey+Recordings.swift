import OvationPictures

extension ConfigurationKey {
    /// The keys of recordings.
    static let recordings = [
        ConfigurationKey(
            name: "recording.mode",
            value: .choice(
                RecordingConfiguration.Mode.allCases.map(\.rawValue), get: { $0.recording.mode.rawValue },
                set: { settings, word in
                    settings.recording.mode = RecordingConfiguration.Mode(rawValue: word) ?? settings.recording.mode
                }),
            meaning: "Which lives are recorded: all, asked (start_recording of REST), off."),
        ConfigurationKey(
            name: "recording.directory", value: .optionalText(\.recording.directory),
            meaning:
                "The folder of recordings; without it, recordings in the data folder. With storage.url, name one that all servers see."
        ),
        ConfigurationKey(
            name: "recording.bytesMax", value: .integer(1_048_576...bytesMax, \.recording.bytesMax),
            meaning: "Bytes of a recording. Beyond, another one begins."),
        ConfigurationKey(
            name: "recording.bytesTotalMax", value: .integer(0...bytesMax, \.recording.bytesTotalMax),
            meaning: "Bytes of all recordings. Beyond, the oldest are removed."),
        ConfigurationKey(
            name: "recording.freeBytesMin", value: .integer(0...bytesMax, \.recording.freeBytesMin),
            meaning: "Bytes that recordings leave free on the disk; the oldest are removed for it."),
        ConfigurationKey(
            name: "recording.daysMax", value: .integer(0...36_500, \.recording.daysMax),
            meaning: "After how many days a recording is removed. 0: never."),
        ConfigurationKey(
            name: "recording.countMax", value: .integer(1...10_000, \.recording.countMax),
            meaning: "Lives that are recorded at a time."),
        ConfigurationKey(
            name: "recording.perLiveMax", value: .integer(1...1_000_000, \.recording.perLiveMax),
            meaning: "Recordings of one start of a live, without those that follow a full one. Beyond, none begins."),
        ConfigurationKey(
            name: "recording.waitingBytesMax", value: .integer(1_048_576...(1 << 40), \.recording.waitingBytesMax),
            meaning: "Bytes that wait for the disk. Beyond, recordings leave fragments out."),
        ConfigurationKey(
            name: "recording.syncSeconds", value: .integer(1...86_400, \.recording.syncSeconds),
            meaning: "How often what is recorded is brought to the disk."),
        ConfigurationKey(
            name: "recording.idleSecondsMax", value: .integer(1...86_400, \.recording.idleSecondsMax),
            meaning: "Seconds without a picture after which a recording ends."),
        ConfigurationKey(
            name: "recording.addressSeconds", value: .integer(60...31_536_000, \.recording.addressSeconds),
            meaning: "How long a signed address of a recording holds."),
        ConfigurationKey(
            name: "recording.readersMax", value: .integer(1...10_000, \.recording.readersMax),
            meaning:
                "Recordings that are sent to players at a time, an eighth of them to one address; others are refused."),
        ConfigurationKey(
            name: "recording.showsReplays", value: yesOrNo(\.recording.showsReplays),
            meaning: "Whether the page of a listed live that is over shows its recordings."),
    ]

    /// An exbibyte: no disk has more, and no sum of such numbers overflows.
    private static let bytesMax = 1 << 60
}
