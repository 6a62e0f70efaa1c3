import Foundation

@testable import OvationServer

/// Verifies the `webhook-…` headers of a callback, as a receiver does it.
struct WebhookVerifier {
    /// The secrets that the receiver trusts, `whsec_…`; more than one while they are rotated.
    var secrets: [String]
    /// How far the sender's clock and ours may be apart; older callbacks are replays.
    var toleranceSeconds: Int64 = 300

    /// Whether a callback is the server's, unchanged and recent.
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
