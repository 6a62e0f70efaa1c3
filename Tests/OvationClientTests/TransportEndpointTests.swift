import NIOCore
import OvationModel
import Testing

@testable import OvationClient

@Suite struct TransportEndpointTests {
    @Test(arguments: [
        ("ws://127.0.0.1:8080", "ws://127.0.0.1:8080/v1/ws"),
        ("wss://live.example.com", "wss://live.example.com/v1/ws"),
        ("wss://live.example.com:443/", "wss://live.example.com/v1/ws"), ("http://Host", "ws://host/v1/ws"),
        ("https://host/base//", "wss://host/base/v1/ws"), ("ws://[::1]:9", "ws://[::1]:9/v1/ws"),
        ("WS://host:80/v1/ws", "ws://host/v1/ws"), ("ws://host/a%20b", "ws://host/a%20b/v1/ws"),
    ])
    func `a server's URL is normalised`(url: String, spelling: String) {
        #expect(TransportEndpoint(serverURL: url)?.description == spelling)
    }

    @Test(arguments: [
        "", "host", "host:8080", "ftp://host", "ws://", "ws://:80", "ws://host:0", "ws://host:70000", "ws://user@host",
        "ws://user:word@host", "ws://host?x=1", "ws://host#x", "ws://ho st", "://", "ws://ho\r\nst",
    ])
    func `an invalid server URL is refused`(url: String) {
        #expect(TransportEndpoint(serverURL: url) == nil)
    }

    @Test func `the host header brackets IPv6 and omits the default port`() {
        #expect(TransportEndpoint(serverURL: "ws://[::1]:9")?.hostHeader == "[::1]:9")
        #expect(TransportEndpoint(serverURL: "wss://h")?.hostHeader == "h")
        #expect(TransportEndpoint(serverURL: "wss://h:80")?.hostHeader == "h:80")
    }

    @Test func `the server URL comes from the call, then the environment, then Info plist`() {
        func resolve(_ explicit: String?, _ environment: String?, _ plist: String?) -> String {
            ClientConfiguration.resolveServerURL(explicit: explicit, environment: environment, infoPlist: plist)
        }
        #expect(resolve("ws://a", "ws://b", "ws://c") == "ws://a")
        #expect(resolve("", "ws://b", "ws://c") == "ws://b")
        #expect(resolve(nil, " ", "ws://c") == "ws://c")
        #expect(resolve(nil, nil, nil) == "ws://127.0.0.1:8080")
    }

    @Test(arguments: [(-1.0, 0.0), (.nan, 0), (0.5, 0.5), (.infinity, 86_400), (1e300, 86_400)])
    func `no timeout setting overflows a deadline`(seconds: Double, expected: Double) {
        #expect(TimeAmount(clampingSeconds: seconds).nanoseconds == Int64(expected * 1e9))
    }
}
