public import OvationModel

/// What became of a publisher: refused, cut off or ended. An encoder such as OBS shows none of the reasons, so the host reads them here.
public struct StreamEvent: Sendable, Hashable {
    /// On which way the publisher came. The raw values go over REST and to the studio.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// By WebSocket or HTTP, to the relay.
        case relay
        /// By WHIP, to Janus.
        case whip
        /// The relay's copy of a picture by WHIP.
        case forward
        /// By RTMP, to nginx.
        case nginx
        /// To SRS.
        case srs
        /// To MediaMTX.
        case mediamtx
    }

    /// How it went. The raw values go over REST and to the studio.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It was not let in.
        case refused
        /// It was let in, and broke off or was sent away.
        case cut
        /// It said that it is done.
        case ended
    }

    /// The longest text in ``message``, in bytes.
    public static let messageBytesMax = 300

    /// When it happened first.
    public let firstAt: Timestamp
    /// When it happened last.
    public internal(set) var lastAt: Timestamp
    /// How often it happened.
    public internal(set) var count: Int
    /// On which way the publisher came.
    public let way: Way
    /// How it went.
    public let outcome: Outcome
    /// The name of the reason, which is a label of `ovation_media_stream_events_total` too.
    public let reason: String
    /// The number of the error; nil where it was none.
    public let code: ErrorCode?
    /// What happened and what to do about it, as a sentence; the newest, where it happened often.
    public internal(set) var message: String
    /// Whether neither the key nor a ticket was shown.
    public let isStranger: Bool

    /// Makes an event that happened once.
    public init(
        at now: Timestamp, way: Way, outcome: Outcome, reason: String, code: ErrorCode? = nil, message: String = "",
        isStranger: Bool = false
    ) {
        firstAt = now
        lastAt = now
        count = 1
        self.way = way
        self.outcome = outcome
        self.reason = reason
        self.code = code
        self.message = message.clipped(toBytes: Self.messageBytesMax)
        self.isStranger = isStranger
    }

    /// Whether another event is the same that happened again.
    func repeats(_ other: StreamEvent) -> Bool {
        way == other.way && outcome == other.outcome && reason == other.reason && isStranger == other.isStranger
    }
}

extension String {
    /// The beginning that fits into so many bytes, with whole characters.
    fileprivate func clipped(toBytes bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var clipped = ""
        var bytes = 0
        for character in self {
            bytes += character.utf8.count
            guard bytes <= bytesMax else { break }
            clipped.append(character)
        }
        return clipped
    }
}
