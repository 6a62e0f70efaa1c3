import OvationNode
import OvationPictures

extension ConfigurationKey {
    /// The keys of WebRTC.
    static let rtc = [
        ConfigurationKey(
            name: "media.latency",
            value: .choice(
                RTCConfiguration.Latency.allCases.map(\.rawValue), get: { $0.rtc.latency.rawValue },
                set: { settings, word in
                    settings.rtc.latency = RTCConfiguration.Latency(rawValue: word) ?? settings.rtc.latency
                }),
            meaning: "Whether viewers are offered WHEP: low, half a second behind the camera; normal, the relay alone."),
        ConfigurationKey(
            name: "rtc.engine",
            value: .choice(
                RTCConfiguration.Engine.allCases.map(\.rawValue), get: { $0.rtc.engine.rawValue },
                set: { settings, word in
                    settings.rtc.engine = RTCConfiguration.Engine(rawValue: word) ?? settings.rtc.engine
                }),
            meaning: "Who carries WebRTC, for WHIP and WHEP: janus, none."),
        ConfigurationKey(
            name: "rtc.janusURL", value: .optionalText(\.rtc.janusURL),
            meaning: "Where Janus answers: http://127.0.0.1:8088/janus."),
        ConfigurationKey(
            name: "rtc.janusSecret", value: .optionalText(\.rtc.janusSecret),
            meaning: "The api_secret of janus.jcfg.", isSecret: true),
        ConfigurationKey(
            name: "rtc.publishersMax", value: .integer(1...10_000, \.rtc.publishersMax),
            meaning: "Publishers by WHIP at a time, of all lives."),
        ConfigurationKey(
            name: "rtc.viewersMax", value: .integer(0...100_000, \.rtc.viewersMax),
            meaning: "Viewers by WHEP at a time, of all lives; others take the relay's picture."),
        ConfigurationKey(
            name: "rtc.seats",
            value: .choice(
                RTCConfiguration.SeatCarrier.allCases.map(\.rawValue), get: { $0.rtc.seats.rawValue },
                set: { settings, word in
                    settings.rtc.seats = RTCConfiguration.SeatCarrier(rawValue: word) ?? settings.rtc.seats
                }),
            meaning: "With rtc.engine: janus, who carries what users in seats say and show: janus; mesh, each to each."),
        ConfigurationKey(
            name: "rtc.seatConnectionsMax", value: .integer(1...100_000, \.rtc.seatConnectionsMax),
            meaning: "Connections of users in seats with Janus, of all lives: one to send, and one for each other user."
        ),
        ConfigurationKey(
            name: "rtc.seatBitRateMax", value: .integer(0...100_000_000, \.rtc.seatBitRateMax),
            meaning: "Bits a second that one user in a seat sends to Janus. 0: no limit."),
        ConfigurationKey(
            name: "rtc.seatTicketSeconds", value: .integer(60...604_800, \.rtc.seatTicketSeconds),
            meaning: "How long the ticket holds that a user in a seat shows, in seconds."),
        ConfigurationKey(
            name: "rtc.connectSeconds", value: .integer(1...300, \.rtc.connectSeconds),
            meaning: "How long a publisher or viewer may take until the picture flows."),
        ConfigurationKey(
            name: "rtc.answerMilliseconds", value: .integer(100...60_000, \.rtc.answerMilliseconds),
            meaning: "How long Janus may take for an answer."),
        ConfigurationKey(
            name: "rtc.requestsMax", value: .integer(1...10_000, \.rtc.requestsMax),
            meaning: "Requests to Janus at a time; others are refused."),
        ConfigurationKey(
            name: "rtc.sdpBytesMax", value: .integer(1_024...1_048_576, \.rtc.sdpBytesMax),
            meaning: "Bytes of a session description."),
        ConfigurationKey(
            name: "rtc.candidatesMax", value: .integer(1...1_000, \.rtc.candidatesMax),
            meaning: "Candidates of a publisher or viewer, those sent later included."),
        ConfigurationKey(
            name: "rtc.videoCodecs",
            value: .list(\.rtc.videoCodecs) {
                RTCConfiguration.knownVideoCodecs.contains($0)
                    ? nil : "one of \(RTCConfiguration.knownVideoCodecs.joined(separator: ", "))"
            },
            meaning: "Codecs of pictures that are taken: h264, vp8, vp9, av1."),
        ConfigurationKey(
            name: "rtc.forwardsMax", value: .integer(0...1_000, \.rtc.forwardsMax),
            meaning: "Pictures by WHIP that ffmpeg hands on to the relay at a time, for everybody. 0: none."),
        ConfigurationKey(
            name: "rtc.ffmpegPath", value: .text(\.rtc.ffmpegPath),
            meaning: "The ffmpeg that does it, 5.0 or newer: a name to look for in PATH, or a path."),
        ConfigurationKey(
            name: "rtc.forwardHost", value: .text(\.rtc.forwardHost),
            meaning: "This machine's address at which Janus reaches ffmpeg; another one where Janus is elsewhere."),
        ConfigurationKey(
            name: "rtc.forwardPortMin", value: .integer(1_024...60_000, \.rtc.forwardPortMin),
            meaning: "The first of the UDP ports at which ffmpeg listens there: eight for each picture."),
        ConfigurationKey(
            name: "rtc.iceServers",
            value: .list(\.rtc.iceServers) {
                ICEConfiguration.isAddress($0)
                    ? nil : "a server such as stun:stun.example.com or turn:turn.example.com?transport=udp"
            },
            meaning: "STUN and TURN servers that clients of WebRTC use, and users in seats."),
        ConfigurationKey(
            name: "rtc.turnSecret", value: .optionalText(\.rtc.turnSecret),
            meaning: "The static-auth-secret of coturn; without it, TURN servers need no login.", isSecret: true),
        ConfigurationKey(
            name: "rtc.turnSeconds", value: .integer(60...604_800, \.rtc.turnSeconds),
            meaning: "How long a login at a TURN server holds, in seconds."),
    ]
}
