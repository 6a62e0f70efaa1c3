import Foundation
import OvationModel
import OvationWire
import Testing

@testable import OvationNode

/// Rules that hold for every call of the REST API.
@Suite(.timeLimit(.minutes(5)))
struct RESTEnvelopeTests {
    private static let command = "destroy_room"
    private static let body = ["RoomId": "nowhere"]
    /// The code of a call whose envelope is valid: the live does not exist.
    private static let passed = 100_004

    private static func sig(
        _ user: String = "administrator", app: Int = 1_400_000_001, secret: String = TestServer.secret,
        issued: Date = Date(), validFor seconds: Int64 = 3_600, userbuf: [UInt8]? = nil
    ) -> String {
        UserSigMaker.make(
            userID: UserID(unchecked: user), sdkAppID: app, secret: secret,
            issuedAt: Timestamp(milliseconds: Int64(issued.timeIntervalSince1970 * 1_000)), validForSeconds: seconds,
            userbuf: userbuf)
    }

    @Test func `an answer has a status, a code, a sentence and its own id`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let backend = RESTCaller(server)
            let failed = try await backend.call(Self.command, Self.body)
            #expect(failed["ActionStatus"] as? String == "FAIL")
            #expect(failed["ErrorCode"] as? Int == 100_004)
            #expect((failed["ErrorInfo"] as? String)?.isEmpty == false)
            let done = try await backend.call(Self.command, ["RoomId": "r1"])
            #expect(done["ActionStatus"] as? String == "OK")
            #expect(done["ErrorCode"] as? Int == 0)
            #expect(done["ErrorInfo"] as? String == "")
            let ids = [failed, done].compactMap { $0["RequestId"] as? String }
            #expect(Set(ids).count == 2)
            #expect(ids.allSatisfy { $0.wholeMatch(of: /Id-[a-z0-9]+-O-Seq-[0-9]+/) != nil }, "\(ids)")
            // Everybody in the live hears of the end, and no user is named as its author.
            #expect(try await host.hear(.ended).reason == .endedByServer)
        }
    }

    @Test func `the query says who calls, and each error in it has its code`() async throws {
        let cases: [(name: String, value: String?, code: Int)] = [
            ("usersig", Self.sig(), Self.passed),
            ("usersig", Self.sig(userbuf: [1, 2, 3]), Self.passed),
            ("random", nil, Self.passed), ("random", "0", Self.passed), ("random", "4294967296", 60_002),
            ("random", "-1", 60_002), ("random", "x", 60_002), ("random", "1.5", 60_002),
            ("contenttype", nil, Self.passed), ("contenttype", "JSON", 60_002), ("contenttype", "xml", 60_002),
            ("sdkappid", nil, 60_012), ("sdkappid", "", 60_012), ("sdkappid", "1400000002", 60_006),
            ("sdkappid", "x", 60_006), ("sdkappid", "99999999999999999999", 60_006),
            ("identifier", nil, 60_004), ("identifier", "", 60_004), ("identifier", "no spaces", 60_004),
            ("identifier", String(repeating: "a", count: 33), 60_004), ("identifier", "Administrator", 60_010),
            ("identifier", "host", 60_010),
            ("usersig", nil, 60_005), ("usersig", "", 60_005), ("usersig", "dev2", 60_005),
            ("usersig", String(Self.sig().dropLast(8)), 60_005),
            ("usersig", Self.sig("host"), 60_004),
            ("usersig", Self.sig(app: 1_400_000_002), 60_006),
            ("usersig", Self.sig(secret: TestServer.secret.uppercased()), 60_005),
            ("usersig", Self.sig(issued: Date(timeIntervalSinceNow: -3_600), validFor: 4), 60_005),
        ]
        try await TestServer.run { server async throws in
            for (name, value, code) in cases {
                let caller = RESTCaller(server).with(name, value)
                #expect(
                    try await caller.code(Self.command, Self.body) == code, "\(name) \(value ?? "missing")")
            }
            // Parameter names are case-sensitive.
            let caller = RESTCaller(server).with("sdkappid", nil).with("SdkAppId", "1400000001")
            #expect(try await caller.code(Self.command, Self.body) == 60_012)
        }
    }

    @Test func `a body must be a JSON object with fields of the right types, and the answer names a wrong one`()
        async throws
    {
        let cases: [(json: String, code: Int, names: String?)] = [
            (#"{"RoomId":"nowhere"}"#, Self.passed, nil),
            (#" {"Unknown":[{}],"RoomId":"nowhere"} "#, Self.passed, nil),
            ("", 60_003, "{}"), ("   ", 60_003, nil), ("RoomId=nowhere", 60_003, nil), ("[]", 60_003, nil),
            ("null", 60_003, nil), ("\"text\"", 60_003, nil), ("7", 60_003, nil), (#"{"RoomId":"a""#, 60_003, nil),
            (#"{"RoomId":"a"} trailing"#, 60_003, nil), (String(repeating: "[", count: 10_000), 60_003, nil),
            ("{}", 100_002, "RoomId"), (#"{"roomid":"a"}"#, 100_002, "RoomId"), (#"{"RoomId":7}"#, 100_002, "RoomId"),
            (#"{"RoomId":null}"#, 100_002, "RoomId"), (#"{"RoomId":""}"#, 100_002, "RoomId"),
            (#"{"RoomId":"ümlaut"}"#, 100_002, "RoomId"),
            (#"{"RoomId":"\#(String(repeating: "r", count: 49))"}"#, 100_002, "RoomId"),
            (#"{"RoomId":"\#(String(repeating: "r", count: 48))"}"#, Self.passed, nil),
        ]
        try await TestServer.run { server in
            for (json, code, names) in cases {
                let answer = try await RESTCaller(server).call(Self.command, json: json)
                #expect(answer["ErrorCode"] as? Int == code, "\(json.prefix(60)): \(answer)")
                if let names { #expect((answer["ErrorInfo"] as? String)?.contains(names) == true, "\(answer)") }
            }
        }
    }

    @Test func `a body that exceeds its limit is refused`() async throws {
        var limits = Limits()
        limits.restBodyBytesMax = 1_024
        try await TestServer.run(limits: limits) { server async throws in
            func body(_ bytes: Int) -> String {
                let frame = #"{"RoomId":"nowhere","Filler":""}"#
                return #"{"RoomId":"nowhere","Filler":"\#(String(repeating: "x", count: bytes - frame.utf8.count))"}"#
            }
            let caller = RESTCaller(server)
            #expect(try await caller.call(Self.command, json: body(1_024))["ErrorCode"] as? Int == Self.passed)
            #expect(try await caller.call(Self.command, json: body(1_025))["ErrorCode"] as? Int == 60_002)
            #expect(try await caller.call(Self.command, json: body(500_000))["ErrorCode"] as? Int == 60_002)
        }
    }

    @Test func `a content type may be missing, and its value does not matter`() async throws {
        try await TestServer.run { server async throws in
            for headers in [[], ["Content-Type: application/json; charset=utf-8"], ["Content-Type: text/plain"]] {
                var caller = RESTCaller(server)
                caller.headers = headers
                #expect(try await caller.code(Self.command, Self.body) == Self.passed, "\(headers)")
            }
        }
    }

    @Test func `an unknown command is refused with 60009, and another method with the status 405`() async throws {
        try await TestServer.run { server in
            let caller = RESTCaller(server)
            for path in [
                "live_engine_http_srv/nothing", "live_engine_http_srv/Destroy_Room", "nowhere/destroy_room",
                "live_engine_http_srv/destroy_room/more", "live_engine_http_srv/",
            ] {
                #expect(try await caller.code(path, Self.body) == 60_009, "\(path)")
            }
            for method in ["GET", "PUT", "DELETE"] {
                let status = try await caller.post("/v4/live_engine_http_srv/destroy_room", [], method: method).status
                #expect(status == 405, "\(method)")
            }
        }
    }

    @Test func `each command has its own rate, and a call over it is refused with 60007`() async throws {
        var limits = Limits()
        limits.restCallsPerSecond = 1
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server async throws in
            let caller = RESTCaller(server)
            #expect(try await caller.code(Self.command, Self.body) == Self.passed)
            #expect(try await caller.code(Self.command, Self.body) == 60_007)
            // A refused caller uses up nothing of the rate.
            #expect(try await caller.with("identifier", "host").code(Self.command, Self.body) == 60_010)
            clock.advance(seconds: 1)
            #expect(try await caller.code(Self.command, Self.body) == Self.passed)
        }
    }

    @Test func `calls are counted by command and refusals by code`() async throws {
        try await TestServer.run { server in
            let caller = RESTCaller(server)
            _ = try await caller.call(Self.command, Self.body)
            _ = try await caller.call("nothing")
            let metrics = String(decoding: try await caller.post("/metrics", [], method: "GET").body, as: UTF8.self)
            #expect(metrics.contains(#"ovation_rest_calls_total{command="live_engine_http_srv/destroy_room"} 1"#))
            #expect(metrics.contains(#"ovation_rest_calls_total{command="unknown"} 1"#))
            #expect(metrics.contains(#"ovation_rest_errors_total{code="100004"} 1"#))
            #expect(metrics.contains(#"ovation_rest_errors_total{code="60009"} 1"#))
        }
    }
}
