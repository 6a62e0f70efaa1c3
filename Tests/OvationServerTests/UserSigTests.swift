import Foundation
import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationSupport

/// The key, the user and the tickets of the vendor's own samples. Its Node library made them with the clock pinned.
private enum Sample {
    static let sdkAppID = 1_400_000_000
    static let secret = "5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e"
    static let userID = UserID(unchecked: "xiaojun")
    static let issuedAt = Timestamp(milliseconds: 1_700_000_000_123)
    static let validForSeconds: Int64 = 15_552_000
    static let signature = "LvA7d/Iw7gSsnskvVzBDPOCCDbuNCw4GHwTC0bip+B4="
    static let text =
        "eJyrVgrxCdYrSy1SslIy0jNQ0gHzM1NS80oy0zLBwhWZiflZpXlQqeKU7MSCgswUJStDEwMogMiU"
        + "ZOamKlkZmqOKplYUZBaBxE1NTY3gosWZ6UpW"
        + "Sj5ljuYp*p7l5unBxXnF2WVhVU4uAf7Ozi5JpX7O5SbuHuUhzgZJmQXaTia2SrUAohcx8g__"
    static let userbuf = "AQAHeGlhb2p1blNyTgAAAAAAZkE/AAAAAP8AAAAAAAZhZGJqa2w="
    static let userbufSignature = "3JrO3Pxr1r0w8ssGgqR3c1J+DJdHL0qe+iE9IUV0lTU="
    static let userbufText =
        "eJxVzkELgkAQBeD-MteidjXJFjosFJZIWVkHb5qrTlnprpYR-ffILOid3nzvMg-wnE3vKiQw0HoE"
        + "us2NkTiXGGPDNQaXQ3VuJxUdgzzHCBgdkDafpcST"
        + "AEaH-yrqHOXbDcPQflopIcMqBgZ8xWfCytJQy2mYLe5ewpv4x2m-Ka7JW0l9yy4C7Tb*voIJMNBt"
        + "udTdWlJJbqZSVlKs9T21OxM7mjmkEB2cjubbHcm8"
        + "7RieL8BpRj4_"

    static let verifier = UserSigVerifier(sdkAppID: sdkAppID, secret: secret, devUserSig: false)

    /// A ticket like the sample's, with any field changed.
    static func ticket(
        identifier: String = userID.rawValue, sdkAppID: Int64 = Int64(sdkAppID),
        issuedAtSeconds: Int64 = issuedAt.seconds, validForSeconds: Int64 = validForSeconds, userbuf: [UInt8]? = nil
    ) -> UserSigTicket {
        UserSigTicket(
            identifier: identifier, sdkAppID: sdkAppID, issuedAtSeconds: issuedAtSeconds,
            validForSeconds: validForSeconds,
            userbuf: userbuf, secret: secret)
    }

    /// The text of a JSON object as a ticket, signed or not.
    static func text(ofJSON json: String, level: Zlib.Level = .standard) -> String {
        UserSigText.encode(Zlib.deflate([UInt8](json.utf8), level: level))
    }

    /// The code of a refused text; nil if it is accepted.
    static func refusal(_ text: String, userID: UserID = userID, at now: Timestamp = issuedAt) -> ErrorCode? {
        switch verifier.verify(text, userID: userID, at: now) {
        case .success: nil
        case .failure(let rejection): rejection.code
        }
    }
}

/// Tickets of the vendor's libraries are accepted, and tickets that were made without the key are refused.
@Suite struct UserSigTests {
    @Test func `the vendor's sample ticket is accepted for its user until it expires`() throws {
        let verified = try Sample.verifier.verify(Sample.text, userID: Sample.userID, at: Sample.issuedAt).get()
        #expect(verified.userID == Sample.userID)
        #expect(verified.userbuf == nil)
        #expect(verified.expiresAt == Timestamp(milliseconds: (1_700_000_000 + 15_552_000 + 1) * 1_000))
    }

    @Test func `the vendor's sample ticket with a userbuf is accepted and its userbuf returned`() throws {
        let verified = try Sample.verifier.verify(Sample.userbufText, userID: Sample.userID, at: Sample.issuedAt).get()
        #expect(verified.userbuf == [UInt8](try #require(Data(base64Encoded: Sample.userbuf))))
    }

