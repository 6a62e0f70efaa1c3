import Foundation
import OvationModel
import OvationSupport

/// Signs callbacks, so that a receiver can check that they are from this server.
package enum CallbackSignature {
    /// The query's `Sign`: SHA-256 of token and time, in hexadecimal. It does not cover the body.
    static func sign(token: String, requestTime: Int64) -> String {
        Digest.hexadecimal(Digest.sha256(Array("\(token)\(requestTime)".utf8)))
    }

    /// The headers of Standard Webhooks: id, time, and one signature over id, time and body for each key that is valid.
    static func headers(
        id: String, body: [UInt8], secrets: [String], at now: Timestamp
    ) -> [(name: String, value: String)] {
        let signed = Array("\(id).\(now.seconds).".utf8) + body
        let signatures = secrets.compactMap(key).map { key in
            "v1," + Data(Digest.hmacSHA256(signed, key: key)).base64EncodedString()
        }
        let headers = [("webhook-id", id), ("webhook-timestamp", String(now.seconds))]
        return signatures.isEmpty ? headers : headers + [("webhook-signature", signatures.joined(separator: " "))]
    }

    /// Makes a secret of 256 random bits.
    package static func makeSecret() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return secretPrefix + Data(bytes).base64EncodedString()
    }

    /// Whether a text is a secret as Standard Webhooks writes it: `whsec_` and base64 of 24 to 64 bytes.
    package static func isSecret(_ text: String) -> Bool {
        guard text.hasPrefix(secretPrefix), let key = Data(base64Encoded: String(text.dropFirst(secretPrefix.count)))
        else { return false }
        return (24...64).contains(key.count)
    }

    private static let secretPrefix = "whsec_"

    private static func key(_ secret: String) -> [UInt8]? {
        Data(base64Encoded: String(secret.dropFirst(secretPrefix.count))).map { [UInt8]($0) }
    }
}
