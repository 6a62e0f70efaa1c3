import NIOPosix
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationBackend
@testable import OvationSupport

/// Callbacks cannot reach private addresses. Each URL goes through the whole caller, and no connection is made.
@Suite struct CallbackSSRFTests {
    /// The addresses of host names. An attacker who owns a name can point it anywhere.
    private static let names: [String: [String]] = [
        "loopback.example": ["127.0.0.1"],
        "loopback6.example": ["::1"],
        "private.example": ["10.1.2.3"],
        "metadata.example": ["169.254.169.254"],
        "mixed.example": ["93.184.216.34", "192.168.1.1"],
        "mixed6.example": ["93.184.216.34", "fe80::1%eth0"],
        "mapped.example": ["::ffff:127.0.0.1"],
        "nat64.example": ["64:ff9b::7f00:1"],
        "sixtofour.example": ["2002:7f00:1::"],
        "unique-local.example": ["fd00::1"],
        "unreadable.example": ["not an address"],
        "localhost": ["::1", "127.0.0.1"],
        "nothing.example": [],
    ]

    static let refused: [String] = [
        // Loopback and this host, in every spelling that some resolver accepts.
        "http://127.0.0.1/", "http://127.0.0.1:80/", "https://127.0.0.1/", "http://127.1/", "http://127.0.1/",
        "http://127.255.255.254/", "http://0.0.0.0/", "http://0/", "http://0.0.0.1/", "http://2130706433/",
        "http://017700000001/", "http://0177.0.0.1/", "http://0177.0.0.01/", "http://0x7f.0.0.1/", "http://0x7f000001/",
        "http://0x7F.1/", "http://0x7f.0x0.0x0.0x1/", "http://127.0.0.01/", "http://127.0.0.1./",
        "http://127.0.0.1.1/", "http://256.256.256.256/", "http://4294967295/", "http://00000000/",
        "http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://loopback.example/",
        "http://loopback6.example/",
        // Private, shared, link-local, metadata, benchmarking, documentation, multicast and reserved addresses.
        "http://10.0.0.1/", "http://10.255.255.255/", "http://172.16.0.1/", "http://172.31.255.255/",
        "http://192.168.0.1/", "http://169.254.169.254/latest/meta-data/", "http://169.254.0.1/", "http://100.64.0.1/",
        "http://100.100.100.200/", "http://192.0.0.1/", "http://192.0.2.1/", "http://198.18.0.1/",
        "http://198.51.100.1/", "http://203.0.113.1/", "http://224.0.0.1/", "http://239.255.255.250/",
        "http://240.0.0.1/", "http://255.255.255.255/", "http://192.88.99.1/", "http://2852039166/",
        "http://private.example/", "http://metadata.example/", "http://mixed.example/", "http://mixed6.example/",
        // IPv6, and IPv4 inside it.
        "http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/", "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/", "http://[::ffff:10.0.0.1]/", "http://[::ffff:169.254.169.254]/",
        "http://[::127.0.0.1]/", "http://[::ffff:0:127.0.0.1]/", "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b::169.254.169.254]/", "http://[64:ff9b:1::1]/", "http://[2002:7f00:1::]/",
        "http://[2002:a9fe:a9fe::]/", "http://[2001::1]/", "http://[2001:db8::1]/", "http://[3fff::1]/",
        "http://[100::1]/", "http://[fc00::1]/", "http://[fd00:ec2::254]/", "http://[fe80::1]/",
        "http://[fe80::1%25eth0]/", "http://[fec0::1]/", "http://[ff02::1]/", "http://[5f00::1]/",
        "http://mapped.example/", "http://nat64.example/", "http://sixtofour.example/", "http://unique-local.example/",
        // Other schemes.
        "file:///etc/passwd", "gopher://127.0.0.1:6379/_INFO", "ftp://93.184.216.34/", "dict://127.0.0.1:11211/stat",
        "ldap://127.0.0.1/", "unix:///var/run/docker.sock", "http+unix://%2Fvar%2Frun%2Fdocker.sock/", "jar:http://x!/",
        "javascript:alert(1)", "data:text/plain,x", "//127.0.0.1/", "127.0.0.1", "", "http:", "http://", "http:///x",
        "https:127.0.0.1",
        // User names, ports, and URLs that parsers read differently.
        "http://93.184.216.34@127.0.0.1/", "http://user:password@loopback.example/", "http://127.0.0.1:80@example.com/",
        "http://example.com@127.0.0.1/", "http://example.com#@127.0.0.1/", "http://127.0.0.1\\@example.com/",
        "http://example.com\\.127.0.0.1/", "http://127.0.0.1%2eexample.com/", "http://%31%32%37.0.0.1/",
        "http://127.0.0.1%00.example.com/", "http://loopback.example%0d%0aHost:x/", "http://93.184.216.34:22/",
        "http://93.184.216.34:6379/", "http://93.184.216.34:8080/", "http://93.184.216.34:0/",
        "http://93.184.216.34:65536/", "http://93.184.216.34:+80/", "http://93.184.216.34:80:80/",
        "http://93.184.216.34: 80/", "http://ex ample.com/", "http://example.com/\r\nX: y", "http://example.com/\u{0}",
        "http://①②⑦.0.0.1/", "http://127。0。0。1/", "http://ⓛocalhost/", "http://[::1]example.com/", "http://[::1",
        "http://[127.0.0.1]/", "http://[::1]:80:80/", "http://-example.com/", "http://exa_mple.com/",
        "http://.example/",
        "http://a..b/", "http://unreadable.example/", "http://example.com/{x}", "http://example.com/`x`",
    ]