    @Test func `our tickets equal those of the vendor's Node library except for the compression`() throws {
        let plain = UserSigMaker.make(
            userID: Sample.userID, sdkAppID: Sample.sdkAppID, secret: Sample.secret, issuedAt: Sample.issuedAt,
            validForSeconds: Sample.validForSeconds)
        #expect(UserSigTicket(plain)?.signature == Sample.signature)
        #expect(try Self.json(of: plain) == Self.json(of: Sample.text))
        let userbuf = [UInt8](try #require(Data(base64Encoded: Sample.userbuf)))
        let withUserbuf = UserSigMaker.make(
            userID: Sample.userID, sdkAppID: Sample.sdkAppID, secret: Sample.secret, issuedAt: Sample.issuedAt,
            validForSeconds: Sample.validForSeconds, userbuf: userbuf)
        #expect(UserSigTicket(withUserbuf)?.signature == Sample.userbufSignature)
        #expect(try Self.json(of: withUserbuf) == Self.json(of: Sample.userbufText))
    }

    private static func json(of text: String) throws -> [UInt8] {
        try Zlib.inflate(try #require(UserSigText.decode(text)), bytesMax: UserSigTicket.jsonBytesMax)
    }

    @Test(arguments: 0...9) func `a ticket of any zlib level is accepted`(level: Int) throws {
        let json = Sample.ticket().json
        let deflated = Zlib.deflate(json, level: .number(level))
        let text = UserSigText.encode(deflated)
        #expect(Sample.refusal(text) == nil)
        // Level 0, the default of the vendor's Go library, stores the JSON uncompressed.
        #expect((deflated.firstRange(of: json) != nil) == (level == 0))
    }

    @Test func `fields in another order and with spaces are accepted, as Go and Python write them`() {
        let ticket = Sample.ticket()
        let json = """
            { "TLS.sig": "\(ticket.signature)", "TLS.expire": 15552000,  "TLS.time": 1700000000, "TLS.new": [1, {}],
              "TLS.sdkappid": 1400000000, "TLS.identifier": "xiaojun", "TLS.ver": "2.0" }\n
            """
        #expect(Sample.refusal(Sample.text(ofJSON: json)) == nil)
    }

    @Test func `a ticket is valid to the end of its last second and no longer`() {
        let text = Sample.ticket(validForSeconds: 4).text
        let last = Timestamp(milliseconds: 1_700_000_004_999)
        #expect(Sample.refusal(text, at: last) == nil)
        #expect(Sample.refusal(text, at: last.adding(milliseconds: 1)) == .userSigExpired)
        #expect(Sample.refusal(text, at: last.adding(seconds: 3_600)) == .userSigExpired)
    }

    @Test func `a session is closed at the moment from which its ticket is refused`() throws {
        let text = Sample.ticket(validForSeconds: 4).text
        let verified = try Sample.verifier.verify(text, userID: Sample.userID, at: Sample.issuedAt).get()
        let expiresAt = try #require(verified.expiresAt)
        #expect(Sample.refusal(text, at: expiresAt) == .userSigExpired)
        #expect(Sample.refusal(text, at: expiresAt.adding(milliseconds: -1)) == nil)
    }

    @Test(
        arguments: [
            (Int64.max, Int64.max, nil), (Int64.max, 1, nil), (0, Int64.max, nil), (1_700_000_000, 0, nil),
            (1_700_000_000, -1, ErrorCode.userSigExpired), (Int64.min, Int64.min, .userSigExpired),
            (0, Int64.min, .userSigExpired),
            (0, 0, .userSigExpired), (Int64.min, Int64.max, .userSigExpired),
        ] as [(Int64, Int64, ErrorCode?)])
    func `times at the end of their range neither trap nor wrap`(issuedAt: Int64, validFor: Int64, expected: ErrorCode?)
    {
        let text = Sample.ticket(issuedAtSeconds: issuedAt, validForSeconds: validFor).text
        #expect(Sample.refusal(text) == expected)
    }

    @Test func `a ticket of another app is refused with 60006, of another user with 70013`() {
        #expect(Sample.refusal(Sample.ticket(sdkAppID: 1_400_000_001).text) == .sdkAppIDInvalid)
        #expect(Sample.refusal(Sample.ticket(identifier: "xiaohong").text) == .userSigMismatch)
        #expect(Sample.refusal(Sample.text, userID: UserID(unchecked: "XIAOJUN")) == .userSigMismatch)
        #expect(Sample.refusal(Sample.text, userID: UserID(unchecked: "xiaojun1")) == .userSigMismatch)
    }

    @Test func `an identifier that only looks like the user id belongs to another user`() {
        // U+212A, the Kelvin sign, is canonically equivalent to K.
        let text = Sample.ticket(identifier: "\u{212A}evin").text
        #expect(Sample.refusal(text, userID: UserID(unchecked: "Kevin")) == .userSigMismatch)
    }

    @Test func `a ticket made with another key is refused with 70003`() {
        let near = String(Sample.secret.dropLast()) + "f"
        for secret in [near, Sample.secret.uppercased(), Sample.secret + " ", "", "x"] {
            let text = UserSigMaker.make(
                userID: Sample.userID, sdkAppID: Sample.sdkAppID, secret: secret, issuedAt: Sample.issuedAt)
            #expect(Sample.refusal(text) == .userSigInvalid, "secret \(secret)")
        }
    }

    @Test func `a forged ticket is never refused as expired`() {
        let text = UserSigMaker.make(
            userID: Sample.userID, sdkAppID: Sample.sdkAppID, secret: "another", issuedAt: Timestamp(milliseconds: 0))
        #expect(Sample.refusal(text) == .userSigInvalid)
    }

    @Test func `a ticket with its userbuf added, removed or exchanged is refused with 70003`() {
        let plain = Sample.ticket()
        let own = Sample.ticket(userbuf: [1, 2, 3])
        var added = plain
        added.userbuf = own.userbuf
        var removed = own
        removed.userbuf = nil
        var exchanged = own
        exchanged.userbuf = "AQIE"
        for (ticket, expected) in [
            (own, nil), (added, .userSigInvalid), (removed, .userSigInvalid), (exchanged, .userSigInvalid),
        ]
            as [(UserSigTicket, ErrorCode?)]
        {
            #expect(Sample.refusal(ticket.text) == expected)
        }
    }

    @Test func `the text dev is accepted as a login only on a developer's server`() throws {
        let dev = UserSigVerifier(sdkAppID: Sample.sdkAppID, secret: Sample.secret, devUserSig: true)
        let verified = try dev.verify("dev", userID: UserID(unchecked: "anybody"), at: Sample.issuedAt).get()
        #expect(verified == UserSigVerifier.Verified(userID: UserID(unchecked: "anybody"), expiresAt: nil))
        #expect(Sample.refusal("dev") == .userSigInvalid)
        for text in ["Dev", "dev ", "", "dev\u{0}", "ｄｅｖ"] {
            #expect(throws: Rejection.self, "\(text)") {
                try dev.verify(text, userID: Sample.userID, at: Sample.issuedAt).get()
            }
        }
        #expect(throws: Never.self) { try dev.verify(Sample.text, userID: Sample.userID, at: Sample.issuedAt).get() }
    }
}

/// Texts that no library makes.
@Suite struct UserSigDamageTests {
    /// Forged variants of a valid ticket, each with a name.
    static let forgeries: [(name: String, text: String)] = {
        let good = Sample.text
        let ticket = Sample.ticket()
        let json = String(decoding: ticket.json, as: UTF8.self)
        func replaced(_ old: String, _ new: String) -> (String, String) {
            ("\(old) -> \(new)", Sample.text(ofJSON: json.replacing(old, with: new)))
        }
        func changed(_ name: String, _ change: (inout UserSigTicket) -> Void) -> (String, String) {
            var copy = ticket
            change(&copy)
            return (name, copy.text)
        }
        var all: [(String, String)] = [
            ("empty", ""), ("a space", " "), ("padding only", "____"), ("text", "administrator"), ("JSON", json),
            ("hex", "deadbeef"),
            ("standard base64", good.replacing("*", with: "+").replacing("-", with: "/").replacing("_", with: "=")),
            ("without padding", String(good.dropLast(2))), ("more padding", good + "____"),
            ("a space before", " " + good),
            ("a line end after", good + "\n"), ("a line end inside", good.prefix(64) + "\n" + good.dropFirst(64)),
            ("twice", good + good), ("reversed", String(good.reversed())), ("lower case", good.lowercased()),
            ("not ASCII", good.replacing("e", with: "é")), ("NUL after", good + "\u{0}"),
            ("a JWT", "eyJhbGciOiJub25lIn0.e30."),
            ("JSON without zlib", UserSigText.encode(ticket.json)), ("empty zlib", Sample.text(ofJSON: "")),
            ("an array", Sample.text(ofJSON: "[]")), ("a number", Sample.text(ofJSON: "1")),
            ("null", Sample.text(ofJSON: "null")),
            ("an empty object", Sample.text(ofJSON: "{}")), ("not JSON", Sample.text(ofJSON: "TLS.ver:2.0")),
            ("JSON cut off", Sample.text(ofJSON: String(json.dropLast()))),
            ("something after the JSON", Sample.text(ofJSON: json + "{}")),
            ("something after the zlib", UserSigText.encode(Zlib.deflate(ticket.json) + [0])),
            ("two zlib streams", UserSigText.encode(Zlib.deflate(ticket.json) + Zlib.deflate(ticket.json))),
            ("gzip", UserSigText.encode([0x1F, 0x8B, 8, 0] + Zlib.deflate(ticket.json))),
            ("raw deflate", UserSigText.encode(Array(Zlib.deflate(ticket.json).dropFirst(2).dropLast(4)))),
            (
                "a preset dictionary",
                UserSigText.encode([0x78, 0x20, 0, 0, 0, 1] + Zlib.deflate(ticket.json).dropFirst(2))
            ),
            ("a wrong checksum", UserSigText.encode(Zlib.deflate(ticket.json).dropLast() + [0x55])),
        ]
        all += [
            replaced("2.0", "1.0"), replaced("\"2.0\"", "2.0"), replaced("TLS.ver", "ver"),
            replaced("TLS.sig", "TLS.Sig"),
            replaced("TLS.identifier", "TLS.account"), replaced("\"TLS.time\":1700000000,", ""),
            replaced("\"TLS.expire\":15552000,", ""), replaced("\"TLS.sdkappid\":1400000000,", ""),
            replaced("1400000000", "\"1400000000\""), replaced("1700000000", "\"1700000000\""),
            replaced("15552000", "\"15552000\""), replaced("15552000", "15552000.5"), replaced("15552000", "null"),
            replaced("15552000", "1e30"), replaced("15552000", "9223372036854775808"), replaced("\"xiaojun\"", "1"),
            replaced("\"xiaojun\"", "[\"xiaojun\"]"), replaced("xiaojun", ""), replaced("xiaojun", "xiaojun "),
            replaced("xiaojun", "xiaojun\\u0000"), replaced("xiaojun", "xiaojun\\nTLS.sdkappid:1400000000"),
            replaced("\"TLS.sig\":\"", "\"TLS.sig\":\" "), replaced("=\"}", "\"}"),
            replaced("=\"}", "=\",\"TLS.userbuf\":\"\"}"), replaced("=\"}", "=\",\"TLS.userbuf\":\"*\"}"),
            replaced("=\"}", "=\",\"TLS.userbuf\":7}"),
            changed("a later time") { $0.issuedAtSeconds += 1 }, changed("an earlier time") { $0.issuedAtSeconds -= 1 },
            changed("a longer validity") { $0.validForSeconds += 1 }, changed("another app") { $0.sdkAppID += 1 },
            changed("another user") { $0.identifier = "administrator" }, changed("no signature") { $0.signature = "" },
            changed("a signature of zeros") { $0.signature = Data(count: 32).base64EncodedString() },
            changed("half a signature") { $0.signature = String(Sample.signature.prefix(20)) },
            changed("a signature and more") { $0.signature = Sample.signature + Sample.signature },
            changed("a signature in other letters") { $0.signature = Sample.signature.lowercased() },
            changed("a signature of hex") {
                $0.signature = Data(base64Encoded: Sample.signature)?.map { String($0, radix: 16) }.joined() ?? ""
            },
            changed("the signature of the other sample") { $0.signature = Sample.userbufSignature },
            // The last two bits of the signature's text have no meaning, so other bits give another text for the same signature.
            changed("a signature with stray bits") { $0.signature = String(Sample.signature.dropLast(2)) + "5=" },
        ]
        return all.map { (name: $0.0, text: String($0.1)) }
    }()

