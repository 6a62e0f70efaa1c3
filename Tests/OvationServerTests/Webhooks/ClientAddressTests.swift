import NIOHTTP1
import Testing

@testable import OvationBackend
@testable import OvationSupport

/// The address and the platform of a client behind proxies.
struct ClientAddressTests {
    private static let proxies = ["10.0.0.0/8", "192.0.2.1", "fd00::/8"].compactMap { CIDRBlock($0) }

    @Test(arguments: [
        // There is no proxy, and anybody may write the header.
        ("203.0.113.7", [], "203.0.113.7"), ("203.0.113.7", ["6.6.6.6"], "203.0.113.7"),
        // One proxy appends to whatever the header had before.
        ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["6.6.6.6", "203.0.113.7"], "203.0.113.7"), ("10.0.0.1", [" \t203.0.113.7\t "], "203.0.113.7"),
        // In a chain of proxies the first untrusted address counts.
        ("10.0.0.1", ["203.0.113.7, 192.0.2.1, 10.9.9.9"], "203.0.113.7"),
        ("10.0.0.1", ["203.0.113.7, 198.51.100.4, 10.9.9.9"], "198.51.100.4"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"), ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        // Some proxies add ports.
        ("10.0.0.1", ["203.0.113.7:4711"], "203.0.113.7"), ("10.0.0.1", ["[2001:db8::7]:443"], "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]"], "2001:db8::7"),
        // All addresses are trusted, so the first one is the nearest to the client.
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        // An invalid address is ignored. The proxy that wrote it is the last known address.
        ("10.0.0.1", ["unknown"], "10.0.0.1"), ("10.0.0.1", ["_hidden, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [""], "10.0.0.1"), ("10.0.0.1", ["203.0.113.7,"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.0/24"], "10.0.0.1"), ("10.0.0.1", ["fe80::1%eth0"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.7&Sign=x"], "10.0.0.1"), ("10.0.0.1", ["[203.0.113.7"], "10.0.0.1"),
    ])
    func `the client's address is the last one that a trusted proxy wrote`(
        peer: String, forwarded: [String], address: String
    ) {
        #expect(ClientAddress.of(peer: peer, forwardedFor: forwarded, trustedProxies: Self.proxies) == address)
        #expect(ClientAddress.of(peer: peer, forwardedFor: forwarded, trustedProxies: []) == peer)
    }

    @Test func `a header is read up to a limit, and a connection without an address has none`() {
        let hops = Array(repeating: "10.0.0.9", count: 40)
        #expect(
            ClientAddress.of(peer: "10.0.0.1", forwardedFor: ["6.6.6.6"] + hops, trustedProxies: Self.proxies)
                == "10.0.0.9")
        #expect(ClientAddress.of(peer: nil, forwardedFor: ["6.6.6.6"], trustedProxies: Self.proxies) == "")
    }

    @Test(arguments: [
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", Callback.Client.Platform.web),
        ("Ovation/1 (iOS)", .iOS), ("Ovation/1 (Mac)", .mac), ("Ovation/1 (Android)", .android),
        ("Ovation/2.3 (iPad) more", .iPad), ("Ovation/1 (Unknown)", .unknown), ("Ovation/1 (Toaster)", .unknown),
        ("Ovation/1 (iOS", .unknown), ("Ovation/1 )iOS(", .unknown), ("curl/8.0", .unknown), ("", .unknown),
    ])
    func `the platform comes from the client's own User-Agent`(userAgent: String, platform: Callback.Client.Platform) {
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/v1/ws",
            headers: ["User-Agent": userAgent, "X-Forwarded-For": "6.6.6.6"])
        let client = Callback.Client(head, from: "203.0.113.7", trustedProxies: Self.proxies)
        #expect(client == Callback.Client(address: "203.0.113.7", platform: platform))
    }
}
