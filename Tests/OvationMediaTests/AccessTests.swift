import Foundation
import OvationMedia
import OvationModel
import OvationTestKit
import Testing

@Suite struct AccessTests {
    private let live = LiveID(unchecked: "a live")
    private let other = LiveID(unchecked: "other")
    private let session = LiveSessionID(unchecked: "s1")
    private let nova = UserID(unchecked: "nova")

    /// A stand-in for an HMAC that depends on the key and on every byte, which is enough for these tests.
    private func hmac(_ key: UInt8) -> ([UInt8]) -> [UInt8] {
        { message in
            var state = [UInt8](repeating: key, count: 32)
            for (index, byte) in message.enumerated() {
                state[index % 32] = (state[index % 32] &* 31 &+ byte) ^ state[(index + 7) % 32]
            }
            return state
        }
    }

    private func signature(_ expiry: Timestamp, of user: String = "nova", round: Int64 = 3) -> PlaySignature {
        PlaySignature(
            live: live, session: session, user: UserID(unchecked: user), round: round, expiry: expiry, hmac: hmac(1))
    }

    @Test func `a stream key is random, survives its text form and never prints itself`() throws {
        var random = SeededGenerator.printed()
        let keys = (0..<100).map { _ in StreamKey(using: &random) }
        #expect(Set(keys.map(\.secret)).count == 100)
        for key in keys {
            #expect(key.secret.utf8.count == 32)
            #expect(StreamKey(key.secret)?.matches(key) == true)
            #expect(
                "\(key) \(String(reflecting: key)) \(Mirror(reflecting: key).children.count)"
                    == "StreamKey(hidden) StreamKey(hidden) 0")
        }
        #expect(!keys[0].matches(keys[1]))
        let data = try JSONEncoder().encode([keys[0]])
        #expect(try JSONDecoder().decode([StreamKey].self, from: data)[0].matches(keys[0]))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([StreamKey].self, from: Data(#"["a b"]"#.utf8)) }
        for text in ["", "a b", "a/b", "é", String(repeating: "a", count: 65)] { #expect(StreamKey(text) == nil) }
    }

    @Test func `a signature allows watching its live until its minute ends`() throws {
        let signature = signature(.seconds(90))
        #expect(signature.expirySeconds == Timestamp.seconds(120).seconds)
        let read = try #require(PlaySignature(signature.text))
        #expect(read == signature)
        #expect(read.user == nova && read.round == 3)
        #expect(HLSPlaylist.isQuery("t=\(signature.text)"))
        func refusal(_ seconds: Double, _ live: LiveID, _ session: String = "s1", key: UInt8 = 1) -> PlaySignature
            .Refusal?
        {
            read.refusal(live: live, session: LiveSessionID(unchecked: session), at: .seconds(seconds), hmac: hmac(key))
        }
        #expect(refusal(119, live) == nil)
        #expect(refusal(120, live) == .expired)
        #expect(refusal(1, other) == .invalid)
        #expect(refusal(1, live, "s2") == .invalid)
        #expect(refusal(1, live, key: 2) == .invalid)
        #expect(refusal(500, live, key: 2) == .invalid)
    }

    @Test func `signatures of one minute are equal, and an altered one is refused`() throws {
        let texts = [60, 61, 119, 120, 121].map {
            signature(.seconds($0)).text
        }
        #expect(Set(texts[1...3]).count == 1)
        #expect(texts[0] != texts[1])
        #expect(texts[4] != texts[3])
        #expect(signature(.seconds(60), of: "ivo").text != texts[0])
        #expect(signature(.seconds(60), round: 4).text != texts[0])
        let text = texts[0]
        for index in text.indices {
            var altered = text
            altered.replaceSubrange(index...index, with: text[index] == "1" ? "2" : "1")
            let refusal = PlaySignature(altered)?.refusal(live: live, session: session, at: noon, hmac: hmac(1))
            #expect(PlaySignature(altered) == nil || refusal == .invalid)
        }
    }

    @Test func `a malformed signature is refused`() {
        let code = String(repeating: "a", count: 64)
        #expect(PlaySignature("1.0.nova.\(code)") != nil)
        let long = String(repeating: "a", count: 33)
        let wrong = [
            "", ".", "...", "1", "1.0.nova", "1.0.nova.", "1.0..\(code)", "1..nova.\(code)", ".0.nova.\(code)",
            "1.nova.\(code)",
            "1.0.nova.\(code).", "-1.0.nova.\(code)", "+1.0.nova.\(code)", "123456789012.0.nova.\(code)",
            "1.-1.nova.\(code)", "1.1234567890123456789.nova.\(code)", "1.0.no va.\(code)", "1.0.növa.\(code)",
            "1.0.\(long).\(code)", "1.0.nova.\(code)a", "1.0.nova.\(code.dropLast())",
            "1.0.nova.\(code.dropLast())A", "1.0.nova.\(code.dropLast())g", "1.0.nova. \(code.dropLast())",
            "١.0.nova.\(code)",
        ]
        for text in wrong { #expect(PlaySignature(text) == nil, "\(text)") }
        let far = signature(Timestamp(milliseconds: .max), round: .max)
        #expect(PlaySignature(far.text) == far)
    }
}
