import Crypto
import Foundation
import OvationModel

/// How a receiver knows that a callback is ours.
enum CallbackSignature {
    /// The query's `Sign`: SHA-256 of token and time, in hexadecimal. It does not cover the body.
    static func sign(token: String, requestTime: Int64) -> String {
        SHA256.hash(data: Data("\(token)\(requestTime)".utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The headers of Standard Webhooks: id, time, and one signature over id, time and body for each key that is valid.
    static func headers(
        id: String, body: [UInt8], secrets: [String], at now: Timestamp
    ) -> [(name: String, value: String)] {
        let signed = Data("\(id).\(now.seconds).".utf8) + body
        let signatures = secrets.compactMap(key).map { key in
            "v1," + Data(HMAC<SHA256>.authenticationCode(for: signed, using: key)).base64EncodedString()
        }
        let headers = [("webhook-id", id), ("webhook-timestamp", String(now.seconds))]
        return signatures.isEmpty ? headers : headers + [("webhook-signature", signatures.joined(separator: " "))]
    }

    /// Makes a secret of 256 random bits.
    static func makeSecret() -> String {
        secretPrefix + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    }

    /// Whether a text is a secret as Standard Webhooks writes it: `whsec_` and base64 of 24 to 64 bytes.
    static func isSecret(_ text: String) -> Bool {
        guard text.hasPrefix(secretPrefix), let key = Data(base64Encoded: String(text.dropFirst(secretPrefix.count)))
        else { return false }
        return (24...64).contains(key.count)
    }

    private static let secretPrefix = "whsec_"

    private static func key(_ secret: String) -> SymmetricKey? {
        Data(base64Encoded: String(secret.dropFirst(secretPrefix.count))).map { SymmetricKey(data: $0) }
    }
}
