/// How a publisher's packets go from the media server to ffmpeg: which streams, with which payload types, at which ports.
public struct RTPForward: Sendable, Hashable {
    /// One stream of the publisher.
    public struct Stream: Sendable, Hashable {
        /// Its name in the connection.
        public let mid: String
        /// `audio` or `video`.
        public let kind: String
        /// The payload type with which it is forwarded, whatever the publisher has.
        public let payloadType: Int
        /// Where the stream's place among the ports begins: RTP, and RTCP behind it.
        public let portOffset: Int
    }

    /// Why a publisher's picture is not forwarded.
    public enum Obstacle: String, Error, Sendable, Hashable, CaseIterable {
        /// Its codec cannot be copied into MP4 here.
        case codecNotForwarded
        /// It has neither sound nor picture.
        case nothingToForward

        /// What happened, and what to do about it.
        public var sentence: String {
            switch self {
            case .codecNotForwarded:
                "Only H.264 is handed on to everybody. Viewers by WHEP see this picture, others do not. Choose H.264 in the encoder."
            case .nothingToForward: "The publisher sends neither sound nor picture."
            }
        }
    }

    /// Ports that one forward takes: RTP and RTCP of sound and picture.
    public static let portCount = 4
    private static let soundType = 111
    private static let pictureType = 96

    /// The streams, sound first.
    public let streams: [Stream]

    /// Reads what the media server agreed on with the publisher.
    public init(answer: SessionDescription) throws(Obstacle) {
        var streams: [Stream] = []
        for medium in answer.media where medium.port != 0 && medium.direction != "inactive" {
            guard let mid = medium.value("mid").map(String.init) else { continue }
            switch medium.kind {
            case "audio" where medium.codecs.contains("opus") && !streams.contains { $0.kind == "audio" }:
                streams.append(Stream(mid: mid, kind: "audio", payloadType: Self.soundType, portOffset: 0))
            case "video" where !streams.contains { $0.kind == "video" }:
                guard medium.codecs.first == "h264" else { throw .codecNotForwarded }
                streams.append(Stream(mid: mid, kind: "video", payloadType: Self.pictureType, portOffset: 2))
            default: continue
            }
        }
        guard !streams.isEmpty else { throw .nothingToForward }
        self.streams = streams.sorted { $0.portOffset < $1.portOffset }
    }

    /// Whether there is a picture, and not sound alone.
    public var hasPicture: Bool { streams.contains { $0.kind == "video" } }

    /// The description with which ffmpeg listens, at ports from a first one on.
    public func description(host: String, firstPort: Int) -> String {
        let family = host.contains(":") ? "IP6" : "IP4"
        var lines = [
            "v=0", "o=- 0 0 IN \(family) \(host)", "s=-", "c=IN \(family) \(host)", "t=0 0",
        ]
        for stream in streams {
            lines.append("m=\(stream.kind) \(firstPort + stream.portOffset) RTP/AVP \(stream.payloadType)")
            if stream.kind == "audio" {
                lines.append("a=rtpmap:\(stream.payloadType) opus/48000/2")
            } else {
                lines.append("a=rtpmap:\(stream.payloadType) H264/90000")
                lines.append("a=fmtp:\(stream.payloadType) packetization-mode=1")
            }
        }
        return lines.map { $0 + "\r\n" }.joined()
    }
}
