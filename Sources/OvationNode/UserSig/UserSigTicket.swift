import Foundation
public import OvationModel
import OvationSupport
import OvationWire

/// What a UserSig says, whether it is true or not: a ticket that names a user and an app for a time (TLSSigAPIv2).
///
/// The text of a ticket is base64 in an alphabet of its own, of zlib at any level, of a JSON object. A ticket that
/// could be read has been checked for nothing; ``UserSigVerifier`` does that.
public struct UserSigTicket: Hashable, Sendable {
    /// Who the ticket is for. May be a text that is no user id.
    public var identifier: String
    /// Which app it is for.
    public var sdkAppID: Int64
    /// When it was made, in seconds since 1970.
    public var issuedAtSeconds: Int64
    /// For how many seconds it is good.
    public var validForSeconds: Int64
    /// Base64 of what the app put into the ticket; nil where it put nothing.
    public var userbuf: String?
    /// Base64 of the signature.
    public var signature: String

    /// The longest text that is read, in bytes. Real tickets have some 250.
    public static let textBytesMax = 8_192
    /// The longest JSON that is read, in bytes.
    static let jsonBytesMax = 16_384

    /// Reads the text of a ticket; nil where it is damaged.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.textBytesMax, let deflated = UserSigText.decode(text),
            let json = try? Zlib.inflate(deflated, bytesMax: Self.jsonBytesMax),
            let fields = try? WireJSON.decode(Fields.self, from: Data(json)), fields.version == "2.0"
        else { return nil }
        identifier = fields.identifier
        sdkAppID = fields.sdkAppID
        issuedAtSeconds = fields.time
        validForSeconds = fields.expire
        userbuf = fields.userbuf
        signature = fields.signature
    }

    /// Makes a ticket that is signed with a secret.
    init(
        identifier: String, sdkAppID: Int64, issuedAtSeconds: Int64, validForSeconds: Int64, userbuf: [UInt8]?,
        secret: String
    ) {
        self.identifier = identifier
        self.sdkAppID = sdkAppID
        self.issuedAtSeconds = issuedAtSeconds
        self.validForSeconds = validForSeconds
        self.userbuf = userbuf.map { Data($0).base64EncodedString() }
        signature = ""
        let code = Digest.hmacSHA256(Array(signedText.utf8), key: Array(secret.utf8))
        signature = Data(code).base64EncodedString()
    }

    /// The first moment at which the ticket is no longer good. It is good for the whole of its last second.
    public var expiresAt: Timestamp {
        let (last, overflow) = issuedAtSeconds.addingReportingOverflow(validForSeconds)
        guard !overflow else { return Timestamp(milliseconds: validForSeconds < 0 ? .min : .max) }
        return Timestamp(milliseconds: 0).adding(seconds: last).adding(seconds: 1)
    }

    /// Whether the signature was made with a key. Takes the same time wherever it is wrong.
    func isSigned(with key: [UInt8]) -> Bool {
        guard let code = UserSigText.canonicalBase64([UInt8](signature.utf8)) else { return false }
        return Digest.isEqual(code, Digest.hmacSHA256(Array(signedText.utf8), key: key))
    }

    /// What the signature is made of.
    private var signedText: String {
        var text = "TLS.identifier:\(identifier)\nTLS.sdkappid:\(sdkAppID)\n"
        text += "TLS.time:\(issuedAtSeconds)\nTLS.expire:\(validForSeconds)\n"
        if let userbuf { text += "TLS.userbuf:\(userbuf)\n" }
        return text
    }

    /// The ticket as JSON, its members in the order of the vendor's Node library.
    var json: [UInt8] {
        let userbuf = userbuf.map { ",\"TLS.userbuf\":\(quoted($0))" } ?? ""
        let json =
            "{\"TLS.ver\":\"2.0\",\"TLS.identifier\":\(quoted(identifier)),\"TLS.sdkappid\":\(sdkAppID),"
            + "\"TLS.time\":\(issuedAtSeconds),\"TLS.expire\":\(validForSeconds)\(userbuf),"
            + "\"TLS.sig\":\(quoted(signature))}"
        return [UInt8](json.utf8)
    }

    /// The ticket as text.
    var text: String { UserSigText.encode(Zlib.deflate(json)) }

    /// Ids, base64 and nothing else get into a ticket that we make; they need no escapes.
    private func quoted(_ plain: String) -> String { "\"\(plain)\"" }

    private struct Fields: Decodable {
        let version: String
        let identifier: String
        let sdkAppID: Int64
        let time: Int64
        let expire: Int64
        let userbuf: String?
        let signature: String

        enum CodingKeys: String, CodingKey {
            case version = "TLS.ver"
            case identifier = "TLS.identifier"
            case sdkAppID = "TLS.sdkappid"
            case time = "TLS.time"
            case expire = "TLS.expire"
            case userbuf = "TLS.userbuf"
            case signature = "TLS.sig"
        }
    }
}
