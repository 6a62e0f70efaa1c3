import OvationModel
import Testing

/// All viewers of a live share one compressed stream.
@Suite(.timeLimit(.minutes(5)))
struct CompressionTests {
    private static let offer = [
        "Sec-WebSocket-Protocol: ovation.v1.json",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    ]

    private static func enter(_ user: String, _ server: TestServer, compressed: Bool) async throws -> RawClient {
        let client =
            compressed
            ? try await RawClient.open(port: server.port, headers: offer) : try await RawClient.open(port: server.port)
        try await client.logIn(user)
        try await client.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
        _ = try await client.event("room.snapshot")
        return client
    }

    /// Reads up to and including a message. Says of each message whether it came compressed.
    private static func messages(_ client: RawClient, until last: String) async -> [(text: String, isCompressed: Bool)]
    {
        var messages: [(text: String, isCompressed: Bool)] = []
        while let frame = await client.nextText() {
            guard frame.json["event"] as? String == "barrage.sent", let data = frame.json["data"] as? [String: Any],
                let text = data["text"] as? String
            else { continue }
            messages.append((text, frame.isCompressed))
            if text == last { break }
        }
        return messages
    }

    @Test func `viewers with and without compression see the same messages, and so do viewers who join later`()
        async throws
    {
        var limits = Limits()
        limits.compressionViewersMin = 2
        limits.compressionResetMilliseconds = 0
        limits.userMessagesPerSecond = 0
        limits.roomMessagesPerSecond = 0
        // The viewers of one edge share a stream.
        try await TestServer.run(limits: limits, edgeCount: 1) { server in
            let host = try await RawClient.open(port: server.port)
            try await host.logIn("host")
            try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1","liveName":"A live"}}"#)
            _ = try await host.event("room.snapshot")
            let plain = try await Self.enter("plain", server, compressed: false)
            let first = try await Self.enter("first", server, compressed: true)
            let second = try await Self.enter("second", server, compressed: true)

            func say(_ range: ClosedRange<Int>) async throws {
                for number in range {
                    try await host.send(
                        #"{"id":9,"op":"barrage.send","room":"r1","data":{"text":"message number \#(number)"}}"#)
                }
            }
            try await say(1...1)
            // A viewer who has received the first message is registered at the room's loop.
            #expect(await Self.messages(first, until: "message number 1").count == 1)
            #expect(await Self.messages(second, until: "message number 1").count == 1)
            try await say(2...20)
            let expected = (2...20).map { "message number \($0)" }
            for client in [first, second] {
                let seen = await Self.messages(client, until: "message number 20")
                #expect(seen.map(\.text) == expected)
                #expect(seen.contains { $0.isCompressed })
            }
            let late = try await Self.enter("late", server, compressed: true)
            try await say(21...21)
            #expect(await Self.messages(late, until: "message number 21").map(\.text) == ["message number 21"])
            try await say(22...40)
            for client in [first, second, late] {
                let seen = await Self.messages(client, until: "message number 40")
                #expect(seen.map(\.text).suffix(19) == (22...40).map { "message number \($0)" })
                #expect(seen.last?.isCompressed == true)
            }
            let seen = await Self.messages(plain, until: "message number 40")
            #expect(seen.map(\.text) == (1...40).map { "message number \($0)" })
            #expect(!seen.contains { $0.isCompressed })
        }
    }

    @Test func `a decompression bomb closes its own connection only`() async throws {
        try await TestServer.run { server in
            let other = try await RawClient.open(port: server.port)
            try await other.logIn("other")
            let client = try await RawClient.open(port: server.port, headers: Self.offer)
            // Raw deflate made by zlib: ten million bytes, 1,032 for each byte that is sent.
            try await client.send(
                RawClient.deflated(Array(repeating: 0x20, count: 10_000_000)), opcode: 0x1, first: 0xC0)
            #expect(await client.closeCode() == 1009)
            try await other.send(#"{"id":2,"op":"session.ping"}"#)
            #expect(try await other.reply(to: 2)["ok"] != nil)
        }
    }
}