    private func caller(
        _ policy: CallbackAddressPolicy = CallbackAddressPolicy(),
        resolving addresses: @escaping @Sendable (String) -> [String] = { names[$0] ?? ["127.0.0.1"] }
    ) -> HTTPCallbackCaller {
        let clock = ManualClock()
        return HTTPCallbackCaller(
            sdkAppID: 1, policy: policy, limits: Limits(),
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }),
            resolver: HostResolver { addresses($0) }, group: MultiThreadedEventLoopGroup.singleton)
    }

    private let callback = Callback(id: "1", command: .afterCreateRoom, body: Array("{}".utf8))

    @Test(arguments: refused) func `a URL that does not lead to a public address is refused`(url: String) async {
        let caller = caller()
        let failure = await failure {
            try await caller.post(callback, CallbackSettings(url: url), milliseconds: 60_000)
        }
        guard case .addressRefused(let reason) = failure else {
            Issue.record("\(url) was not refused but ended with: \(String(describing: failure))")
            return
        }
        #expect(!reason.isEmpty)
        await caller.shutdown()
    }

    @Test func `the corpus is large enough`() {
        #expect(Set(Self.refused).count == Self.refused.count)
        #expect(Self.refused.count >= 80)
    }

    @Test func `no URL of the corpus causes a connection, even if this machine serves its port`() async throws {
        try await CallbackTestServer.run { server in
            // The port is allowed, so only the address keeps the caller from the server.
            let caller = caller(CallbackAddressPolicy(allowedPorts: [80, 443, server.port]))
            for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "loopback.example", "0.0.0.0"] {
                let url = "http://\(host):\(server.port)/"
                let failure = await failure {
                    try await caller.post(callback, CallbackSettings(url: url), milliseconds: 60_000)
                }
                guard case .addressRefused = failure else {
                    Issue.record("\(url) ended with: \(String(describing: failure))")
                    continue
                }
            }
            #expect(server.connectionCount == 0)
            await caller.shutdown()
        }
    }

    @Test func `a private address works if its network and port are configured`() async throws {
        try await CallbackTestServer.run { server in
            let network = try #require(CIDRBlock("127.0.0.0/8"))
            let caller = caller(CallbackAddressPolicy(allowedNetworks: [network], allowedPorts: [server.port]))
            _ = try await caller.post(
                callback, CallbackSettings(url: "http://loopback.example:\(server.port)/x"), milliseconds: 60_000)
            let request = try #require(server.requests.first)
            // The connection went to the address, and the request names the host.
            #expect(request.headers["host"] == "loopback.example:\(server.port)")
            let other = await failure {
                try await caller.post(
                    callback, CallbackSettings(url: "http://private.example:\(server.port)/"), milliseconds: 60_000)
            }
            guard case .addressRefused = other else {
                Issue.record("10.1.2.3 ended with: \(String(describing: other))")
                return
            }
            await caller.shutdown()
        }
    }

    @Test func `a name that changes its address after the check is not resolved again`() async throws {
        try await CallbackTestServer.run { server in
            let looks = Mutex(0)
            let network = try #require(CIDRBlock("127.0.0.1/32"))
            let clock = ManualClock()
            let caller = HTTPCallbackCaller(
                sdkAppID: 1,
                policy: CallbackAddressPolicy(allowedNetworks: [network], allowedPorts: [server.port]),
                limits: Limits(), clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }),
                resolver: HostResolver { _ in
                    looks.withLock { $0 += 1 }
                    // The first address is allowed. The next lookup gives another address of this machine.
                    return looks.withLock { $0 } == 1 ? ["127.0.0.1"] : ["127.0.0.2"]
                }, group: MultiThreadedEventLoopGroup.singleton)
            let settings = CallbackSettings(url: "http://rebinding.example:\(server.port)/")
            _ = try await caller.post(callback, settings, milliseconds: 60_000)
            #expect(looks.withLock { $0 } == 1)
            clock.advance(seconds: 60)
            let second = await failure { try await caller.post(callback, settings, milliseconds: 60_000) }
            guard case .addressRefused = second else {
                Issue.record("the call to the second address ended with: \(String(describing: second))")
                return
            }
            #expect(server.requests.count == 1)
            await caller.shutdown()
        }
    }

    @Test(arguments: ["93.184.216.34", "8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200e"])
    func `the policy accepts public addresses`(address: String) {
        #expect(CallbackAddressPolicy().refusal(ofAddress: address) == nil)
    }

    @Test func `the posted URL is composed from its parsed parts`() throws {
        #expect(
            try CallbackURL("HTTPS://Example.COM:443/a?b=c").text(addingQuery: "d=e") == "https://example.com/a?b=c&d=e"
        )
        #expect(try CallbackURL("http://example.com").text(addingQuery: "d=e") == "http://example.com/?d=e")
        #expect(try CallbackURL("http://example.com?b").text(addingQuery: "d=e") == "http://example.com/?b&d=e")
        #expect(try CallbackURL("http://[2A00::1]:8080/x?").text(addingQuery: "d=e") == "http://[2a00::1]:8080/x?d=e")
    }
}

/// The failure of a call; nil if it succeeds.
func failure<Value>(_ body: () async throws -> Value) async -> CallbackFailure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? CallbackFailure
    }
}
