import Testing

@testable import OvationServer

/// What an address counts as where rates are kept apart.
struct AddressKeyTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"),
        ("255.255.255.255", "255.255.255.255"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"),
    ]) func `an IPv4 address counts by itself, an IPv6 address with its network`(address: String, key: String) throws {
        #expect(try #require(AddressKey(address)).description == key)
    }

    @Test func `addresses of one network are one, of two networks two, and IPv4 is never IPv6`() {
        #expect(AddressKey("2001:db8::1") == AddressKey("2001:db8::ffff:ffff:ffff:ffff"))
        #expect(AddressKey("2001:db8::1") != AddressKey("2001:db8:0:1::1"))
        #expect(AddressKey("192.0.2.7") != AddressKey("192.0.2.8"))
        #expect(AddressKey("0.0.0.1") != AddressKey("0:0:0:1::"))
        #expect(AddressKey("0.0.0.0") != AddressKey("::"))
    }

    @Test(arguments: ["", "nobody", "192.0.2", "192.0.2.7:80", "[2001:db8::1]", "1.2.3.4.5", " 1.2.3.4", "%eth0"])
    func `what is no address is none`(text: String) { #expect(AddressKey(text) == nil) }
}
