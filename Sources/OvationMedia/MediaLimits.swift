/// The limits for publishers and for the fragments that the relay stores. Each limit is a configuration key under `media.`, and is checked
/// before anything of that size is stored.
public struct MediaLimits: Sendable, Hashable {
    /// Bits a second that a publisher may send, averaged over `burstSeconds`.
    public var bitRateMax = 12_000_000
    /// Seconds' worth of the bit rate that may arrive at once, so that a stalled connection can catch up.
    public var burstSeconds = 5
    /// Bytes of an initialisation segment.
    public var initialisationBytesMax = 64 * 1_024
    /// Bytes of a fragment, header included.
    public var fragmentBytesMax = 4 * 1_024 * 1_024
    /// Bytes of the header of a fragment (`moof`).
    public var fragmentHeaderBytesMax = 256 * 1_024
    /// Samples of a fragment, all tracks together.
    public var fragmentSamplesMax = 10_000
    /// The duration of a fragment and the interval between key frames, in seconds. The relay tolerates a twentieth more.
    public var fragmentSecondsMax = 2
    /// Fragments a second. Twice as many may arrive at once.
    public var fragmentsPerSecondMax = 120
    /// Bytes of a skipped box, such as the index that ffmpeg writes at the end.
    public var skippedBytesMax = 16 * 1_024 * 1_024
    /// The longer side of the video, in pixels.
    public var pictureSideMax = 7_680
    /// How often a minute a publisher may restart the stream with a new initialisation segment or a jump in time. A third may happen at
    /// once.
    public var restartsPerMinuteMax = 60
    /// A larger jump in time, in either direction, is a discontinuity.
    public var timeJumpMilliseconds = 1_000
    /// How many seconds a publisher may run ahead of the clock, compared with the window before.
    public var aheadSecondsMax = 6
    /// The window for `aheadSecondsMax`, in seconds. A slightly fast clock, as every clock may be, gains next to nothing in it.
    public var aheadWindowSeconds = 300
    /// Seconds without a complete fragment after which a publisher is disconnected.
    public var silenceSecondsMax = 10
    /// Seconds of video that a live's ring keeps.
    public var windowSeconds = 12
    /// Seconds of the ring that the playlist lists. They are fewer, so that a player can still load what an older playlist listed.
    public var playlistSeconds = 8
    /// The shortest segment of the playlist. Shorter fragments are joined.
    public var segmentMillisecondsMin = 500
    /// Bytes of fragments that a live's ring keeps.
    public var ringBytesMax = 16 * 1_024 * 1_024
    /// Bytes of fragments in the rings of all lives together.
    public var ringBytesTotalMax = 1_024 * 1_024 * 1_024
    /// Fragments that a live's ring keeps, however short they are.
    public var ringFragmentsMax = 2_000
    /// How far a viewer may fall behind before they skip to the newest key frame.
    public var viewerBehindMillisecondsMax = 3_000
    /// Seconds after which an interrupted picture counts as stopped.
    public var interruptedSecondsMax = 300
    /// The shortest interval between two messages to the room about its picture. The newest status is sent when it ends.
    public var tellMillisecondsMin = 1_000
    /// Bytes of media that an event loop writes in one turn.
    public var turnBytesMax = 256 * 1_024
    /// Seconds for which a ticket to publish is valid.
    public var ticketSeconds = 60
    /// Outstanding tickets. A new one replaces the oldest.
    public var ticketsMax = 10_000
    /// Publishers connected at a time; 0 for no limit.
    public var publishersMax = 1_000
    /// Players connected by WebSocket at a time; 0 for no limit.
    public var playersMax = 100_000
    /// Removed users that a live remembers, so that their old addresses stop working. If there are more, all viewers need new addresses.
    public var removedWatchersMax = 10_000
    /// Bytes of a cover that a publisher sends of its picture; 0 to take none.
    public var coverBytesMax = 32 * 1_024
    /// The shortest interval between two covers of a live. What comes earlier is passed over.
    public var coverSecondsMin = 10
    /// The age at which the server has a new cover drawn from the running picture of a live whose publisher and owner send none; 0 to draw
    /// none. A program beside the server (`rtc.ffmpegPath`) decodes the picture.
    public var coverDrawSeconds = 60
    /// How much of one processor may go into drawing covers, in percent.
    public var coverDrawPercentMax = 10
    /// How many publishers from one address may start at a media server each second; twice as many at once. Each of them costs a lookup of
    /// its key.
    public var addressHooksPerSecondMax = 10
    /// Stream events that are kept of a live: what became of its last publishers.
    public var streamEventsMax = 20
    /// Lives whose stream events are kept.
    public var streamEventLivesMax = 1_000
    /// Lives of other servers whose pictures a server fetches at a time; 0 for none.
    public var fetchedLivesMax = 1_000
    /// Seconds after which a picture that nobody watches is fetched no more.
    public var fetchIdleSeconds = 30
    /// Streams of pictures that other servers may fetch from a server at a time.
    public var followersMax = 10_000
    /// Requests and sockets of publishers that a server hands on at a time, because their live runs at another server; 0 for none.
    public var handedOnMax = 1_000
    /// How many of those may come from one address; 0 for no limit of its own.
    public var handedOnAddressMax = 100
    /// Bytes of a socket that is handed on that may wait, each way.
    public var handedOnBytesMax = 256 * 1_024
    /// Seconds without a byte after which what is handed on is over. Never less than `silenceSecondsMax` and five.
    public var handedOnSilenceSeconds = 30

