import Testing

@testable import OvationHTTP

/// The pages that may open a connection.
struct OriginPolicyTests {
    /// A handshake's origin and host, the configured list, and whether it is accepted.
    struct Case: CustomTestStringConvertible {
        let origin: String?
        let host: String?
        let allowed: [String]
        let isLetIn: Bool

        var testDescription: String { "\(origin ?? "no origin") at \(host ?? "no host"), allowed \(allowed)" }

        init(_ origin: String?, _ host: String?, _ allowed: [String], _ isLetIn: Bool) {
            self.origin = origin
            self.host = host
            self.allowed = allowed
            self.isLetIn = isLetIn
        }

        init(_ origin: String?, _ host: String?, _ isLetIn: Bool) { self.init(origin, host, [], isLetIn) }
    }

    static let app = ["https://app.example.com"]

    static let cases: [Case] = [
        // Native apps.
        Case(nil, "example.com", true),
        Case(nil, nil, true),
        Case(nil, "example.com", app, true),
        // The server's own page.
        Case("https://example.com", "example.com", true),
        Case("http://example.com", "example.com", true),
        Case("http://localhost:8080", "localhost:8080", true),
        Case("http://127.0.0.1:8080", "127.0.0.1:8080", true),
        Case("http://[::1]:8080", "[::1]:8080", true),
        Case("http://[::1]", "[::1]", true),
        Case("http://[::80]", "[::80]", true),
        Case("https://EXAMPLE.com", "Example.COM", true),
        Case("https://example.com/", "example.com", true),
        // Default ports.
        Case("https://example.com", "example.com:443", true),
        Case("https://example.com:443", "example.com", true),
        Case("http://example.com", "example.com:80", true),
        Case("http://example.com:80", "example.com", true),
        Case("http://[::1]", "[::1]:80", true),
        // Other ports.
        Case("https://example.com:8443", "example.com:8443", true),
        Case("https://example.com:8443", "example.com", false),
        Case("https://example.com", "example.com:8443", false),
        Case("http://example.com", "example.com:443", false),
        Case("https://example.com", "example.com:80", false),
        Case("http://localhost:3000", "localhost:8080", false),
        Case("http://[::1]:8081", "[::1]:8080", false),
        Case("http://[::2]:8080", "[::1]:8080", false),
        Case("http://127.0.0.1:8080", "localhost:8080", false),
        // Names that only look similar.
        Case("https://example.com.evil.com", "example.com", false),
        Case("https://evil-example.com", "example.com", false),
        Case("https://evilexample.com", "example.com", false),
        Case("https://sub.example.com", "example.com", false),
        Case("https://example.com", "sub.example.com", false),
        Case("https://example.co", "example.com", false),
        Case("https://example.com.", "example.com", false),
        Case("https://evil.com/example.com", "example.com", false),
        Case("https://evil.com#example.com", "example.com", false),
        Case("https://evil.com?https://example.com", "example.com", false),
        Case("https://example.com@evil.com", "example.com", false),
        Case("https://evil.com@example.com", "example.com", false),
        Case("https://example.com:443@evil.com", "example.com", false),
        Case("https://\u{212A}eep.com", "keep.com", false),
        Case("https://example.com https://evil.com", "example.com", false),
        Case(" https://example.com", "example.com", false),
        // Values that are not a page's origin.
        Case("null", "example.com", false),
        Case("null", "null", false),
        Case("", "example.com", false),
        Case("", "", false),
        Case("example.com", "example.com", false),
        Case("://example.com", "example.com", false),
        Case("//example.com", "example.com", false),
        Case("file://example.com", "example.com", false),
        Case("file://", "", false),
        Case("chrome-extension://example.com", "example.com", false),
        Case("ws://example.com", "example.com", false),
        Case("https://", "example.com", false),
        Case("https://example.com", nil, false),
        Case("https://example.com", "", false),
        // Origins on the configured list.
        Case("https://app.example.com", "live.example.com", app, true),
        Case("https://app.example.com", nil, app, true),
        Case("HTTPS://App.Example.com", "live.example.com", app, true),
        Case("https://app.example.com:443", "live.example.com", app, true),
        Case("http://app.example.com", "live.example.com", app, false),
        Case("https://app.example.com:8443", "live.example.com", app, false),
        Case("https://app.example.com.evil.com", "live.example.com", app, false),
        Case("https://evil.com", "live.example.com", app, false),
        Case("https://live.example.com", "live.example.com", app, true),
        Case("https://app.example.com", "live.example.com", ["https://App.Example.com/"], true),
        Case("https://app.example.com", "live.example.com", ["https://app.example.com:443"], true),
        Case("http://app.example.com", "live.example.com", ["http://app.example.com:80"], true),
        Case("http://app.example.com", "live.example.com", ["http://app.example.com:443"], false),
        Case("http://localhost:3000", "localhost:8080", ["http://localhost:3000"], true),
        Case("https://app.example.com", "live.example.com", ["app.example.com"], false),
        Case("https://app.example.com", "live.example.com", ["https://*.example.com"], false),
        Case("null", "example.com", ["null"], true),
        Case("capacitor://localhost", "example.com", ["capacitor://localhost"], true),
        // A list that allows every origin.
        Case("https://evil.com", "example.com", ["*"], true),
        Case("null", "example.com", ["*"], true),
    ]

    @Test(arguments: cases)
    func `a handshake is accepted or refused by its whole origin`(handshake: Case) {
        let policy = OriginPolicy(allowed: handshake.allowed)
        #expect(policy.allows(origin: handshake.origin, host: handshake.host) == handshake.isLetIn)
    }

    @Test(arguments: [
        (nil, true), ("127.0.0.1", true), ("127.0.0.1:8080", true), ("127.9.8.7:1", true), ("localhost", true),
        ("LocalHost:8080", true), ("app.localhost:8080", true), ("[::1]", true), ("[::1]:8080", true),
        ("dev.example.com", true), ("dev.example.com:9", true),
        ("", false), ("evil.example", false), ("evil.example:8080", false), ("127.0.0.1.evil.example", false),
        ("localhost.evil.example", false), ("notlocalhost", false), ("128.0.0.1", false), ("127.0.0.256", false),
        ("[::2]", false), ("::1", false), ("192.168.1.7", false), ("[::1].evil.example", false),
        ("localho\u{17F}t", false), ("evil.dev.example.com", false),
    ])
    func `a developer's server answers only to names of its machine and of allowed origins`(
        host: String?, isAnswered: Bool
    ) {
        let policy = OriginPolicy(allowed: ["https://dev.example.com:9"], answersToLoopbackOnly: true)
        #expect(policy.allows(host: host) == isAnswered)
        // Such a page is of the same origin as its host. That must not let a foreign name in.
        #expect(policy.allows(origin: host.map { "http://\($0)" }, host: host) == isAnswered)
        #expect(OriginPolicy(allowed: []).allows(host: host), "any other server answers to every name")
    }
}
