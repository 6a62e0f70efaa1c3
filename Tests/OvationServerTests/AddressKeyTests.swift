import Testing

@testable import OvationSupport

/// The key that rates are counted by: an address or its network.
struct AddressKeyTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"),
        ("255.255.255.255", "255.255.255.255"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"),
    ]) func `an IPv4 address is its own key, and an IPv6 address has its network's`(address: String, key: String) throws
    {
        #expect(try #require(AddressKey(address)).description == key)
    }

    @Test func `two addresses have one key only if they share a network, and IPv4 never equals IPv6`() {
        #expect(AddressKey("2001:db8::1") == AddressKey("2001:db8::ffff:ffff:ffff:ffff"))
        #expect(AddressKey("2001:db8::1") != AddressKey("2001:db8:0:1::1"))
        #expect(AddressKey("192.0.2.7") != AddressKey("192.0.2.8"))
        #expect(AddressKey("0.0.0.1") != AddressKey("0:0:0:1::"))
        #expect(AddressKey("0.0.0.0") != AddressKey("::"))
    }

    @Test(arguments: ["", "nobody", "192.0.2", "192.0.2.7:80", "[2001:db8::1]", "1.2.3.4.5", " 1.2.3.4", "%eth0"])
    func `a text that is not an address has no key`(text: String) { #expect(AddressKey(text) == nil) }
}