    /// Makes the default limits.
    public init() {}

    /// The longest duration of a fragment. At 29.97 frames a second, two seconds' worth of frames last a little longer, so a twentieth more
    /// is tolerated.
    var fragmentMicrosecondsMax: Int64 { Int64(fragmentSecondsMax) * 1_050_000 }
}

extension MediaLimits {
    /// A limit with its name, for configuration and documentation.
    public struct Definition: Sendable {
        /// The name in the configuration, without `media.`.
        public let name: String
        /// The key path of the limit.
        public let field: any WritableKeyPath<MediaLimits, Int> & Sendable
        /// The values that a configuration may set. They are chosen so that no calculation overflows. A rate of 0 means no limit.
        public let range: ClosedRange<Int>

        init(_ name: String, _ field: any WritableKeyPath<MediaLimits, Int> & Sendable, _ range: ClosedRange<Int>) {
            self.name = name
            self.field = field
            self.range = range
        }
    }

    /// All limits, in the order of the documentation.
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
        Definition("coverBytesMax", \.coverBytesMax, 0...1_048_576),
        Definition("coverSecondsMin", \.coverSecondsMin, 1...86_400),
        Definition("coverDrawSeconds", \.coverDrawSeconds, 0...86_400),
        Definition("coverDrawPercentMax", \.coverDrawPercentMax, 1...100),
        Definition("addressHooksPerSecondMax", \.addressHooksPerSecondMax, 0...1_000_000),
        Definition("streamEventsMax", \.streamEventsMax, 2...1_000),
        Definition("streamEventLivesMax", \.streamEventLivesMax, 2...1_000_000),
        Definition("fetchedLivesMax", \.fetchedLivesMax, 0...1_000_000),
        Definition("fetchIdleSeconds", \.fetchIdleSeconds, 1...86_400),
        Definition("followersMax", \.followersMax, 0...1_000_000),
        Definition("handedOnMax", \.handedOnMax, 0...1_000_000),
        Definition("handedOnAddressMax", \.handedOnAddressMax, 0...1_000_000),
        Definition("handedOnBytesMax", \.handedOnBytesMax, 1_024...(1 << 30)),
        Definition("handedOnSilenceSeconds", \.handedOnSilenceSeconds, 1...86_400),
    ]
}
