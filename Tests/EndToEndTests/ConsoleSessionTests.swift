import Foundation
import OvationModel
import OvationRules
import OvationStorage
import Testing

@testable import OvationNode
@testable import OvationSupport

/// Sessions of the console: a browser signs in by a UserSig in a body and calls with a token, and nobody else does.
@Suite(.timeLimit(.minutes(5)))
struct ConsoleSessionTests {
    private static let open = "ovation_console_srv/open_session"
    private static let read = "live_engine_http_srv/get_gift_info_list"

    private static func caller(_ server: TestServer, token: String?, _ headers: String...) -> RESTCaller {
        var caller = RESTCaller(server)
        caller.query = [:]
        if let token { caller.headers.append("Authorization: Bearer \(token)") }
        caller.headers += headers
        return caller
    }

    private static func signIn(_ server: TestServer, userSig: String = "dev") async throws -> String {
        let answer = try await caller(server, token: nil).response(
            open, ["Identifier": "administrator", "UserSig": userSig])
        return try #require(answer["SessionToken"] as? String)
    }

    private static func sig(_ user: String = "administrator", seconds: Int64, at now: Timestamp) -> String {
        UserSigMaker.make(
            userID: UserID(unchecked: user), sdkAppID: 1_400_000_001, secret: TestServer.secret, issuedAt: now,
            validForSeconds: seconds)
    }

