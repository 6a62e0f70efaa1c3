import Foundation
import Testing

/// A connection becomes a WebSocket in the same way, however its handshake is split.
@Suite(.timeLimit(.minutes(5))) struct HandshakeTests {
    private static let ping = #"{"id":1,"op":"session.ping"}"#

    private func request(_ server: TestServer, _ more: [String] = []) -> [UInt8] {
        Array(RawClient.handshake(port: server.port, headers: ["Sec-WebSocket-Protocol: ovation.v1.json"] + more).utf8)
    }

    /// The lines of an answer as a set, because their order does not matter.
    private func lines(_ head: String?) -> Set<String> {
        Set((head ?? "").lowercased().split(separator: "\r\n").map(String.init))
    }

    @Test func `a handshake in pieces gets the same answer as a whole one`() async throws {
        try await TestServer.run { server in
            let compression = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
            let request = request(server, [compression])
            let whole = try await RawClient.connect(port: server.port)
            try await whole.send(bytes: request)
            let answer = lines(await whole.readHead())
            #expect(answer.contains("http/1.1 101 switching protocols"))
            #expect(answer.contains("sec-websocket-protocol: ovation.v1.json"))
            #expect(answer.contains { $0.hasPrefix("sec-websocket-extensions: permessage-deflate") })
            for count in [1, 17, request.count / 2, request.count - 1] {
                let pieces = try await RawClient.connect(port: server.port)
                try await pieces.send(bytes: Array(request[..<count]))
                // When another client has its answer, the server has read the first piece on its own.
                let other = try await RawClient.connect(port: server.port)
                try await other.send(bytes: request)
                _ = await other.readHead()
                try await pieces.send(bytes: Array(request[count...]))
                #expect(lines(await pieces.readHead()) == answer, "the first \(count) bytes alone")
                #expect(try await pieces.logIn("someone")["ok"] != nil)
            }
        }
    }

    @Test func `a command right behind the handshake is answered`() async throws {
        try await TestServer.run { server in
            let login = #"{"id":7,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"hasty","userSig":"dev"}}"#
            for lead in [0, 10] {
                let client = try await RawClient.connect(port: server.port)
                let bytes = request(server) + RawClient.masked(Array(login.utf8))
                if lead > 0 { try await client.send(bytes: Array(bytes[..<lead])) }
                try await client.send(bytes: Array(bytes[lead...]))
                #expect(await client.readHead()?.hasPrefix("HTTP/1.1 101") == true)
                #expect(try await client.reply(to: 7)["ok"] != nil)
            }
        }
    }

    @Test(arguments: [
        ("GET /v1/nowhere HTTP/1.1", "404"), ("GET /v1/ws HTTP/1.0", "426"), ("POST /v1/ws HTTP/1.1", "405"),
        ("GET /health/live HTTP/1.1", "200"),
    ])
    func `a handshake for a path without a WebSocket gets an HTTP answer`(line: String, status: String) async throws {
        try await TestServer.run { server in
            let client = try await RawClient.connect(port: server.port)
            let request = String(decoding: request(server), as: UTF8.self)
            try await client.send(bytes: Array(request.replacing("GET /v1/ws HTTP/1.1", with: line).utf8))
            let head = try #require(await client.readHead())
            #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
        }
    }

    @Test func `a handshake without Connection: Upgrade is refused with 426`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.connect(port: server.port)
            let request = String(decoding: request(server), as: UTF8.self)
            try await client.send(
                bytes: Array(request.replacing("Connection: Upgrade", with: "Connection: keep-alive").utf8))
            #expect(await client.readHead()?.hasPrefix("HTTP/1.1 426 ") == true)
        }
    }
}
