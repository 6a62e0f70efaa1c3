import Foundation
import OvationModel
import OvationProcess
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationSupport

/// The vendor's published Python library, if it is installed. `scripts/install-dependencies test` installs it beside the other Python
/// packages of the tests.
private enum VendorLibrary {
    private static let search = Task<String?, Never> {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for python in [root.appendingPathComponent(".build/venv/bin/python").path, "/usr/bin/python3"] {
            if (try? await run(python, "import TLSSigAPIv2")) != nil { return python }
        }
        return nil
    }

    /// A Python that has the library; nil if none has.
    static var python: String? { get async { await search.value } }

    /// A ticket that the library makes now.
    static func ticket(
        _ userID: String, app: Int, secret: String, expire: Int, userbuf: String? = nil
    ) async throws -> String {
        let python = try #require(await python)
        let call =
            userbuf.map { "gen_sig_with_userbuf('\(userID)', \(expire), b'\($0)')" }
            ?? "gen_sig('\(userID)', \(expire))"
        return try await run(
            python, "import TLSSigAPIv2; print(TLSSigAPIv2.TLSSigAPIv2(\(app), '\(secret)').\(call), end='')")
    }

    private static func run(_ python: String, _ program: String) async throws -> String {
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn([python, "-c", program], output: $0, error: .nothing)
        }
        let text = await output.text()
        guard await process.end() == 0 else { throw CocoaError(.featureUnsupported) }
        return text
    }
}

/// Tickets of the vendor's Python library are accepted here, and tickets that it refuses are refused.
@Suite struct UserSigLibraryTests {
    private static let app = 1_400_000_000
    private static let secret = "5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e"
    private static let verifier = UserSigVerifier(sdkAppID: app, secret: secret, devUserSig: false)

    private static func refusal(
        _ text: String, of user: String, at now: Timestamp, by verifier: UserSigVerifier = verifier
    ) -> ErrorCode? {
        guard case .failure(let rejection) = verifier.verify(text, userID: Samples.id(user), at: now) else {
            return nil
        }
        return rejection.code
    }

    /// Tickets by `tls-sig-api-v2` 1.1 with the clock at 1700000000, exactly as the package writes them.
    private static let vectors: [(user: String, expire: Int64, userbuf: String?, text: String)] = [
        (
            "xiaojun", 15_552_000, nil,
            "eJyrVgrxCdYrSy1SslJQMtIzUNJRAItkpqTmlWSmZUIkKjIT87NK82CSxSnZiQUFmSlAKUMTAyiAyqVWFGQWpYJkTE1NjRDiJZm5"
                + "YFFzNPXFmekgG3zKHM1T9D3LzdODi-OKs8vCqpxcAvydnV2SSv2cy03cPcpDnA2SMgu0nUxslWoBHdYzUg__"
        ),
        (
            "xiaojun", 15_552_000, "abc",
            "eJyrVgrxCdYrSy1SslJQMtIzUNJRAItkpqTmlWSmZUIkKjIT87NK82CSxSnZiQUFmSlAKUMTAyiAyqVWFGQWpYJkTE1NjRDiJZm5"
                + "YFFzNPWlxalFSaVpIFsiw72y4FZkpoOEArNCjAwMKwKyI7L1E30NU7UrDcoSs6OSDLyNMgOK3EpTtbUNik0rzZLcfG2VagHdkjl6"
        ),
        (
            "administrator", 4, nil,
            "eJyrVgrxCdYrSy1SslJQMtIzUNJRAItkpqTmlWSmZUIkElNyM-Myi0uKEkvyi2BKilOyEwsKMlOACgxNDKAAKpdaUZBZlAqUMYEK"
                + "lGTmgriG5mgKizPTQRZkRvobBPj5pEVq5wS5FoYF5EeZ*QZXBnsEJBt4hjhHpid6BQWbhVZEmKe72irVAgCDcDQ8"
        ),
    ]

    @Test func `tickets that the library made at a known time are valid until they expire`() throws {
        for (user, expire, userbuf, text) in Self.vectors {
            let issued = Timestamp(milliseconds: 1_700_000_000_123)
            let verified = try Self.verifier.verify(text, userID: Samples.id(user), at: issued).get()
            #expect(verified.userbuf == userbuf.map { Array($0.utf8) })
            let last = Timestamp(milliseconds: (1_700_000_000 + expire) * 1_000 + 999)
            #expect(Self.refusal(text, of: user, at: last) == nil)
            #expect(Self.refusal(text, of: user, at: last.adding(milliseconds: 1)) == .userSigExpired)
        }
    }

    @Test(.enabled("tls-sig-api-v2 is not installed") { await VendorLibrary.python != nil })
    func `the library's new tickets are accepted, and the tickets that it refuses are refused`() async throws {
        let now = ServerClock.system.wall()
        let ticket = try await VendorLibrary.ticket("xiaojun", app: Self.app, secret: Self.secret, expire: 86_400)
        #expect(Self.refusal(ticket, of: "xiaojun", at: now) == nil)
        let other = UserSigVerifier(sdkAppID: Self.app + 1, secret: Self.secret, devUserSig: false)
        #expect(Self.refusal(ticket, of: "xiaojun", at: now, by: other) == .sdkAppIDInvalid)
        #expect(Self.refusal(ticket, of: "xiaohong", at: now) == .userSigMismatch)
        let stranger = UserSigVerifier(sdkAppID: Self.app, secret: Self.secret + "0", devUserSig: false)
        #expect(Self.refusal(ticket, of: "xiaojun", at: now, by: stranger) == .userSigInvalid)

        let short = try await VendorLibrary.ticket("xiaojun", app: Self.app, secret: Self.secret, expire: 4)
        #expect(Self.refusal(short, of: "xiaojun", at: now.adding(seconds: 3_600)) == .userSigExpired)

        let abc = try await VendorLibrary.ticket(
            "xiaojun", app: Self.app, secret: Self.secret, expire: 86_400, userbuf: "abc")
        let verified = try Self.verifier.verify(abc, userID: Samples.id("xiaojun"), at: now).get()
        #expect(verified.userbuf == Array("abc".utf8))
    }

    @Test(
        .enabled("tls-sig-api-v2 is not installed") { await VendorLibrary.python != nil },
        arguments: [nil, "abc", "abd"])
    func `removing, adding or exchanging the userbuf breaks the signature`(userbuf: String?) async throws {
        let now = ServerClock.system.wall()
        let text = try await VendorLibrary.ticket(
            "xiaojun", app: Self.app, secret: Self.secret, expire: 86_400, userbuf: userbuf)
        let bytes = try Zlib.inflate(try #require(UserSigText.decode(text)), bytesMax: UserSigTicket.jsonBytesMax)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        for changed in [nil, "YWJj", "YWJk", "", "%"] {
            var forged = object
            forged["TLS.userbuf"] = changed
            let isSame = changed == (object["TLS.userbuf"] as? String)
            let json = try JSONSerialization.data(withJSONObject: forged)
            let refusal = Self.refusal(UserSigText.encode(Zlib.deflate([UInt8](json))), of: "xiaojun", at: now)
            #expect((refusal == nil) == isSame, "\(userbuf ?? "none") became \(changed ?? "none")")
        }
    }
}
