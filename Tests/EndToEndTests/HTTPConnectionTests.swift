import Foundation
import OvationModel
import Testing

/// An HTTP connection continues and ends as it should, whatever its client does.
@Suite(.timeLimit(.minutes(5)))
struct HTTPConnectionTests {
    private static let signed = "?sdkappid=1400000001&identifier=administrator&usersig=dev"

    /// A REST call with these headers.
    private static func call(
        _ command: String, query: String = signed, _ headers: [String], body: String = "", port: Int
    ) -> [UInt8] {
        let lines =
            ["POST /v4/live_engine_http_srv/\(command)\(query) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    private static func get(_ path: String, version: String = "1.1", _ headers: [String] = [], port: Int) -> [UInt8] {
        let lines = ["GET \(path) HTTP/\(version)", "Host: 127.0.0.1:\(port)"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The head and body of the next answer.
    private static func answer(_ client: RawClient) async throws -> (head: String, body: String) {
        let head = try #require(await client.readHead())
        let body = try #require(await client.readBody(head))
        return (head, String(decoding: body, as: UTF8.self))
    }

    private static func code(_ body: String) throws -> Int? {
        (try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])?["ErrorCode"] as? Int
    }

    @Test(arguments: [(signed, "413", 60_002), ("", "200", 60_012)])
    func `a body of a terabyte is refused before it arrives, and the client can read the answer`(
        query: String, status: String, code: Int
    ) async throws {
        try await TestServer.run { server in
            let client = try await RawClient.connect(port: server.port)
            let head = Self.call("create_room", query: query, ["Content-Length: 1000000000000"], port: server.port)
            try await client.send(bytes: head + Array(repeating: 0x78, count: 100_000))
            let answer = try await Self.answer(client)
            #expect(answer.head.hasPrefix("HTTP/1.1 \(status) "), "\(answer.head)")
            #expect(answer.head.lowercased().contains("\r\nconnection: close"), "\(answer.head)")
            #expect(try Self.code(answer.body) == code)
            #expect(await client.readToEnd() == "")
            await client.cut()
        }
    }

    @Test func `a client that expects 100-continue gets it, unless the call is refused anyway`()
        async throws
    {
        try await TestServer.run { server in
            let body = #"{"RoomId":"nowhere"}"#
            let headers = ["Content-Length: \(body.utf8.count)", "Expect: 100-continue"]
            let client = try await RawClient.connect(port: server.port)
            for _ in 0..<2 {
                try await client.send(bytes: Self.call("destroy_room", headers, port: server.port))
                #expect(await client.readHead() == "HTTP/1.1 100 Continue")
                try await client.send(bytes: Array(body.utf8))
                #expect(try Self.code(try await Self.answer(client).body) == 100_004)
            }
            // A client that does not expect it gets no 100.
            try await client.send(bytes: Self.call("destroy_room", headers, body: body, port: server.port))
            #expect(try Self.code(try await Self.answer(client).body) == 100_004)
            try await client.send(bytes: Self.call("destroy_room", query: "", headers, port: server.port))
            let refused = try await Self.answer(client)
            #expect(try Self.code(refused.body) == 60_012)
            #expect(refused.head.lowercased().contains("\r\nconnection: close"))
            #expect(await client.readToEnd() == "")
            await client.cut()
        }
    }

    @Test func `the body of a refused call is skipped, and the connection stays open`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.connect(port: server.port)
            for _ in 0..<3 {
                let body = String(repeating: "x", count: 2_000_000)
                try await client.send(
                    bytes: Self.call(
                        "create_room", ["Content-Length: \(body.utf8.count)"], body: body, port: server.port))
                let answer = try await Self.answer(client)
                #expect(answer.head.hasPrefix("HTTP/1.1 200 ") && !answer.head.lowercased().contains("connection: "))
                #expect(try Self.code(answer.body) == 60_002)
            }
            await client.cut()
        }
    }

