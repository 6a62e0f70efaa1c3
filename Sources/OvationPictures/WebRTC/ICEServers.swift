import HTTPTypes
import OvationModel
import OvationSupport

/// The servers that clients use for ICE, as `Link` headers say it (RFC 9725, 4.6), with logins at TURN servers that hold for a time.
struct ICEServers: Sendable {
    private let addresses: [String]
    private let secret: String?
    private let seconds: Int64

    init(_ configuration: RTCConfiguration) {
        addresses = configuration.iceServers
        secret = configuration.turnSecret
        seconds = Int64(configuration.turnSeconds)
    }

    /// The values of `Link`.
    func links(at now: Timestamp) -> [String] {
        let login = secret.map { TURNLogin(user: "ovation", endSeconds: now.seconds + seconds, secret: $0) }
        return addresses.map { address in
            guard address.hasPrefix("turn"), let login else { return "<\(address)>; rel=\"ice-server\"" }
            return "<\(address)>; rel=\"ice-server\"; username=\"\(login.name)\"; credential=\"\(login.password)\"; "
                + "credential-type=\"password\""
        }
    }
}
