package import OvationMedia
package import OvationModel
import OvationSupport
package import OvationWire

extension Pictures {
    /// How the owner of a live publishes with an encoder, and what became of those who tried.
    package func encoderSetup(of live: LiveID, _ key: StreamKey) -> EncoderSetup {
        EncoderSetup(
            ways: configuration.encoderWays(of: live, key), events: events(of: live).map(EncoderSetup.Event.init),
            notes: rtc.note.map { [$0] })
    }
}

extension MediaConfiguration {
    /// The ways on which an encoder reaches the server, the best first.
    package func encoderWays(of live: LiveID, _ key: StreamKey) -> [EncoderSetup.Way] {
        switch mode {
        case .none: return []
        case .external: return publishURL?.address(live: live, key: key).map { [EncoderSetup.Way(external: $0)] } ?? []
        case .relay:
            var ways: [EncoderSetup.Way] = []
            if let rtmpURL {
                ways.append(EncoderSetup.Way(kind: "rtmp", server: rtmpURL, key: rtmpName(of: live, key)))
            }
            if rtc.engine != .none {
                ways.append(EncoderSetup.Way(kind: "whip", server: RTCPath(live, .whip).text, key: key.secret))
            }
            ways.append(EncoderSetup.Way(kind: "http", server: MediaPath(live, "publish").text, key: key.secret))
            return ways
        }
    }
}

extension MediaConfiguration {
    /// Where an encoder publishes a live by RTMP, in one address; nil where nothing takes RTMP for the relay.
    package func rtmpAddress(of live: LiveID, _ key: StreamKey) -> String? {
        rtmpURL.map { "\($0)/\(rtmpName(of: live, key))" }
    }

    /// What stands in an encoder's field for the stream key.
    private func rtmpName(of live: LiveID, _ key: StreamKey) -> String {
        "\(MediaPath.escaped(live))?key=\(key.secret)"
    }
}

extension EncoderSetup.Way {
    /// An address of a media server: what stands behind the last slash is the key, as encoders want it.
    init(external address: String) {
        let kind = address.prefix { $0 != ":" }
        guard kind.hasPrefix("rtmp"), let slash = address.lastIndex(of: "/") else {
            self.init(kind: String(kind), server: address, key: "")
            return
        }
        self.init(
            kind: "rtmp", server: String(address[..<slash]), key: String(address[address.index(after: slash)...]))
    }
}

extension EncoderSetup.Event {
    init(_ event: StreamEvent) {
        self.init(
            at: event.lastAt, count: event.count, way: event.way.rawValue, outcome: event.outcome.rawValue,
            reason: event.reason, code: event.code?.rawValue, message: event.message)
    }
}
