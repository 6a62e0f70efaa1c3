import Foundation
import Testing

/// A web page that a developer opens can do nothing to the developer's server on the same machine.
@Suite(.timeLimit(.minutes(5)))
struct ForeignPageTests {
    /// Sends a request as a browser sends it for a page.
    private static func send(
        _ line: String, host: String, origin: String?, _ headers: [String] = [], body: String = "", port: Int
    ) async throws -> (status: Int, body: String) {
        let client = try await RawClient.connect(port: port)
        var lines = ["\(line) HTTP/1.1", "Host: \(host)"] + headers
        if let origin { lines.append("Origin: \(origin)") }
        if !body.isEmpty { lines += ["Content-Type: text/plain", "Content-Length: \(body.utf8.count)"] }
        try await client.send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
        let head = try #require(await client.readHead())
        let answer = head.hasPrefix("HTTP/1.1 101") ? [] : try #require(await client.readBody(head))
        await client.cut()
        return (Int(head.split(separator: " ")[1]) ?? 0, String(decoding: answer, as: UTF8.self))
    }

    private static let query = "?sdkappid=1400000001&identifier=administrator&usersig=dev"

    @Test func `a page of another origin cannot call the REST API, and the server's own page can`() async throws {
        try await TestServer.run { server async throws in
            let here = "127.0.0.1:\(server.port)"
            let create = "POST /v4/live_engine_http_srv/create_room\(Self.query)"
            let origins: [(origin: String?, status: Int)] = [
                ("http://evil.example", 403), ("null", 403), ("http://127.0.0.1:1", 403), ("https://\(here)", 200),
                ("http://\(here)", 200), (nil, 200),
            ]
            for (index, (origin, status)) in origins.enumerated() {
                let room = #"{"RoomInfo":{"RoomId":"r\#(index)","RoomType":"Live"}}"#
                let answer = try await Self.send(create, host: here, origin: origin, body: room, port: server.port)
                #expect(answer.status == status, "\(origin ?? "no origin"): \(answer)")
                #expect(answer.body.contains(#""ErrorCode":\#(status == 200 ? 0 : 110_060)"#), "\(answer)")
                let code = try await RESTCaller(server).code("get_room_info", ["RoomId": "r\(index)"])
                #expect(code == (status == 200 ? 0 : 100_004), "\(origin ?? "no origin")")
            }
        }
    }

    @Test func `a request under a name that an attacker points at this machine is refused on every path`() async throws
    {
        try await TestServer.run { server async throws in
            let evil = "evil.example:\(server.port)"
            let handshake = [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: ovation.v1.json",
            ]
            let requests: [(line: String, headers: [String], body: String)] = [
                ("GET /", [], ""), ("GET /health/live", [], ""), ("GET /metrics", [], ""),
                ("GET /v1/web-config", [], ""),
                ("GET /v1/ws", handshake, ""), ("GET /v1/echo", handshake, ""), ("GET /nowhere", [], ""),
                ("POST /v4/live_engine_http_srv/get_room_list\(Self.query)", [], "{}"),
            ]
            for request in requests {
                // The browser takes it for the page's own server.
                let foreign = try await Self.send(
                    request.line, host: evil, origin: "http://\(evil)", request.headers, body: request.body,
                    port: server.port)
                #expect(foreign.status == 403 && foreign.body.contains("hostRefused"), "\(request.line): \(foreign)")
                for host in ["127.0.0.1:\(server.port)", "localhost:1", "[::1]:\(server.port)", "dev.localhost"] {
                    let own = try await Self.send(
                        request.line, host: host, origin: nil, request.headers, body: request.body, port: server.port)
                    #expect(own.status != 403, "\(request.line) at \(host): \(own)")
                }
            }
        }
    }
}