    @Test func `a token lets an administrator call without a UserSig until the session is closed`() async throws {
        try await TestServer.run { server in
            let token = try await Self.signIn(server)
            #expect(token.count > 40)
            let console = Self.caller(server, token: token)
            #expect(try await console.code(Self.read) == 0)
            #expect(
                try await console.code(
                    "ovation_wallet_srv/credit",
                    [
                        "User_Account": "ada", "Coins": 5, "Reference": "c-1",
                    ]) == 0)
            let other = Self.caller(server, token: try await Self.signIn(server))
            #expect(try await console.code("ovation_console_srv/close_session") == 0)
            #expect(try await console.code(Self.read) == 110_095)
            #expect(try await other.code(Self.read) == 0, "another session goes on")
        }
    }

    @Test func `a forged, changed, foreign or cut token lets nobody in, and nothing is done`() async throws {
        try await TestServer.run { server in
            let token = try await Self.signIn(server)
            let last = token.last == "a" ? "b" : "a"
            let forged = [
                String(token.dropLast()), token.dropLast() + last, token + "a", token.uppercased(), "ovc_",
                "ovc_" + String(repeating: "0", count: 50), String(repeating: "x", count: 7_000), "null", "dev",
            ]
            for text in forged {
                let answer = try await Self.caller(server, token: text).call(
                    "ovation_wallet_srv/credit",
                    [
                        "User_Account": "ada", "Coins": 5, "Reference": "forged",
                    ])
                #expect(answer["ErrorCode"] as? Int == 110_095, "\(text.prefix(60)): \(answer)")
            }
            // A token that does not hold is refused although the query would be right: a session that is over is told as such.
            var both = RESTCaller(server)
            both.headers.append("Authorization: Bearer forged")
            #expect(try await both.code(Self.read) == 110_095)
            #expect(try await server.storage.balance(of: .user(UserID(unchecked: "ada"))) == nil)
        }
    }

    @Test func `only an administrator's own UserSig signs in`() async throws {
        let now = ServerClock.system.wall()
        let cases: [(user: String, sig: String, code: Int)] = [
            ("administrator", Self.sig(seconds: 60, at: now), 0),
            ("administrator", Self.sig("host", seconds: 60, at: now), 60_004),
            ("host", Self.sig("host", seconds: 60, at: now), 60_010),
            ("administrator", Self.sig(seconds: 60, at: now.adding(seconds: -61)), 60_005),
            ("administrator", "", 60_005), ("administrator", "forged", 60_005), ("no spaces", "dev", 100_002),
        ]
        try await TestServer.run { server in
            for (user, sig, code) in cases {
                let answer = try await Self.caller(server, token: nil).call(
                    Self.open, ["Identifier": user, "UserSig": sig])
                #expect(answer["ErrorCode"] as? Int == code, "\(user): \(answer)")
                #expect((Self.text(answer).contains("SessionToken")) == (code == 0))
            }
        }
    }

    @Test func `a session ends when it is left alone, and with the UserSig that it began with`() async throws {
        let clock = StoppedClock()
        var limits = Limits()
        limits.consoleSessionIdleSeconds = 600
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let idle = Self.caller(server, token: try await Self.signIn(server))
            clock.advance(seconds: 599)
            #expect(try await idle.code(Self.read) == 0)
            clock.advance(seconds: 600)
            #expect(try await idle.code(Self.read) == 110_095)
            let sig = Self.sig(seconds: 300, at: clock.now)
            let short = Self.caller(server, token: try await Self.signIn(server, userSig: sig))
            clock.advance(seconds: 299)
            #expect(try await short.code(Self.read) == 0)
            clock.advance(seconds: 1)
            #expect(try await short.code(Self.read) == 110_095)
        }
    }

    @Test func `a stolen token is worthless once the administrator's sessions were ended`() async throws {
        try await TestServer.run { server in
            let stolen = Self.caller(server, token: try await Self.signIn(server))
            let second = Self.caller(server, token: try await Self.signIn(server))
            let list = try await RESTCaller(server).response("ovation_console_srv/get_sessions")
            let sessions = try #require(list["SessionList"] as? [[String: Any]])
            #expect(sessions.count == 2 && sessions.allSatisfy { $0["Address"] as? String == "127.0.0.1" })
            #expect(!Self.text(list).contains("ovc_"), "nobody is told tokens")
            let ended = try await RESTCaller(server).response(
                "ovation_console_srv/end_sessions", ["Operator_Account": "administrator"])
            #expect(ended["TotalCount"] as? Int == 2)
            for caller in [stolen, second] { #expect(try await caller.code(Self.read) == 110_095) }
        }
    }

    @Test func `sessions of an administrator are bounded, and the one used least lately gives way`() async throws {
        var limits = Limits()
        limits.consoleSessionsPerUserMax = 3
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            var tokens: [String] = []
            for _ in 1...5 {
                tokens.append(try await Self.signIn(server))
                clock.advance(seconds: 1)
            }
            var codes: [Int] = []
            for token in tokens { codes.append(try await Self.caller(server, token: token).code(Self.read)) }
            #expect(codes == [110_095, 110_095, 0, 0, 0])
        }
    }

    @Test func `who guesses is told to wait, and a session that holds is not held back`() async throws {
        var limits = Limits()
        limits.addressSignInsPerHour = 60
        limits.addressSignInsBurst = 3
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let console = Self.caller(server, token: try await Self.signIn(server))
            let guess = ["Identifier": "administrator", "UserSig": "guess"]
            let stranger = Self.caller(server, token: nil)
            #expect(try await stranger.code(Self.open, guess) == 60_005)
            #expect(try await Self.caller(server, token: "ovc_guess").code(Self.read) == 110_095)
            #expect(try await stranger.code(Self.open, guess) == 110_096)
            #expect(try await Self.caller(server, token: "ovc_guess").code(Self.read) == 110_096)
            // Also the right one has to wait, so that nobody learns anything by it.
            #expect(try await stranger.code(Self.open, ["Identifier": "administrator", "UserSig": "dev"]) == 110_096)
            #expect(try await console.code(Self.read) == 0)
            clock.advance(seconds: 60)
            #expect(try await stranger.code(Self.open, ["Identifier": "administrator", "UserSig": "dev"]) == 0)
        }
    }

    @Test func `a page of another origin cannot call, with or without a token`() async throws {
        try await TestServer.run { server in
            let token = try await Self.signIn(server)
            let body = Array(#"{"User_Account":"ada","Coins":5,"Reference":"c"}"#.utf8)
            for origin in ["https://evil.example", "null", "http://127.0.0.1:\(server.port).evil.example"] {
                let caller = Self.caller(server, token: token, "Origin: \(origin)")
                let (status, _) = try await caller.post("/v4/ovation_wallet_srv/credit", body)
                #expect(status == 403, "\(origin)")
                let signIn = Self.caller(server, token: nil, "Origin: \(origin)")
                let (refused, _) = try await signIn.post(
                    "/v4/\(Self.open)", Array(#"{"Identifier":"administrator","UserSig":"dev"}"#.utf8))
                #expect(refused == 403, "\(origin)")
            }
            // What a browser sends by itself, a cookie, is not looked at: without the header nobody is signed in.
            let forged = Self.caller(server, token: nil, "Cookie: SessionToken=\(token); token=\(token)")
            #expect(try await forged.code("ovation_wallet_srv/credit", ["User_Account": "ada", "Coins": 5]) == 60_012)
            // And a token in an address is none.
            let (_, answer) = try await Self.caller(server, token: nil).with("token", token).post(
                "/v4/\(Self.read)", [])
            #expect(String(decoding: answer, as: UTF8.self).contains("60012"))
            #expect(try await server.storage.balance(of: .user(UserID(unchecked: "ada"))) == nil)
            let own = Self.caller(server, token: token, "Origin: http://127.0.0.1:\(server.port)")
            #expect(try await own.code(Self.read) == 0)
        }
    }

    @Test func `two consoles that edit one gift do not undo each other`() async throws {
        try await TestServer.run { server in
            let one = Self.caller(server, token: try await Self.signIn(server))
            let two = Self.caller(server, token: try await Self.signIn(server))
            func revision() async throws -> String {
                let gift = try await one.response("get_gift", ["GiftId": "rose"])["GiftInfo"] as? [String: Any]
                return try #require(gift?["Revision"] as? String)
            }
            let read = try await revision()
            #expect(try await one.code("edit_gift", ["GiftId": "rose", "Coins": 7, "Revision": read]) == 0)
            let late: [String: Any] = ["GiftId": "rose", "Coins": 9, "Revision": read]
            #expect(try await two.code("edit_gift", late) == 110_097)
            #expect(try await server.storage.catalogue().item(GiftID(unchecked: "rose"))?.gift.coins == Coins(7))
            let fresh = try await revision()
            #expect(fresh != read)
            // A text is part of what was read.
            #expect(try await two.code("set_gift_language", ["GiftId": "rose", "Language": "ja", "Name": "バラ"]) == 0)
            #expect(try await one.code("edit_gift", ["GiftId": "rose", "Coins": 8, "Revision": fresh]) == 110_097)
            #expect(try await one.code("edit_gift", ["GiftId": "rose", "Coins": 8, "Revision": revision()]) == 0)
            #expect(try await one.code("edit_gift", ["GiftId": "rose", "Coins": 3]) == 0, "without one, as ever")
        }
    }

    private static func text(_ object: [String: Any]) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self)
    }
}
