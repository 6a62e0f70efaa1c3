import OvationModel
import OvationNode
import OvationWire
import Testing

/// The servers that help users in seats to reach each other.
@Suite struct ICEConfigurationTests {
    private let bob = UserID(unchecked: "bob")
    private let now = Timestamp(milliseconds: 1_732_156_800_900)

    @Test func `without addresses nobody is told of servers`() {
        #expect(ICEConfiguration().servers(for: bob, at: now) == nil)
        #expect(ICEConfiguration(secret: "north").servers(for: bob, at: now) == nil)
    }

    @Test func `a TURN server has coturn's login for a limited time, and a STUN server has none`() {
        let ice = ICEConfiguration(
            urls: ["turn:t.example.com:3478?transport=udp", "stun:s.example.com", "turns:t.example.com"],
            secret: "north", seconds: 600)
        #expect(
            ice.servers(for: bob, at: now) == [
                ICEServer(urls: ["stun:s.example.com"]),
                // printf %s 1732157400:bob | openssl dgst -sha1 -hmac north -binary | base64
                ICEServer(
                    urls: ["turn:t.example.com:3478?transport=udp", "turns:t.example.com"],
                    username: "1732157400:bob", credential: "2xQT9OHQCXTBEnVMF7h6ceSB4mw="),
            ])
    }

    @Test func `without a secret a TURN server has no login`() {
        let ice = ICEConfiguration(urls: ["turn:t.example.com"])
        #expect(ice.servers(for: bob, at: now) == [ICEServer(urls: ["turn:t.example.com"])])
    }

    @Test(arguments: [
        ("stun:s.example.com", true), ("stuns:s.example.com:5349", true), ("turn:10.0.0.1:3478?transport=tcp", true),
        ("turns:[2001:db8::1]:5349", true), ("http://s.example.com", false), ("turn:", false), ("turn:a b", false),
        ("turn:t.example.com?transport=sctp", false), ("stun:s.example.com:123456", false), ("", false),
    ])
    func `an address is one of STUN or TURN`(text: String, isOne: Bool) {
        #expect(ICEConfiguration.isAddress(text) == isOne)
    }
}
