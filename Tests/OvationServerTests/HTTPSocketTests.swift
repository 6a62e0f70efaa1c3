import HTTPTypes
import Hummingbird
import Testing

@testable import OvationObservability
@testable import OvationServer

/// The routes behind real sockets and the HTTP parser.
struct HTTPSocketTests {
    private var routes: HTTPRoutes {
        HTTPRoutes(
            sdkAppID: 1, isDevelopment: true, registry: PrometheusRegistry(), allowsOrigin: { _, _ in true },
            readiness: { [] }, logger: RecordedLog().logger, page: { HTTPProbe.page })
    }

    @Test func `a file, its HEAD and its 304 are framed as HTTP requires`() async throws {
        try await withHTTPServer(routes) { port in
            let get = try await exchange(request("GET", "/"), port: port)
            #expect(get.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(get.hasSuffix("\r\n\r\n<!doctype html>"))
            #expect(header("content-length", of: get) == "15")
            let head = try await exchange(request("HEAD", "/"), port: port)
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
            #expect(header("content-length", of: head) == "15")
            let tag = try #require(header("etag", of: get))
            let again = try await exchange(request("GET", "/", "If-None-Match: \(tag)\r\n"), port: port)
            #expect(again.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
            #expect(again.hasSuffix("\r\n\r\n"))
            #expect(header("transfer-encoding", of: again) == nil)
            #expect(header("content-security-policy", of: again)?.contains("ws://localhost ") == true)
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        try await withHTTPServer(routes) { port in
            let first = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let both = try await exchange(first + request("GET", "/health/ready"), port: port)
            let live = try #require(both.firstRange(of: #"{"live":true}"#))
            let ready = try #require(both.firstRange(of: #"{"missing":[],"ready":true}"#))
            #expect(live.upperBound <= ready.lowerBound)
        }
    }

    @Test func `a NUL in the path does not reach the routes`() async throws {
        try await withHTTPServer(routes) { port in
            let answer = try await exchange(request("GET", "/index.html\u{0}.js"), port: port)
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(!answer.contains("<!doctype html>"))
        }
    }

    @Test(arguments: [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..\\..\\etc\\passwd", "http://localhost/../etc/passwd",
    ])
    func `no path leaves the page's folder`(path: String) async throws {
        try await withHTTPServer(routes) { port in
            let answer = try await exchange(request("GET", path), port: port)
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
            #expect(header("x-content-type-options", of: answer) == "nosniff")
        }
    }

    @Test func `a plain request to the WebSocket's path is refused over a real socket too`() async throws {
        try await withHTTPServer(routes) { port in
            let answer = try await exchange(request("GET", "/v1/ws"), port: port)
            #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
            #expect(header("upgrade", of: answer) == "websocket")
            #expect(answer.contains(#""name":"upgradeRequired""#))
        }
    }

    private func request(_ method: String, _ path: String, _ headers: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Connection: close\r\n\r\n"
    }

    private func header(_ name: String, of answer: String) -> String? {
        for line in answer.split(separator: "\r\n") where line.lowercased().hasPrefix(name + ": ") {
            return String(line.dropFirst(name.count + 2))
        }
        return nil
    }
}
