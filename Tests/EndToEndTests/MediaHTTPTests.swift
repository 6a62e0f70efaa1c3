import Foundation
import Logging
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationTestKit
import ServiceLifecycle
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationServer

/// Pictures over plain HTTP, published with PUT and played with HLS.
@Suite(.timeLimit(.minutes(5)))
struct MediaHTTPTests {
    /// Whether the test's gift has been charged.
    private final class Gift: Sendable {
        let isCharged = Atomic(false)
    }

    /// The addresses in a playlist, in order.
    private static func listed(_ list: HTTPConnection.Answer) -> [String] {
        list.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { "/v1/media/r1/\($0)" }
    }

    @Test func `a picture published with PUT is played with HLS byte by byte, with ranges, tags and HEAD`() async throws
    {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let stream = SampleStream()
            let host = try await Robot.host(server)
            let publisher = try await HTTPConnection.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await publisher.send(chunk: stream.initialisation())
            for number in 0..<3 {
                try await publisher.send(chunk: stream.second(number))
                if number == 0 { #expect(try await player.binary() == stream.initialisation()) }
                #expect(try await player.binary() == stream.second(number))
            }
            let main = try await HTTPConnection.ask("/v1/media/r1/main.m3u8", server)
            #expect(main.headers["content-type"] == "application/vnd.apple.mpegurl")
            #expect(main.headers["cache-control"] == "public, max-age=1")
            #expect(main.text.contains(#",CODECS="avc1.42C01F,opus",RESOLUTION=160x120"#))
            #expect(main.text.hasSuffix("\nindex.m3u8\n"))
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.headers["content-type"] == "application/vnd.apple.mpegurl")
            #expect(list.headers["cache-control"] == "public, max-age=1")
            let tag = try #require(list.headers["etag"])
            let known = try await HTTPConnection.ask(
                "/v1/media/r1/index.m3u8", server, headers: ["If-None-Match: \(tag)"])
            #expect(known.status == 304)
            let map = try #require(list.text.firstMatch(of: /URI="(init-\d+\.mp4)"/)?.1)
            #expect(try await HTTPConnection.ask("/v1/media/r1/\(map)", server).body == stream.initialisation())
            let segments = Self.listed(list)
            #expect(segments.count == 3)
            for (number, path) in segments.enumerated() {
                let segment = try await HTTPConnection.ask(path, server)
                #expect(segment.body == stream.second(number))
                #expect(segment.headers["content-type"] == "video/mp4")
                #expect(segment.headers["cache-control"] == "public, max-age=86400, immutable")
            }
            let whole = stream.second(0)
            let part = try await HTTPConnection.ask(segments[0], server, headers: ["Range: bytes=10-19"])
            #expect(part.status == 206)
            #expect(part.headers["content-range"] == "bytes 10-19/\(whole.count)")
            #expect(part.body == Array(whole[10..<20]))
            let beyond = try await HTTPConnection.ask(segments[0], server, headers: ["Range: bytes=999999-"])
            #expect(beyond.status == 416)
            let changed = try await HTTPConnection.ask(
                segments[0], server, headers: ["Range: bytes=10-19", "If-Range: \"other\""])
            #expect(changed.status == 200)
            #expect(changed.body == whole)
            let head = try await HTTPConnection.ask(segments[0], server, method: "HEAD")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "\(whole.count)")
            try await publisher.endChunks()
            let answer = try #require(await publisher.answer())
            #expect(answer.status == 200)
            let bytes = stream.initialisation().count + (0..<3).reduce(0) { $0 + stream.second($1).count }
            #expect(answer.text == #"{"bytes":\#(bytes),"fragments":3}"#)
            #expect(try await player.state() == .none)
        }
    }

    @Test func `pages of allowed origins may read a picture, and others may not`() async throws {
        try await TestServer.run(clock: StoppedClock().server, allowedOrigins: ["https://app.example.com"]) { server in
            let host = try await Robot.host(server)
            let path = "/v1/media/r1/index.m3u8"
            let allowed = try await HTTPConnection.ask(path, server, headers: ["Origin: https://app.example.com"])
            #expect(allowed.headers["access-control-allow-origin"] == "https://app.example.com")
            #expect(allowed.headers["cross-origin-resource-policy"] == "cross-origin")
            let foreign = try await HTTPConnection.ask(path, server, headers: ["Origin: https://elsewhere.example"])
            #expect(foreign.headers["access-control-allow-origin"] == nil)
            #expect(foreign.headers["cross-origin-resource-policy"] == "same-origin")
            let asked = try await HTTPConnection.ask(
                path, server, method: "OPTIONS", headers: ["Origin: https://app.example.com"])
            #expect(asked.headers["access-control-allow-methods"] == "GET, HEAD")
            await host.cut()
        }
    }

    @Test func `a publishing request that is no stream, has a wrong key or is replaced is answered with the reason`()
        async throws
    {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let stream = SampleStream()
            let host = try await Robot.host(server)
            let rubbish = try await HTTPConnection.publisher(for: host, server)
            try await rubbish.send(chunk: Array("This is no picture at all.".utf8))
            let refused = try #require(await rubbish.answer())
            #expect(refused.status == 400)
            #expect(refused.errorCode == 110_304)
            let wrong = try await HTTPConnection.open(server)
            try await wrong.send(
                "/v1/media/r1/publish", method: "PUT",
                headers: ["Authorization: Bearer wrong", "Content-Length: 0"])
            #expect(await wrong.answer()?.errorCode == 110_300)
            let old = try await HTTPConnection.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await old.send(chunk: stream.initialisation() + stream.second(0))
            #expect(try await player.binary() == stream.initialisation())
            let new = try await MediaClient.publisher(for: host, server)
            try await new.send(stream.initialisation())
            let replaced = try #require(await old.answer())
            #expect(replaced.status == 409)
            #expect(replaced.errorCode == 110_306)
        }
    }

    @Test
    func `thousands of requests for a playlist get the same bytes or 304, and gifts still work meanwhile`() async throws
    {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let stream = SampleStream()
            let host = try await Robot.host(server)
            let fan = try await Robot.viewer(as: "fan", server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await publisher.send(stream.initialisation() + stream.second(0) + stream.second(1))
            // The player starts with the first or the second fragment, so the loop waits for the second.
            while try await player.binary() != stream.second(1) {}
            let first = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(first.status == 200)
            let tag = try #require(first.headers["etag"])
            let before = try await PlainHTTP.metric("ovation_media_sent_bytes_total", port: server.port)
            let plain = "GET /v1/media/r1/index.m3u8 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            let pair = Array("\(plain)\r\n\(plain)If-None-Match: \(tag)\r\n\r\n".utf8)
            let (floods, begun) = AsyncStream.makeStream(of: Void.self)
            let gift = Gift()
            let pairsEach = Thoroughness.rounds(250, verify: 1_250)
            let pairs = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let connection = try await HTTPConnection.open(server)
                        var pairs = 0
                        // Requests continue until the gift has been charged.
                        while pairs < pairsEach || !(gift.isCharged.load(ordering: .relaxed) || Task.isCancelled) {
                            try await connection.raw.send(bytes: Array(repeatElement(pair, count: 50).joined()))
                            for _ in 0..<50 {
                                let whole = try #require(await connection.answer())
                                #expect(whole.status == 200 && whole.body == first.body)
                                let known = try #require(await connection.answer(hasBody: false))
                                #expect(known.status == 304 && known.headers["etag"] == tag)
                            }
                            pairs += 50
                            begun.yield()
                        }
                        return pairs
                    }
                }
                // Waits until the flood has begun.
                for await _ in floods.prefix(4) {}
                try await fan.ask(.give("o1"))
                gift.isCharged.store(true, ordering: .relaxed)
                return try await group.reduce(0, +)
            }
            #expect(pairs >= 4 * pairsEach)
            #expect(try await host.hear(.gift).orderID == OrderID(unchecked: "o1"))
            // A 304 sends no body, so only the full answers count as sent.
            let sent = try await PlainHTTP.metric("ovation_media_sent_bytes_total", port: server.port) - before
            #expect(sent == pairs * first.body.count)
            try await publisher.send(stream.second(2))
            #expect(try await player.binary() == stream.second(2))
        }
    }

    @Test func `a server that stops sends publishers and players away at once`() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let storage = try TestServer.emptyStorage()
        let server = Server(
            configuration: NodeConfiguration(
                port: 0, eventLoops: 1, sdkAppID: 1_400_000_001, secret: TestServer.secret, isDevelopment: true,
                ledger: TestServer.policy), storage: storage, logger: logger
        ) { running.yield($0) }
        let services = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            var iterator = ports.makeAsyncIterator()
            let test = TestServer(port: try #require(await iterator.next()), storage: storage)
            let stream = SampleStream()
            let host = try await Robot.host(test)
            let body = try await HTTPConnection.publisher(for: host, test)
            let player = try await MediaClient.player(test)
            try await body.send(chunk: stream.initialisation() + stream.second(0))
            #expect(try await player.binary() == stream.initialisation())
            let publisher = try await MediaClient.publisher(for: host, test)
            await services.triggerGracefulShutdown()
            #expect(await publisher.raw.closeCode() == 3_000)
            #expect(await player.raw.closeCode() == 3_000)
            let answer = try #require(await body.answer())
            #expect(answer.status == 503)
            #expect(answer.errorCode == 110_009)
            for client in [publisher.raw, player.raw, body.raw, host.raw] { await client.cut() }
            try await group.waitForAll()
        }
    }
}
