import Foundation
import OvationModel

/// A path of WebRTC: `/v1/rtc/<live>/whip`, `/v1/rtc/<live>/whep`, `/v1/rtc/<live>/seats`, and what stands behind for a session.
struct RTCPath: Equatable {
    /// What it is for.
    enum Name: String {
        /// Publishing.
        case whip
        /// Watching.
        case whep
        /// Sending and taking from a seat.
        case seats
    }

    /// Which live.
    let live: LiveID
    let name: Name
    /// The session; nil for the endpoint where it begins.
    let session: String?

    init(_ live: LiveID, _ name: Name, session: String? = nil) {
        self.live = live
        self.name = name
        self.session = session
    }

    /// Reads the path of a request, without its query; nil where it is none of these.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard (4...5).contains(parts.count), parts.prefix(2) == ["v1", "rtc"] else { return nil }
        let rest = Array(parts.dropFirst(2))
        guard let id = String(rest[0]).removingPercentEncoding, let live = LiveID(id),
            let name = Name(rawValue: String(rest[1]))
        else { return nil }
        self.init(live, name, session: rest.count > 2 ? String(rest[2]) : nil)
    }

    /// The path as it stands in an address.
    var text: String {
        "/v1/rtc/\(MediaPath.escaped(live))/\(name.rawValue)" + (session.map { "/\($0)" } ?? "")
    }
}
