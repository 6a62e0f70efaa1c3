/// What is recorded of the pictures of lives, where it lies, and how much of it is kept.
public struct RecordingConfiguration: Sendable, Equatable {
    /// Which lives are recorded.
    public enum Mode: String, Sendable, CaseIterable {
        /// None. Recordings that are there already can be played and deleted.
        case off
        /// Those that an operator asks for, by REST.
        case asked
        /// All, unless an operator stops one.
        case all
    }

    /// Which lives are recorded.
    public var mode = Mode.off
    /// The folder with the files; nil for a server that has no recordings.
    public var directory: String?
    /// Bytes of one recording. Beyond, another one begins.
    public var bytesMax = 8 * 1_024 * 1_024 * 1_024
    /// Bytes of all recordings together. Beyond, the oldest are removed.
    public var bytesTotalMax = 50 * 1_024 * 1_024 * 1_024
    /// Bytes that stay free on the disk, for the database. Where there are fewer, the oldest recordings are removed, and none begins.
    public var freeBytesMin = 1_024 * 1_024 * 1_024
    /// After how many days a recording is removed; 0 for never.
    public var daysMax = 30
    /// Recordings at a time.
    public var countMax = 100
    /// Recordings of one start of a live, without those that follow a full one. Beyond, none begins.
    public var perLiveMax = 1_000
    /// Bytes that wait for the disk, of all recordings. Beyond, fragments are left out.
    public var waitingBytesMax = 32 * 1_024 * 1_024
    /// How often what is written is brought to the disk, in seconds. A machine that loses its power loses as much.
    public var syncSeconds = 60
    /// Seconds without a picture after which a recording ends.
    public var idleSecondsMax = 300
    /// How long a signed address of a recording holds, in seconds.
    public var addressSeconds = 3_600
    /// Recordings that are sent to players at a time.
    public var readersMax = 64
    /// Whether the page of a listed live that is over shows its recordings to everybody.
    public var showsReplays = true

    /// Makes a configuration without recordings.
    public init() {}
}
