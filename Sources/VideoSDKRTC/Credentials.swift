import CZlib
import Foundation
import OvationModel
import OvationWire

/// The identity and the token that a participant enters a meeting with.
struct Credentials: Sendable {
    /// The app id and the token that a server in its development mode accepts.
    static let devAppID = 1_400_000_001
    static let devToken = "dev"

    let token: String
    /// The app that the token is for; nil if the token cannot be read.
    let sdkAppID: Int?
    /// The participant's user id; nil if neither the token nor the app names a valid one.
    let userID: UserID?
    /// The error that makes the credentials unusable; nil if there is none.
    let problem: VideoSDKError?

    /// Reads the user id and the app id from a token.
    ///
    /// - Parameter participantId: The user id that the app passes; nil or empty for none.
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

    /// Makes a user id of 96 random bits for a participant without one.
    private static func freshID() -> String {
        "p" + UUID().uuidString.filter { $0 != "-" }.prefix(24).lowercased()
    }
}

/// The fields that a client reads from a UserSig. A UserSig is a JSON object, compressed with zlib and encoded as base64 with an alphabet
/// of its own. The client does not verify it; the server does.
struct UserSigContent: Decodable, Sendable {
    let identifier: String
    let sdkAppID: Int

    private enum CodingKeys: String, CodingKey {
        case identifier = "TLS.identifier"
        case sdkAppID = "TLS.sdkappid"
    }

    /// The longest UserSig and the longest JSON in it that are read, in bytes. Real ones have about 250 bytes.
    private static let textBytesMax = 8_192
    private static let jsonBytesMax = 16_384

    /// Reads a UserSig. Returns nil if it is damaged.
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
