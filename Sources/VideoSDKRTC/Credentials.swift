import CZlib
import Foundation
import OvationModel
import OvationWire

/// Who enters a meeting, and with what proof.
struct Credentials: Sendable {
    /// The app and the server's own account of its development mode.
    static let devAppID = 1_400_000_001
    static let devToken = "dev"

    let token: String
    /// The app that the token is for; nil where the token cannot be read.
    let sdkAppID: Int?
    /// Who it is; nil where nobody can say.
    let userID: UserID?
    /// What is wrong; nil where nothing is.
    let problem: VideoSDKError?

    /// Reads whom a token names.
    ///
    /// - Parameter participantId: whom the app names; nil or empty for nobody.
    init(token: String, participantId: String?) {
        self.token = token
        let named = participantId.flatMap { $0.isEmpty ? nil : $0 }
        if token == Self.devToken {
            sdkAppID = Self.devAppID
            userID = named.map { UserID($0) } ?? UserID(unchecked: Self.freshID())
            problem = userID == nil ? .INVALID_PARTICIPANT_ID : nil
            return
        }
        guard let ticket = UserSigContent(token), let ticketUser = UserID(ticket.identifier) else {
            sdkAppID = nil
            userID = nil
            problem = .INVALID_TOKEN
            return
        }
        sdkAppID = ticket.sdkAppID
        userID = ticketUser
        problem = named.map { $0 == ticketUser.rawValue } ?? true ? nil : .INVALID_PARTICIPANT_ID
    }

    /// An id for somebody whom nobody named: 96 random bits.
    private static func freshID() -> String {
        "p" + UUID().uuidString.filter { $0 != "-" }.prefix(24).lowercased()
    }
}

/// What a UserSig says of itself: base64 in an alphabet of its own, of zlib, of a JSON object. Nothing of it is proved here; the server
/// does that.
struct UserSigContent: Decodable, Sendable {
    let identifier: String
    let sdkAppID: Int

    private enum CodingKeys: String, CodingKey {
        case identifier = "TLS.identifier"
        case sdkAppID = "TLS.sdkappid"
    }

    /// The longest text that is read, and the longest JSON in it, in bytes. Real ones have some 250.
    private static let textBytesMax = 8_192
    private static let jsonBytesMax = 16_384

    /// Reads the text of a UserSig; nil where it is damaged.
    init?(_ text: String) {
        guard text.utf8.count <= Self.textBytesMax else { return nil }
        let base64 = String(
            text.map { character -> Character in
                switch character {
                case "*": "+"
                case "-": "/"
                case "_": "="
                default: character
                }
            })
        guard let deflated = Data(base64Encoded: base64), let json = Self.inflate([UInt8](deflated)),
            let content = try? WireJSON.decode(UserSigContent.self, from: Data(json))
        else { return nil }
        self = content
    }

    private static func inflate(_ deflated: [UInt8]) -> [UInt8]? {
        var input = deflated
        var output = [UInt8](repeating: 0, count: jsonBytesMax)
        var count = uLongf(output.count)
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                uncompress(output.baseAddress, &count, input.baseAddress, uLong(input.count))
            }
        }
        return status == Z_OK ? Array(output.prefix(Int(count))) : nil
    }
}