    @Test(arguments: forgeries.indices) func `a forged ticket is refused`(index: Int) {
        let forgery = Self.forgeries[index]
        let code = Sample.refusal(forgery.text)
        #expect(code != nil, "\(forgery.name) was accepted")
        #expect(
            [.userSigInvalid, .userSigMismatch, .sdkAppIDInvalid].contains(code),
            "\(forgery.name): \(String(describing: code))")
    }

    @Test func `there are enough forgeries and no two are equal`() {
        #expect(Self.forgeries.count >= 60)
        #expect(Set(Self.forgeries.map(\.text)).count == Self.forgeries.count)
    }

    @Test func `a ticket is refused wherever it is cut off`() {
        for length in 0..<Sample.text.utf8.count {
            #expect(Sample.refusal(String(Sample.text.prefix(length))) == .userSigInvalid, "\(length) characters")
        }
    }

    @Test func `a decompression bomb is refused without being inflated`() throws {
        let bomb = Zlib.deflate([UInt8](repeating: 0x20, count: 6_000_000), level: .number(9))
        let text = UserSigText.encode(bomb)
        #expect(text.utf8.count <= UserSigTicket.textBytesMax, "the bomb must not be refused for its length")
        #expect(throws: Zlib.Failure.tooLarge) { try Zlib.inflate(bomb, bytesMax: UserSigTicket.jsonBytesMax) }
        #expect(Sample.refusal(text) == .userSigInvalid)
    }

