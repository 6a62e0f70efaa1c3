import Foundation
import OvationModel
import OvationWire
import Testing

/// Invalid input gets a documented answer, and no other connection notices.
@Suite(.timeLimit(.minutes(5)))
struct BadInputTests {
    /// Bytes sent on an open connection, and the close code that they cause.
    static let fatalFrames: [(name: String, bytes: [UInt8], code: UInt16)] = [
        ("a reserved bit", [0xC1, 0x80, 0, 0, 0, 0], 1002),
        ("a second reserved bit", [0xA1, 0x80, 0, 0, 0, 0], 1002),
        ("a third reserved bit", [0x91, 0x80, 0, 0, 0, 0], 1002),
        ("a reserved opcode", [0x83, 0x80, 0, 0, 0, 0], 1002),
        ("a reserved control opcode", [0x8B, 0x80, 0, 0, 0, 0], 1002),
        ("a frame without a mask", [0x81, 0x02, 0x7B, 0x7D], 1002),
        ("a continuation of nothing", [0x80, 0x80, 0, 0, 0, 0], 1002),
        ("a fragmented ping", [0x09, 0x80, 0, 0, 0, 0], 1002),
        ("a close with half a code", [0x88, 0x81, 0, 0, 0, 0, 0x03], 1002),
        ("a close with a code that is never sent", [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xED], 1002),
        ("a text that is not UTF-8", [0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 1007),
        ("a binary frame", [0x82, 0x81, 0, 0, 0, 0, 0x00], 1003),
        ("a frame over 64 KiB", [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0], 1009),
        (
            "a frame of an absurd length", [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            1009
        ),
    ]

    @Test func `a frame that breaks RFC 6455 closes its own connection with the documented code`() async throws {
        try await TestServer.run { server in
            let control = try await RawClient.open(port: server.port)
            try await control.logIn("control")
            for (name, bytes, code) in Self.fatalFrames {
                let client = try await RawClient.open(port: server.port)
                try await client.send(bytes: bytes)
                #expect(await client.closeCode() == code, "\(name)")
                try await control.send(#"{"id":2,"op":"session.ping"}"#)
                #expect(try await control.reply(to: 2)["ok"] != nil, "other connections keep working after \(name)")
            }
        }
    }

    @Test func `fragments that add up to more than 64 KiB close with 1009`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.open(port: server.port)
            let part = [UInt8](repeating: UInt8(ascii: "a"), count: 40_000)
            try await client.send(part, opcode: 0x1, first: 0x00)
            try await client.send(part, opcode: 0x0, first: 0x80)
            #expect(await client.closeCode() == 1009)
        }
    }

    /// Texts sent on a connection that is logged in, and the error that each one gets.
    static let commands: [(text: String, code: Int)] = [
        ("", 110_000), ("null", 110_000), ("[]", 110_000), ("{}", 110_000), ("{", 110_000), ("1", 110_000),
        (#"{"id":"7","op":"session.ping"}"#, 110_000), (#"{"id":-1,"op":"session.ping"}"#, 110_000),
        (#"{"id":7}"#, 110_000),
        (#"{"id":7,"op":"nothing.known"}"#, 110_001), (#"{"id":7,"op":""}"#, 110_001),
        (#"{"id":7,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"x","userSig":"dev"}}"#, 110_003),
        (#"{"id":7,"op":"session.open","data":{}}"#, 100_002),
        (#"{"id":7,"op":"room.join"}"#, 100_002), (#"{"id":7,"op":"room.join","room":""}"#, 100_002),
        (#"{"id":7,"op":"room.join","room":7}"#, 100_002), (#"{"id":7,"op":"room.join","room":"nowhere"}"#, 100_004),
        (#"{"id":7,"op":"barrage.send","room":"nowhere","data":{"text":"a"}}"#, 100_004),
        (#"{"id":7,"op":"barrage.send","room":"here"}"#, 100_002),
        (#"{"id":7,"op":"barrage.send","room":"here","data":{"text":7}}"#, 100_002),
        (#"{"id":7,"op":"barrage.send","room":"here","data":{}}"#, 100_002),
        (#"{"id":7,"op":"barrage.send","room":"here","data":{"text":"a"}}"#, 100_005),
        (#"{"id":7,"op":"like.send","room":"here","data":{"count":1}}"#, 100_005),
        (#"{"id":7,"op":"gift.send","room":"here","data":{"orderID":"a b","giftID":"rose"}}"#, 100_002),
        (#"{"id":7,"op":"gift.send","room":"here","data":{"orderID":"a","giftID":"rose"}}"#, 100_005),
        (#"{"id":7,"op":"room.end","room":"here"}"#, -2300),
        (#"{"id":7,"op":"room.update","room":"here","data":{}}"#, -2301),
        (#"{"id":7,"op":"audience.kick","room":"here","data":{"userID":"host"}}"#, -2301),
        (#"{"id":7,"op":"audience.admin","room":"here","data":{"userID":"host","isAdmin":true}}"#, -2300),
        (#"{"id":7,"op":"room.leave","room":"here"}"#, 100_005),
        (#"{"id":7,"op":"room.list","data":{"count":51}}"#, 100_002),
        (#"{"id":7,"op":"room.list","data":{"count":0}}"#, 100_002),
        (#"{"id":7,"op":"room.list","data":{"cursor":"x"}}"#, 100_002),
        (#"{"id":7,"op":"room.list","data":{"search":"\#(String(repeating: "a", count: 101))"}}"#, 100_002),
        (#"{"id":7,"op":"room.list","data":{"kind":"radio"}}"#, 100_002),
        (#"{"id":7,"op":"audience.list","room":"here","data":{"cursor":"-1"}}"#, 100_002),
        (#"{"id":7,"op":"room.create","data":{"liveID":"here"}}"#, 100_003),
        (#"{"id":7,"op":"room.create","data":{"liveID":"é"}}"#, 100_002),
        (#"{"id":7,"op":"room.create","data":{"liveID":"new","categoryList":[1,2,3,4]}}"#, 100_009),
    ]

    @Test func `an invalid command gets its error code and the session continues`() async throws {
        var limits = Limits()
        limits.malformedFramesMax = 1_000
        try await TestServer.run(limits: limits) { server in
            _ = try await Robot.host(of: "here", server)
            let client = try await RawClient.open(port: server.port)
            try await client.logIn("client")
            for (text, code) in Self.commands {
                try await client.send(text)
                let frame = try #require(await client.nextText())
                let error = frame.json["error"] as? [String: Any]
                #expect(error?["code"] as? Int == code, "\(text) → \(frame.text)")
                #expect(code == 110_000 || frame.json["id"] as? Int == 7, "\(text) → \(frame.text)")
                #expect((error?["message"] as? String)?.isEmpty == false)
            }
            try await client.send(#"{"id":8,"op":"session.ping"}"#)
            #expect(try await client.reply(to: 8)["ok"] != nil)
        }
    }

    @Test func `ten frames that are not commands close the connection with 3504`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.open(port: server.port)
            try await client.logIn("client")
            for _ in 0..<10 { try await client.send("no command") }
            #expect(await client.closeCode() == 3504)
        }
    }

    @Test func `a command before the login is refused and the login still works`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.open(port: server.port)
            try await client.send(#"{"id":1,"op":"room.list"}"#)
            #expect(try await client.code(of: 1) == 110_002)
            #expect(try await client.logIn("client", id: 2)["ok"] != nil)
        }
    }

    @Test(arguments: [
        (#""userID":"ada","userSig":"forged","sdkAppID":1400000001"#, 70_003),
        (#""userID":"ada","userSig":"","sdkAppID":1400000001"#, 70_003),
        (#""userID":"ada","userSig":"dev","sdkAppID":1400000002"#, 60_006),
        (
            #""userID":"ada","sdkAppID":1400000001,"userSig":"eJyrVgrxCdYrSy1SslIy0jNQ0gHzM1NS80oy0zLBwhWZiflZpXlQqeKU7MSCgs"#
                + "wUJStDEwMogMiUZOamKlkZmqOKplYUZBaBxE1NTY3gosWZ6UpWSj5ljuYp*p7l5unBxXnF2WVhVU4uAf7Ozi5JpX7O5SbuHuUhzgZJ"
                + #"mQXaTia2SrUAohcx8g__""#,
            60_006
        ),
    ])
    func `a login without proof is refused and its connection is closed with 3500`(data: String, code: Int)
        async throws
    {
        try await TestServer.run { server in
            let client = try await RawClient.open(port: server.port)
            try await client.send(#"{"id":1,"op":"session.open","data":{\#(data)}}"#)
            #expect(try await client.code(of: 1) == code)
            #expect(await client.closeCode() == 3500)
        }
    }

    @Test func `a connection that opens no session in time is closed with 3501`() async throws {
        var limits = Limits()
        limits.openTimeoutSeconds = 1
        try await TestServer.run(limits: limits) { server in
            let client = try await RawClient.open(port: server.port)
            #expect(await client.closeCode() == 3501)
        }
    }

    @Test(arguments: [
        ["Sec-WebSocket-Protocol: something.else"], [],
        ["Sec-WebSocket-Protocol: ovation.v1.json", "Origin: https://evil.example"],
    ])
    func `a handshake without the subprotocol or from a foreign page is refused`(headers: [String]) async throws {
        try await TestServer.run { server in
            await #expect(throws: RawClient.Failure.self) {
                _ = try await RawClient.open(port: server.port, headers: headers)
            }
        }
    }
}