    @Test func `a malformed request gets exactly one 400, whether it comes first or after others`() async throws {
        try await TestServer.run { server in
            let bad = Array("GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n".utf8)
            for isFirst in [true, false] {
                let client = try await RawClient.connect(port: server.port)
                if !isFirst {
                    try await client.send(bytes: Self.get("/health/live", port: server.port))
                    #expect(try await Self.answer(client).body == #"{"live":true}"#)
                }
                try await client.send(bytes: bad)
                let answer = await client.readToEnd()
                // The order of the headers does not matter. The count below shows that nothing follows the answer.
                #expect(
                    Set(answer.components(separatedBy: "\r\n")) == [
                        "HTTP/1.1 400 Bad Request", "Connection: close", "Content-Length: 0", "",
                    ], "\(isFirst): \(answer)")
                #expect(answer.components(separatedBy: "HTTP/1.1").count == 2)
                await client.cut()
            }
            let client = try await RawClient.connect(port: server.port)
            let call = Self.call("destroy_room", ["Transfer-Encoding: chunked"], body: "zz\r\n", port: server.port)
            try await client.send(bytes: call)
            let answer = try await Self.answer(client)
            #expect(answer.head.hasPrefix("HTTP/1.1 400 "))
            #expect(try Self.code(answer.body) == 60_002)
            #expect(await client.readToEnd() == "")
            await client.cut()
        }
    }

    @Test func `a client that asks to close the connection gets its answer and then the end`() async throws {
        try await TestServer.run { server in
            for request in [
                Self.get("/health/live", ["Connection: close"], port: server.port),
                Self.get("/health/live", ["connection: Close"], port: server.port),
                Self.get("/health/live", version: "1.0", port: server.port),
            ] {
                let client = try await RawClient.connect(port: server.port)
                try await client.send(bytes: request)
                #expect(await client.readToEnd().hasSuffix(#"{"live":true}"#))
                await client.cut()
            }
        }
    }

    @Test func `a server with all sockets taken still answers health and metrics, and nothing else`() async throws {
        var limits = Limits()
        limits.socketsMax = 3
        limits.socketsForHealthMax = 2
        try await TestServer.run(limits: limits) { server in
            var clients: [RawClient] = []
            for _ in 0..<3 { clients.append(try await RawClient.open(port: server.port)) }
            // These two were connected before and send nothing.
            let silent = [
                try await RawClient.connect(port: server.port), try await RawClient.connect(port: server.port),
            ]
            func ask(_ bytes: [UInt8]) async throws -> (head: String, body: String) {
                let client = try await RawClient.connect(port: server.port)
                try await client.send(bytes: bytes)
                let answer = try await Self.answer(client)
                #expect(await client.readToEnd() == "", "a full server answers one request per connection")
                await client.cut()
                return answer
            }
            let live = try await ask(Self.get("/health/live", port: server.port))
            #expect(live.head.hasPrefix("HTTP/1.1 200 "), "\(live)")
            let ready = try await ask(Self.get("/health/ready", port: server.port))
            #expect(ready.head.hasPrefix("HTTP/1.1 503 ") && ready.body.contains("sockets"), "\(ready)")
            let metrics = try await ask(Self.get("/metrics", port: server.port))
            #expect(metrics.body.contains("ovation_sockets_max 3\n"), "\(metrics.body)")
            let page = try await ask(Self.get("/", port: server.port))
            #expect(page.head.hasPrefix("HTTP/1.1 503 ") && page.body.contains("noSocketLeft"), "\(page)")
            let socket = try await ask(
                Array(
                    RawClient.handshake(port: server.port, headers: ["Sec-WebSocket-Protocol: ovation.v1.json"]).utf8))
            #expect(socket.head.hasPrefix("HTTP/1.1 503 "), "\(socket)")
            #expect(await silent[0].readToEnd() == "", "the newest connection takes the oldest one's place")
            await silent[1].cut()
            // When one connection closes, the server has room for another as soon as it notices.
            try await clients[0].logIn("one")
            await clients[0].cut()
            var next = try? await RawClient.open(port: server.port)
            for _ in 0..<1_000 where next == nil { next = try? await RawClient.open(port: server.port) }
            let another = try #require(next)
            #expect(try await another.logIn("another")["ok"] != nil)
        }
    }
}
