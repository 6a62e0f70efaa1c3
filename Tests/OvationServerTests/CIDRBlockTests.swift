import Testing

@testable import OvationSupport

/// The addresses in a range.
@Suite struct CIDRBlockTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.0.0.0", true), ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "9.255.255.255", false), ("172.16.0.0/12", "172.31.255.255", true),
        ("172.16.0.0/12", "172.32.0.0", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("127.0.0.1/32", "127.0.0.1", true), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "2001:db8::1", true), ("::/0", "10.1.2.3", true), ("fd00::/8", "fdff::1", true),
        ("fd00::/8", "fe00::1", false), ("2001:db8::/33", "2001:db8:7fff::", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("::1", "::1", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("fe80::/10", "fe80::1%eth0", true), ("10.0.0.0/8", "", false),
        ("10.0.0.0/8", "10.0.0", false), ("10.0.0.0/8", "localhost", false),
    ]) func `a range contains exactly its own addresses`(block: String, address: String, expected: Bool) throws {
        #expect(try #require(CIDRBlock(block)).contains(address) == expected)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/08x",
        "10.0.0/8",
        "10.0.0.1/8", "256.0.0.0/8", "::/129", "fd00::1/8", "localhost", "10.0.0.0 /8", "10.0.0.0/٨",
    ]) func `a text that is not a range is refused`(text: String) {
        #expect(CIDRBlock(text) == nil)
    }
}
