import Foundation

/// What an address counts as where rates are kept apart: an IPv4 address, or the network of 64 bits that an IPv6 address is in.
///
/// A household or a server has a whole such network, so that a rate for each single IPv6 address would hold back nobody.
package struct AddressKey: Hashable, Sendable, CustomStringConvertible {
    private let bits: UInt64
    private let isV4: Bool

    /// Reads an address; nil where the text is none. An IPv4 address is the same one where it is written as an IPv6 address
    /// (`::ffff:192.0.2.1`).
    package init?(_ text: String) {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            bits = UInt64(UInt32(bigEndian: v4.s_addr))
            isV4 = true
            return
        }
        // The zone of a link-local address (`fe80::1%eth0`) says where it is, not which it is.
        let plain = String(text.prefix { $0 != "%" })
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, plain, &v6) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &v6) { [UInt8]($0) }
        isV4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        bits = (isV4 ? bytes.suffix(4) : bytes.prefix(8)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The address, or the network.
    package var description: String {
        if isV4 { return [24, 16, 8, 0].map { String((bits >> UInt64($0)) & 0xFF) }.joined(separator: ".") }
        return [48, 32, 16, 0].map { String((bits >> UInt64($0)) & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
