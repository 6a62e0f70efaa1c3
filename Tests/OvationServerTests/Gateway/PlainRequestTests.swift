import NIOCore
import NIOHTTP1
import OvationTestKit
import Testing

@testable import OvationHTTP

/// Simple requests are read without an HTTP parser, with the parser's result. Every other request is left to the parser.
struct PlainRequestTests {
    private static let handshake =
        "GET /v1/ws?a=b HTTP/1.1\r\nHost: example.com:8080\r\nConnection: keep-alive, Upgrade\r\n"
        + "Upgrade:websocket\r\nOrigin:   https://example.com\r\nX-Empty:\r\n"
        + "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        + "Sec-WebSocket-Extensions: other\r\n\r\n"

    private func read(_ text: String) -> (head: HTTPRequestHead, length: Int)? {
        PlainRequest.head(of: ByteBuffer(string: text))
    }

    @Test func `a handshake is read with its headers in order and without the space before their values`() throws {
        let (head, length) = try #require(read(Self.handshake))
        #expect(length == Self.handshake.utf8.count)
        #expect(head.method == .GET && head.version == .http1_1 && head.uri == "/v1/ws?a=b")
        #expect(
            head.headers.map { "\($0.name)=\($0.value)" } == [
                "Host=example.com:8080", "Connection=keep-alive, Upgrade", "Upgrade=websocket",
                "Origin=https://example.com", "X-Empty=",
                "Sec-WebSocket-Extensions=permessage-deflate; client_max_window_bits",
                "Sec-WebSocket-Extensions=other",
            ])
    }

    @Test func `bytes after the head are left unread`() throws {
        let (_, length) = try #require(read(Self.handshake + "\u{1}\u{2}rest"))
        #expect(length == Self.handshake.utf8.count)
        var later = ByteBuffer(string: "read already" + Self.handshake)
        later.moveReaderIndex(forwardBy: 12)
        #expect(PlainRequest.head(of: later)?.length == length)
    }

    @Test func `an incomplete head is not read`() {
        for count in 0..<Self.handshake.utf8.count {
            #expect(
                PlainRequest.head(of: ByteBuffer(bytes: Self.handshake.utf8.prefix(count))) == nil,
                "the first \(count) bytes")
        }
    }

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
        "get / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /é HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: a\tb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\t\r\n\r\n", "GET / HTTP/1.1\r\nHost:\ta\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a \r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\ncontent-length: 5\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `a request that is not simple is left to the parser`(request: String) { #expect(read(request) == nil) }

    @Test func `a head has a limit of bytes and of lines`() {
        func request(_ headers: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n" }
        #expect(read(request("X: " + String(repeating: "x", count: 8_000) + "\r\n")) != nil)
        #expect(read(request("X: " + String(repeating: "x", count: 8_192) + "\r\n")) == nil)
        #expect(read(request(String(repeating: "X: y\r\n", count: 63))) != nil)
        #expect(read(request(String(repeating: "X: y\r\n", count: 64))) == nil)
    }

    @Test func `NIO's parser reads every accepted head in the same way`() throws {
        var random = SeededGenerator.printed()
        let seed = random.seed
        var taken = 0
        for _ in 0..<2_000 {
            // This is a handshake with a few bytes changed, removed or inserted.
            var bytes = Array(Self.handshake.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let byte = "\r\n: \tAGx/\u{0}\u{7F}é".utf8.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            guard let (head, length) = PlainRequest.head(of: ByteBuffer(bytes: bytes)) else { continue }
            taken += 1
            let parsed = try HTTPParserProbe.head(of: Array(bytes[..<length]))
            #expect(parsed?.uri == head.uri && parsed?.method == head.method, "seed \(seed)")
            #expect(
                parsed?.headers.map { "\($0.name): \($0.value)" } == head.headers.map { "\($0.name): \($0.value)" },
                "seed \(seed)")
        }
        #expect(taken > 200, "seed \(seed)")
    }
}
