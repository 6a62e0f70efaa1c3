import Foundation
import HTTPTypes
import Hummingbird
import OvationMedia
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationObservability
@testable import OvationPictures

struct HTTPRoutesTests {
    // MARK: - Health

    @Test func `the process is live even when it is not ready`() async throws {
        let answer = try await HTTPProbe(readiness: { ["storage"] }).send(.get, "/health/live")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"live":true}"#)
    }

    @Test func `readiness names what is missing, and follows the server`() async throws {
        let missing = Mutex(["storage", "journal"])
        let readiness: @Sendable () -> [String] = { missing.withLock { $0 } }
        let probe = HTTPProbe(readiness: readiness)
        let before = try await probe.send(.get, "/health/ready")
        #expect(before.status == 503)
        #expect(before.text == #"{"missing":["storage","journal"],"ready":false}"#)
        missing.withLock { $0 = [] }
        let after = try await probe.send(.get, "/health/ready")
        #expect(after.status == 200)
        #expect(after.text == #"{"missing":[],"ready":true}"#)
    }

    // MARK: - Configuration and metrics

    @Test(arguments: [true, false])
    func `the web configuration has the app's id and says whether dev logins are allowed`(isDevelopment: Bool)
        async throws
    {
        let answer = try await HTTPProbe(isDevelopment: isDevelopment).send(.get, "/v1/web-config")
        #expect(
            answer.text
                == #"{"dev":\#(isDevelopment),"media":{"bitRateMax":12000000,"mode":"relay"},"sdkAppID":1400000001}"#)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test func `requests are counted by their route and never by their path`() async throws {
        let probe = HTTPProbe()
        _ = try await probe.send(.get, "/health/live?usersig=eJw")
        _ = try await probe.send(.get, "/.env")
        _ = try await probe.send(.get, "/wp-admin/setup.php")
        _ = try await probe.send(.post, "/wire/frames.js")
        _ = try await probe.send(.get, "/wire/frames.js")
        _ = try await probe.send(.get, "/")
        let scrape = try await probe.send(.get, "/metrics")
        #expect(scrape.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(scrape.text.split(separator: "\n").filter { $0.hasPrefix("ovation_http_requests_total{") })
        #expect(
            lines == [
                #"ovation_http_requests_total{method="GET",route="/health/live",status="200"} 1"#,
                #"ovation_http_requests_total{method="GET",route="unmatched",status="404"} 2"#,
                #"ovation_http_requests_total{method="POST",route="/{page}",status="405"} 1"#,
                #"ovation_http_requests_total{method="GET",route="/{page}",status="200"} 2"#,
            ])
        #expect(scrape.text.contains(#"ovation_http_request_seconds_count{route="/{page}"} 3"#))
    }

    @Test func `a method that HTTP does not define is counted as other`() async throws {
        let probe = HTTPProbe()
        let brew = try #require(HTTPRequest.Method("BREW"))
        let answer = try await probe.send(brew, "/health/live")
        #expect(answer.status == 501)
        #expect(try answer.failure("name") == "notImplemented")
        #expect(probe.registry.render().contains(#"{method="other",route="unmatched",status="501"} 1"#))
        #expect(!probe.registry.render().contains("BREW"))
    }

    // MARK: - Unknown paths and methods

    @Test func `an unknown path is answered with a JSON error that has the request's id`() async throws {
        let answer = try await HTTPProbe().send(.get, "/nothing/here")
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(try answer.failure("name") == "notFound")
        #expect(try answer.failure("status") == "404")
        #expect(try answer.failure("requestID") == answer.headers[.xRequestID])
    }

    @Test(arguments: [
        ("/health/live", HTTPRequest.Method.post), ("/health/ready", .delete), ("/metrics", .put),
        ("/v1/web-config", .options),
        ("/v1/ws", .post), ("/v1/echo", .patch), ("/", .post), ("/index.html", .delete), ("/wire/frames.js", .trace),
    ])
    func `a known path refuses other methods and names the allowed ones`(
        path: String, method: HTTPRequest.Method
    ) async throws {
        let answer = try await HTTPProbe().send(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "GET, HEAD")
        #expect(try answer.failure("name") == "methodNotAllowed")
    }

    @Test(arguments: ["/health/live", "/health/ready", "/metrics", "/v1/web-config", "/v1/ws", "/", "/nothing"])
    func `HEAD has the status and headers of GET and no body`(path: String) async throws {
        let probe = HTTPProbe()
        // Gives the metrics a first value.
        _ = try await probe.send(.get, "/health/live")
        let get = try await probe.send(.get, path)
        let head = try await probe.send(.head, path)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        #expect(!get.body.isEmpty)
        #expect(head.headers[.contentType] == get.headers[.contentType])
        if path != "/metrics" { #expect(head.headers[.contentLength] == String(get.body.count)) }
    }

    // MARK: - Other groups

    private struct Failing: HTTPRouteGroup {
        struct Unforeseen: Error, CustomStringConvertible { let description = "the disk is on fire" }

        func addRoutes(to router: Router<HTTPRequestContext>) {
            router.post("/v4/break") { _, _ -> Response in throw Unforeseen() }
            router.post("/v4/refuse") { _, _ -> Response in throw HTTPError(.badRequest, message: "no such field") }
            router.group("/v4/lives").get("{liveID}") { _, context in
                Response.json(["liveID": context.parameters.get("liveID") ?? ""])
            }
            router.get("/index.html") { _, _ in Response.json(["mine": true]) }
        }
    }

    @Test func `an unforeseen error gives the client only its id, and the log the details`() async throws {
        let probe = HTTPProbe(groups: [Failing()])
        let answer = try await probe.send(.post, "/v4/break", headers: [.xRequestID: "proxy-17"])
        #expect(answer.status == 500)
        #expect(!answer.text.contains("fire"))
        #expect(try answer.failure("requestID") == "proxy-17")
        let line = try #require(probe.log.lines.first { $0.contains("request failed") })
        #expect(line.contains(#""error":"the disk is on fire""#))
        #expect(line.contains(#""request.id":"proxy-17""#))
        #expect(line.contains(#""level":"error""#))
    }

    @Test func `an error of Hummingbird's looks like every other error`() async throws {
        let answer = try await HTTPProbe(groups: [Failing()]).send(.post, "/v4/refuse")
        #expect(answer.status == 400)
        #expect(try answer.failure("message") == "no such field")
    }

    @Test func `an added route group has path parameters, 405 answers and metrics by pattern`() async throws {
        let probe = HTTPProbe(groups: [Failing()])
        #expect(try await probe.send(.get, "/v4/lives/r1").text == #"{"liveID":"r1"}"#)
        let refused = try await probe.send(.delete, "/v4/lives/r1")
        #expect(refused.status == 405)
        #expect(refused.headers[.allow] == "GET, HEAD")
        #expect(try await probe.send(.get, "/v4/break").headers[.allow] == "POST")
        #expect(probe.registry.render().contains(#"{method="GET",route="/v4/lives/{liveID}",status="200"} 1"#))
    }

    @Test func `a file of the page never replaces a route`() async throws {
        let probe = HTTPProbe(groups: [Failing()], page: { ["index.html": [1], "metrics": [2], "health/live": [3]] })
        #expect(try await probe.send(.get, "/index.html").text == #"{"mine":true}"#)
        #expect(try await probe.send(.get, "/metrics").text.contains("# TYPE"))
        #expect(try await probe.send(.get, "/health/live").text == #"{"live":true}"#)
    }

    // MARK: - Request ids and the log

    @Test func `a request has its own id`() async throws {
        let probe = HTTPProbe()
        let first = try await probe.send(.get, "/health/live").headers[.xRequestID]
        let second = try await probe.send(.get, "/health/live").headers[.xRequestID]
        #expect(first?.isEmpty == false)
        #expect(first != second)
    }

    @Test(arguments: ["a b", "", "x\"y", "ü", String(repeating: "a", count: 65), "a,b", "<script>"])
    func `an id that could spoil a log is ignored`(offered: String) async throws {
        let answer = try await HTTPProbe().send(.get, "/health/live", headers: [.xRequestID: offered])
        let id = try #require(answer.headers[.xRequestID])
        #expect(id != offered)
        #expect(!id.isEmpty)
    }

    @Test func `the access log has the route and no query`() async throws {
        let probe = HTTPProbe()
        _ = try await probe.send(.get, "/health/live?usersig=eJwtzEsKwjAUheG9ZK", headers: [.xRequestID: "r-1"])
        let line = try #require(probe.log.lines.first { $0.contains("request answered") })
        #expect(line.contains(#""level":"debug""#))
        #expect(line.contains(#""http.method":"GET","http.path":"/health/live","http.route":"/health/live""#))
        #expect(line.contains(#""http.status":200"#))
        #expect(line.contains(#""request.id":"r-1""#))
        #expect(!line.contains("hb.request.id"))
        #expect(!probe.log.lines.contains { $0.contains("eJwtzEsKwjAUheG9ZK") })
    }

    // MARK: - Security headers

    @Test(arguments: [
        ("/", HTTPRequest.Method.get), ("/wire/frames.js", .get), ("/health/live", .get), ("/metrics", .get),
        ("/nothing", .get),
        ("/v1/ws", .get), ("/", .post), ("/v4/break", .post),
    ])
    func `every answer restricts what a browser may do with it`(path: String, method: HTTPRequest.Method) async throws {
        let headers = try await HTTPProbe(groups: [Failing()]).send(method, path).headers
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] == "same-origin")
        #expect(headers[.xFrameOptions] == "DENY")
        #expect(headers[.crossOriginOpenerPolicy] == "same-origin")
        #expect(headers[.crossOriginResourcePolicy] == "same-origin")
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
    }

    @Test func `a live may be framed by the pages that the configuration names, and by no other page at no other path`()
        async throws
    {
        let origins = ["https://app.example.com", "http://localhost:3000"]
        let probe = HTTPProbe(embedOrigins: origins)
        let framed = try await probe.send(.get, "/embed/r1")
        #expect(framed.status == 200)
        let policy = try #require(framed.headers[.contentSecurityPolicy])
        #expect(policy.contains("; frame-ancestors https://app.example.com http://localhost:3000; "))
        #expect(!policy.contains("'none'; worker"))
        #expect(framed.headers[.xFrameOptions] == nil)
        #expect(framed.headers[.crossOriginResourcePolicy] == "cross-origin")
        for path in ["/", "/live/r1", "/console", "/embed/", "/embed/a/b"] {
            let answer = try await probe.send(.get, path)
            #expect(answer.headers[.xFrameOptions] == "DENY", "\(path)")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true, "\(path)")
        }
        #expect(try await HTTPProbe().send(.get, "/embed/r1").status == 404)
    }

    @Test func `the page may connect only to the server that it came from`() async throws {
        let answer = try await HTTPProbe().send(.get, "/", authority: "live.example:8080")
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.contains("connect-src 'self' ws://live.example:8080 wss://live.example:8080;"))
        let version6 = try await HTTPProbe().send(.get, "/", authority: "[::1]:8080")
        #expect(version6.headers[.contentSecurityPolicy]?.contains("connect-src 'self' ws://[::1]:8080 ") == true)
    }

    @Test(arguments: [
        "x; script-src *", "a b", "*", "evil,host", "'unsafe-inline'", "", String(repeating: "a", count: 256),
    ])
    func `an invalid host does not get into the policy`(authority: String) async throws {
        let answer = try await HTTPProbe().send(.get, "/", authority: authority)
        #expect(answer.headers[.contentSecurityPolicy]?.contains("connect-src 'self';") == true)
    }

    @Test func `the page may play from the media server that the configuration names`() async throws {
        let play = try AddressTemplate("http://media.example:8088/hls/{liveID}.m3u8", for: .play)
        for (mode, sources, isNamed) in [
            (MediaConfiguration.Mode.external, "'self' blob: https: http://media.example:8088", true),
            (.relay, "'self' blob: https:", false),
        ] {
            let probe = HTTPProbe(
                media: MediaConfiguration(mode: mode, playURL: play),
                page: { ["index.html": Array("connect-src 'self'; base-uri 'none'".utf8)] })
            let answer = try await probe.send(.get, "/")
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.contains("media-src \(sources);"))
            // For a browser without HLS the page itself loads playlist and segments. The page's own policy must allow it as well.
            #expect(policy.contains(" http://media.example:8088; base-uri") == isNamed)
            #expect(answer.text.contains("connect-src 'self' http://media.example:8088;") == isNamed)
        }
    }

    // MARK: - WebSocket without an upgrade

    private static let handshake: HTTPFields = [
        .connection: "keep-alive, Upgrade", .upgrade: "WebSocket", .secWebSocketVersion: "13",
        .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==", .secWebSocketProtocol: "ovation.v1.json",
    ]

    @Test(arguments: ["/v1/ws", "/v1/echo"])
    func `a plain GET of a WebSocket's path is answered with 426`(path: String) async throws {
        let answer = try await HTTPProbe().send(.get, path)
        #expect(answer.status == 426)
        #expect(answer.headers[.upgrade] == "websocket")
        #expect(answer.headers[.connection] == "Upgrade")
        #expect(try answer.failure("name") == "upgradeRequired")
        #expect(try answer.failure("message")?.contains("WebSocket client") == true)
        #expect(try answer.failure("message")?.contains("ovation.v1.json") == (path == "/v1/ws"))
    }

    @Test func `the echo exists in development only`() async throws {
        #expect(try await HTTPProbe(isDevelopment: false).send(.get, "/v1/echo").status == 404)
    }

    @Test func `a page of a refused origin hears only that, whatever else is wrong`() async throws {
        let asked = Mutex<[String]>([])
        let probe = HTTPProbe(allowsOrigin: { origin, host in
            asked.withLock { $0 = [origin ?? "-", host ?? "-"] }
            return origin != "https://evil.example"
        })
        let answer = try await probe.send(.get, "/v1/ws", headers: [.origin: "https://evil.example"])
        #expect(answer.status == 403)
        #expect(try answer.failure("name") == "originRefused")
        #expect(try answer.failure("message")?.contains("https://evil.example") == true)
        #expect(try answer.failure("message")?.contains("app.allowedOrigins") == true)
        #expect(asked.withLock { $0 } == ["https://evil.example", "live.example:8080"])
        #expect(try await probe.send(.get, "/v1/ws").status == 426)
    }

    @Test(arguments: [
        (HTTPField.Name.connection, "keep-alive", 426, "Upgrade and Connection"),
        (.upgrade, "h2c", 426, "Upgrade and Connection"),
        (.secWebSocketVersion, "8", 426, "version 13"),
        (.secWebSocketKey, "short", 400, "Sec-WebSocket-Key"),
        (.secWebSocketProtocol, "ovation.v2.json, chat", 400, "ovation.v1.json"),
        (.secWebSocketProtocol, "chat, ovation.v1.json", 400, "HTTP/1.1"),
    ])
    func `an invalid handshake is refused with the first thing that is wrong`(
        name: HTTPField.Name, value: String, status: Int, says: String
    ) async throws {
        var headers = Self.handshake
        headers[name] = value
        let answer = try await HTTPProbe().send(.get, "/v1/ws", headers: headers)
        #expect(answer.status == status)
        #expect(try answer.failure("message")?.contains(says) == true, "\(answer.text)")
        if status == 426 { #expect(answer.headers[.secWebSocketVersion] == "13") }
    }
}
