import Foundation

@testable import OvationSupport

/// Verifies the `webhook-…` headers of a callback as a receiver does.
struct WebhookVerifier {
    /// The trusted secrets, `whsec_…`. There is more than one during a rotation.
    var secrets: [String]
    /// How far apart the sender's and the receiver's clocks may be. An older callback is a replay.
    var toleranceSeconds: Int64 = 300

    /// Whether a callback comes from the server, unchanged and recent.
    func isGenuine(headers: [String: String], body: [UInt8], now: Date) -> Bool {
        guard let id = headers["webhook-id"], let time = headers["webhook-timestamp"],
            let seconds = Int64(time), abs(Int64(now.timeIntervalSince1970) - seconds) <= toleranceSeconds
        else { return false }
        let signed = Array("\(id).\(time).".utf8) + body
        let given = (headers["webhook-signature"] ?? "").split(separator: " ").compactMap { signature in
            signature.hasPrefix("v1,") ? Data(base64Encoded: String(signature.dropFirst(3))) : nil
        }
        return secrets.contains { secret in
            guard let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))) else { return false }
            let code = Digest.hmacSHA256(signed, key: Array(key))
            return given.contains { Digest.isEqual(Array($0), code) }
        }
    }
}