    @Test func `a huge text is refused unread, and a large ticket within the limit is accepted`() {
        let userbuf = (0..<4_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Sample.refusal(Sample.ticket(userbuf: userbuf).text) == nil)
        let stored = Zlib.deflate(
            Sample.ticket(userbuf: userbuf).json + [UInt8](repeating: 0x20, count: 6_000), level: .number(0))
        #expect(UserSigText.encode(stored).utf8.count > UserSigTicket.textBytesMax)
        #expect(Sample.refusal(UserSigText.encode(stored)) == .userSigInvalid)
        #expect(Sample.refusal(String(repeating: "A", count: 65_536)) == .userSigInvalid)
    }
}

/// Random users, keys, times and damage. Each run prints its seed, and `OVATION_TEST_SEED` sets it.
@Suite struct UserSigPropertyTests {
    @Test func `a made ticket verifies, and a changed character never makes another valid ticket`() async throws {
        var random = SeededGenerator.printed()
        var refused = 0
        for _ in 0..<200 {
            // Other tests run on the same few threads.
            await Task.yield()
            let userID = UserID(unchecked: random.token(count: .random(in: 1...32, using: &random)))
            let secret = random.token(count: .random(in: 1...80, using: &random))
            let sdkAppID = Int.random(in: 1...Int(Int32.max), using: &random)
            let issuedAt = Timestamp(milliseconds: .random(in: 0...4_000_000_000_000, using: &random))
            let validFor = Int64.random(in: 1...20_000_000, using: &random)
            let userbuf: [UInt8]? =
                Bool.random(using: &random) ? random.bytes(count: .random(in: 0...200, using: &random)) : nil
            let text = UserSigMaker.make(
                userID: userID, sdkAppID: sdkAppID, secret: secret, issuedAt: issuedAt, validForSeconds: validFor,
                userbuf: userbuf)
            let verifier = UserSigVerifier(sdkAppID: sdkAppID, secret: secret, devUserSig: false)
            let now = issuedAt.adding(milliseconds: .random(in: 0...validFor * 1_000, using: &random))
            #expect(try verifier.verify(text, userID: userID, at: now).get().userbuf == userbuf)
            var bytes = [UInt8](text.utf8)
            for _ in 0..<20 {
                let index = Int.random(in: bytes.indices, using: &random)
                let old = bytes[index]
                bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
                let changed = String(decoding: bytes, as: UTF8.self)
                // A few bits of a zlib stream have no meaning. If one of them changed, the ticket is still the same.
                if UserSigTicket(changed) != UserSigTicket(text) {
                    #expect(throws: Rejection.self, "\(text) at \(index): \(changed)") {
                        try verifier.verify(changed, userID: userID, at: now).get()
                    }
                    refused += 1
                }
                bytes[index] = old
            }
        }
        #expect(refused > 3_000, "nearly every change makes a different text")
    }

    @Test func `random bytes, random zlib and random JSON are refused and never trap`() {
        var random = SeededGenerator.printed()
        for _ in 0..<2_000 {
            let bytes = random.bytes(count: .random(in: 0...300, using: &random))
            #expect(Sample.refusal(UserSigText.encode(bytes)) == .userSigInvalid)
            #expect(Sample.refusal(UserSigText.encode(Zlib.deflate(bytes))) == .userSigInvalid)
            #expect(Sample.refusal(String(decoding: bytes, as: UTF8.self)) == .userSigInvalid)
            var json = Sample.ticket().json
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                json[Int.random(in: json.indices, using: &random)] = random.bytes(count: 1)[0]
            }
            if json != Sample.ticket().json {
                #expect(
                    Sample.refusal(UserSigText.encode(Zlib.deflate(json))) != nil,
                    "\(String(decoding: json, as: UTF8.self))")
            }
        }
    }
}
