import Foundation
import OvationModel
import Testing

@testable import VideoSDKRTC

@Suite struct CredentialsTests {
    /// A UserSig in the layout of the vendor's Node library, for `ada` of app 1400000001. It proves nothing, because nobody has its key.
    private static func token(_ json: String) -> String {
        // The zlib data is not compressed: a header, one stored block and the checksum.
        let bytes = Array(json.utf8)
        let count = UInt16(bytes.count)
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let sum = b << 16 | a
        let block: [UInt8] = [1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
        let check = [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xFF) }
        return Data([0x78, 0x01] + block + bytes + check).base64EncodedString()
            .replacing("+", with: "*").replacing("/", with: "-").replacing("=", with: "_")
    }

    private static let ada = token(#"{"TLS.ver":"2.0","TLS.identifier":"ada","TLS.sdkappid":1400000001,"TLS.time":1}"#)

    @Test func `a UserSig gives the user and the app`() {
        let credentials = Credentials(token: Self.ada, participantId: nil)
        #expect(credentials.userID == UserID("ada") && credentials.sdkAppID == 1_400_000_001)
        #expect(credentials.problem == nil)
        #expect(Credentials(token: Self.ada, participantId: "ada").problem == nil)
        #expect(Credentials(token: Self.ada, participantId: "").problem == nil)
        #expect(Credentials(token: Self.ada, participantId: "bo").problem == .INVALID_PARTICIPANT_ID)
    }

    @Test func `the token dev admits anybody, under a new name if none is given`() {
        let first = Credentials(token: "dev", participantId: nil)
        #expect(first.problem == nil && first.userID != nil)
        #expect(first.userID != Credentials(token: "dev", participantId: nil).userID)
        #expect(Credentials(token: "dev", participantId: "bo").userID == UserID("bo"))
        #expect(Credentials(token: "dev", participantId: "b o").problem == .INVALID_PARTICIPANT_ID)
    }

    @Test(arguments: [
        "", "x", "eJw", token("{}"), token("["), token(#"{"TLS.identifier":"a b","TLS.sdkappid":1}"#),
        token(#"{"TLS.identifier":"ada","TLS.sdkappid":"1"}"#), String(repeating: "A", count: 9_000),
        token(String(repeating: "[", count: 16_000)),
    ])
    func `an invalid token is refused`(token: String) {
        #expect(Credentials(token: token, participantId: nil).problem == .INVALID_TOKEN)
    }
}
