import Foundation

/// A range of IP addresses: `10.0.0.0/8`, `fd00::/8`, or one address.
///
/// IPv4 addresses are kept as the IPv6 addresses that they are mapped to (`::ffff:10.0.0.0`), so that a proxy is the same
/// proxy on a socket that listens to both.
public struct CIDRBlock: Hashable, Sendable, CustomStringConvertible {
    private let network: Address
    private let prefixBits: Int

    /// The range as it was written.
    public let description: String

    /// Reads a range; nil where it is none, or where bits are set behind the prefix (`10.0.0.1/8`).
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ Address(String($0)) }) else { return nil }
        var bits = 128
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let length = Int(parts[1]), length <= address.bits
            else { return nil }
            bits = 128 - address.bits + length
        }
        guard address.masked(bits: bits) == address else { return nil }
        network = address
        prefixBits = bits
        description = text
    }

    /// Whether an address is in the range. A text that is no address is in none.
    public func contains(_ address: String) -> Bool {
        guard let address = Address(address) else { return false }
        return address.masked(bits: prefixBits).bytes == network.bytes
    }

    /// 16 bytes of an address.
    private struct Address: Hashable {
        var bytes: [UInt8]
        /// How long a prefix may be: 32 or 128.
        let bits: Int

        init?(_ text: String) {
            var v4 = in_addr()
            if inet_pton(AF_INET, text, &v4) == 1 {
                bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + withUnsafeBytes(of: &v4) { [UInt8]($0) }
                bits = 32
                return
            }
            // The zone of a link-local address (`fe80::1%eth0`) says where it is, not which it is.
            let plain = text.prefix { $0 != "%" }
            var v6 = in6_addr()
            guard inet_pton(AF_INET6, String(plain), &v6) == 1 else { return nil }
            bytes = withUnsafeBytes(of: &v6) { [UInt8]($0) }
            bits = 128
        }

        func masked(bits kept: Int) -> Address {
            var masked = self
            for index in masked.bytes.indices {
                let keptHere = min(max(kept - index * 8, 0), 8)
                masked.bytes[index] &= keptHere == 0 ? 0 : UInt8.max << (8 - keptHere)
            }
            return masked
        }
    }
}
