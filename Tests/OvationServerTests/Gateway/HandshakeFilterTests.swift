import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import OvationHTTP

/// The filter decides which parts of a request's head reach the routes.
struct HandshakeFilterTests {
    /// Combining marks. Comparing texts, Swift would sort them in quadratic time.
    private static let marks = String(repeating: "\u{301}\u{316}", count: 8_000)

    /// The heads that pass the filter, the answer, and whether the connection is still open.
    private func pass(
        _ requests: String, accepts: @escaping @Sendable (HTTPRequestHead) -> Bool = { _ in false }
    ) throws -> (heads: [HTTPRequestHead], answer: String, isOpen: Bool) {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
        try pipeline.addHandler(HandshakeFilter(deadline: .distantFuture, accepts: accepts, wait: { _ in nil }))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: requests))
        var heads: [HTTPRequestHead] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .head(let head) = part { heads.append(head) }
        }
        var answer = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { answer += String(buffer: bytes) }
        return (heads, answer, channel.isActive)
    }

    @Test func `headers that are not ASCII are removed from every request of a connection`() throws {
        let request =
            "GET /a HTTP/1.1\r\nHost: h\r\nConnection: a\(Self.marks)\r\nUpgrade: w\(Self.marks)\r\nX-City: São Paulo\r\n"
            + "X-Plain: plain\r\n\r\n"
        let (heads, _, _) = try pass(request + request)
        #expect(heads.count == 2)
        for head in heads { #expect(head.headers.map(\.name) == ["Host", "X-Plain"]) }
    }

    @Test func `a target that is not ASCII is refused with 400`() throws {
        let passed = try pass("GET /live/\(Self.marks) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(passed.heads.isEmpty)
        #expect(passed.answer.hasPrefix("HTTP/1.1 400 "))
        #expect(!passed.isOpen)
    }

    @Test func `the Upgrade header is removed from the first request unless it is for one of our WebSockets`() throws {
        let request = "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: other\r\n\r\n"
        #expect(try pass(request).heads.first?.headers.contains(name: "Upgrade") == false)
        #expect(try pass(request) { $0.uri == "/" }.heads.first?.headers.contains(name: "Upgrade") == true)
    }

    @Test func `a target of more than 16 KiB is refused with 414, and nothing after it is read`() throws {
        let longest = "/" + String(repeating: "a", count: 16_383)
        #expect(try pass("GET \(longest) HTTP/1.1\r\nHost: h\r\n\r\n").heads.map(\.uri) == [longest])
        let next = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        let (heads, answer, isOpen) = try pass("GET \(longest)a HTTP/1.1\r\nHost: h\r\n\r\n" + next)
        #expect(heads.isEmpty)
        #expect(answer.hasPrefix("HTTP/1.1 414 ") && answer.hasSuffix("\r\n\r\n"))
        #expect(!isOpen)
    }
}
