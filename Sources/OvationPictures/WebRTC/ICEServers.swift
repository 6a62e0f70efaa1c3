import Foundation
import HTTPTypes
import OvationModel
import OvationSupport

/// The servers that clients use for ICE, as `Link` headers say it (RFC 9725, 4.6), with credentials of coturn that hold for a time.
///
/// coturn with `use-auth-secret` takes a name that begins with the second at which it ends, and as password its HMAC-SHA1.
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
        let name = "\(now.seconds + seconds):ovation"
        let password = secret.map { Data(Digest.hmacSHA1(Array(name.utf8), key: Array($0.utf8))).base64EncodedString() }
        return addresses.map { address in
            guard address.hasPrefix("turn"), let password else { return "<\(address)>; rel=\"ice-server\"" }
            return "<\(address)>; rel=\"ice-server\"; username=\"\(name)\"; credential=\"\(password)\"; "
                + "credential-type=\"password\""
        }
    }
}
