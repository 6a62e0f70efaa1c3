import Foundation
import OvationModel
import OvationPictures

/// What belongs together of the settings of WebRTC.
enum RTCSettings {
    /// What is wrong with the settings, a sentence each.
    static func problems(_ settings: ServerSettings) -> [String] {
        let rtc = settings.rtc
        guard rtc.engine == .janus else {
            return rtc.latency == .low ? ["media.latency is low, which needs rtc.engine: janus."] : []
        }
        var problems: [String] = []
        if settings.mediaMode != .relay {
            problems.append("rtc.engine is janus, so media.mode has to be relay.")
        }
        if let address = rtc.janusURL {
            if !isAddress(address) {
                problems.append(
                    "rtc.janusURL is \"\(address)\", but it is an address such as http://127.0.0.1:8088/janus.")
            }
        } else {
            problems.append("rtc.engine is janus, so rtc.janusURL has to say where it is: http://127.0.0.1:8088/janus.")
        }
        if rtc.janusSecret?.isEmpty ?? true {
            problems.append(
                "rtc.engine is janus, so rtc.janusSecret has to be the api_secret of janus.jcfg. Make one: openssl rand -hex 32."
            )
        }
        if rtc.videoCodecs.isEmpty { problems.append("rtc.videoCodecs is empty, so nobody could publish.") }
        if rtc.forwardHost.isEmpty || !rtc.forwardHost.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) {
            problems.append(
                "rtc.forwardHost is \"\(rtc.forwardHost)\", but it is an address of this machine: 127.0.0.1.")
        }
        if rtc.ffmpegPath.isEmpty {
            problems.append("rtc.ffmpegPath is empty. To hand on no picture, set rtc.forwardsMax: 0.")
        }
        return problems
    }

    /// The limits as the server takes them: where users in seats send to Janus once, the bounds of a mesh are none of theirs.
    static func limits(_ settings: ServerSettings) -> Limits {
        var limits = settings.limits
        if settings.rtc.carriesSeats { (limits.meshVideoSeatsMax, limits.meshVoiceSeatsMax) = (0, 0) }
        return limits
    }

    /// Whether a text is an address of HTTP with a host, and nothing that would travel elsewhere.
    private static func isAddress(_ text: String) -> Bool {
        guard let url = URLComponents(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty
        else { return false }
        return url.query == nil && url.fragment == nil && url.user == nil
    }
}
