/// What a publisher may send, and how much of it is kept. Each is a key of the configuration under `media.`; each is looked at before
/// anything of the size in question is kept.
public struct MediaLimits: Sendable, Hashable {
    /// Bits a second that a publisher may send, over `burstSeconds`.
    public var bitRateMax = 12_000_000
    /// Seconds of the bit rate that may come at once: a connection that stood still catches up.
    public var burstSeconds = 5
    /// Bytes of an initialisation segment.
    public var initialisationBytesMax = 64 * 1_024
    /// Bytes of a fragment with its header.
    public var fragmentBytesMax = 4 * 1_024 * 1_024
    /// Bytes of the header of a fragment (`moof`).
    public var fragmentHeaderBytesMax = 256 * 1_024
    /// Samples in a fragment, of all tracks together.
    public var fragmentSamplesMax = 10_000
    /// Seconds that a fragment lasts, and seconds between key frames. A twentieth more is let through.
    public var fragmentSecondsMax = 2
    /// Fragments a second; twice as many may come at once.
    public var fragmentsPerSecondMax = 120
    /// Bytes of a box that is skipped, such as the index that ffmpeg writes at the end.
    public var skippedBytesMax = 16 * 1_024 * 1_024
    /// The longer side of the picture.
    public var pictureSideMax = 7_680
    /// How often a minute a publisher may begin anew, with a new initialisation segment or a jump in time; a third of it at once.
    public var restartsPerMinuteMax = 60
    /// A jump in time beyond this, forwards or backwards, is a discontinuity.
    public var timeJumpMilliseconds = 1_000
    /// How far a publisher may run ahead of the clock, beyond where it was in the window before.
    public var aheadSecondsMax = 6
    /// The window of `aheadSecondsMax`: a clock that is a little fast, as each is, gains nothing worth a word in it.
    public var aheadWindowSeconds = 300
    /// A publisher that has completed no fragment for so long is closed.
    public var silenceSecondsMax = 10
    /// Seconds of fragments that are kept of a live.
    public var windowSeconds = 12
    /// Seconds of the window that the playlist lists, so that a player still finds what an older playlist listed.
    public var playlistSeconds = 8
    /// The least that a segment of the playlist lasts. Shorter fragments share one.
    public var segmentMillisecondsMin = 500
    /// Bytes of fragments that are kept of a live.
    public var ringBytesMax = 16 * 1_024 * 1_024
    /// Bytes of fragments that are kept of all lives together.
    public var ringBytesTotalMax = 1_024 * 1_024 * 1_024
    /// Fragments that are kept of a live, however short they are.
    public var ringFragmentsMax = 2_000
    /// How far a viewer may lag behind before they are moved on to the newest key frame.
    public var viewerBehindMillisecondsMax = 3_000
    /// Seconds after which a picture that broke off counts as none.
    public var interruptedSecondsMax = 300
    /// The least time between two messages to the room about its picture. The newest state goes out at the end of it.
    public var tellMillisecondsMin = 1_000
    /// Bytes of media that are written in a turn of an event loop.
    public var turnBytesMax = 256 * 1_024
    /// Seconds that a ticket for publishing holds.
    public var ticketSeconds = 60
    /// Tickets that are out at the same time. The oldest gives way.
    public var ticketsMax = 10_000
    /// Publishers that are connected at a time; 0 bounds nothing.
    public var publishersMax = 1_000
    /// Players that are connected by WebSocket at a time; 0 bounds nothing.
    public var playersMax = 100_000
    /// Users of a live of whom it is kept that they were removed, and watch by older addresses no more. Beyond it, all ask for new ones.
    public var removedWatchersMax = 10_000
    /// Publishers that an address may begin to be at a media server, a second; twice as many at once. Each is a key that is looked up.
    public var addressHooksPerSecondMax = 10

    /// The limits as they are without a configuration.
    public init() {}

    /// The longest that a fragment may last. A rate of 29.97 makes two seconds of frames a little longer, so a twentieth is let through.
    var fragmentMicrosecondsMax: Int64 { Int64(fragmentSecondsMax) * 1_050_000 }
}

extension MediaLimits {
    /// One limit by name, for configuration and documentation.
    public struct Definition: Sendable {
        /// The name, as it stands behind `media.` in the configuration.
        public let name: String
        /// Where it is.
        public let field: any WritableKeyPath<MediaLimits, Int> & Sendable
        /// The values that a configuration may give it. Within them nothing overflows. A rate of 0 bounds nothing.
        public let range: ClosedRange<Int>

        init(_ name: String, _ field: any WritableKeyPath<MediaLimits, Int> & Sendable, _ range: ClosedRange<Int>) {
            self.name = name
            self.field = field
            self.range = range
        }
    }

    /// Every limit, in the order of the documentation.
    public static let definitions: [Definition] = [
        Definition("bitRateMax", \.bitRateMax, 0...10_000_000_000),
        Definition("burstSeconds", \.burstSeconds, 1...86_400),
        Definition("initialisationBytesMax", \.initialisationBytesMax, 1...(1 << 40)),
        Definition("fragmentBytesMax", \.fragmentBytesMax, 1...(1 << 40)),
        Definition("fragmentHeaderBytesMax", \.fragmentHeaderBytesMax, 1...(1 << 40)),
        Definition("fragmentSamplesMax", \.fragmentSamplesMax, 1...1_000_000),
        Definition("fragmentSecondsMax", \.fragmentSecondsMax, 1...60),
        Definition("fragmentsPerSecondMax", \.fragmentsPerSecondMax, 0...10_000),
        Definition("skippedBytesMax", \.skippedBytesMax, 1...(1 << 40)),
        Definition("pictureSideMax", \.pictureSideMax, 1...65_535),
        Definition("restartsPerMinuteMax", \.restartsPerMinuteMax, 0...10_000),
        Definition("timeJumpMilliseconds", \.timeJumpMilliseconds, 0...86_400_000),
        Definition("aheadSecondsMax", \.aheadSecondsMax, 1...86_400),
        Definition("aheadWindowSeconds", \.aheadWindowSeconds, 1...86_400),
        Definition("silenceSecondsMax", \.silenceSecondsMax, 1...86_400),
        Definition("windowSeconds", \.windowSeconds, 1...86_400),
        Definition("playlistSeconds", \.playlistSeconds, 1...86_400),
        Definition("segmentMillisecondsMin", \.segmentMillisecondsMin, 0...86_400_000),
        Definition("ringBytesMax", \.ringBytesMax, 1...(1 << 40)),
        Definition("ringBytesTotalMax", \.ringBytesTotalMax, 1...(1 << 50)),
        Definition("ringFragmentsMax", \.ringFragmentsMax, 1...1_000_000),
        Definition("viewerBehindMillisecondsMax", \.viewerBehindMillisecondsMax, 0...86_400_000),
        Definition("interruptedSecondsMax", \.interruptedSecondsMax, 1...86_400),
        Definition("tellMillisecondsMin", \.tellMillisecondsMin, 0...86_400_000),
        Definition("turnBytesMax", \.turnBytesMax, 1...(1 << 40)),
        Definition("ticketSeconds", \.ticketSeconds, 1...86_400),
        Definition("ticketsMax", \.ticketsMax, 1...1_000_000),
        Definition("publishersMax", \.publishersMax, 0...1_000_000),
        Definition("playersMax", \.playersMax, 0...10_000_000),
        Definition("removedWatchersMax", \.removedWatchersMax, 1...1_000_000),
        Definition("addressHooksPerSecondMax", \.addressHooksPerSecondMax, 0...1_000_000),
    ]
}
