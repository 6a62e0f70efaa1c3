package import OvationSupport

/// Which addresses callbacks are sent to, and effects fetched from: public ones, and those of private networks that the operator
/// has named.
///
/// A caller who may name a URL must not reach what only this machine can reach: its own services, the hosts beside it,
/// the cloud's metadata. The check is made on the address that is connected to, not on the name.
package struct CallbackAddressPolicy: Sendable {
    /// The networks that are not public and may be called all the same.
    let allowedNetworks: [CIDRBlock]
    /// The ports that may be called.
    let allowedPorts: Set<Int>

    /// The ports of http and https.
    static let standardPorts: Set<Int> = [80, 443]

    package init(allowedNetworks: [CIDRBlock] = [], allowedPorts: Set<Int> = standardPorts) {
        self.allowedNetworks = allowedNetworks
        self.allowedPorts = allowedPorts
    }

    /// Why a port is not called; nil where it is.
    package func refusal(ofPort port: Int) -> String? {
        allowedPorts.contains(port)
            ? nil : "The port \(port) is none that callback.allowPorts lists."
    }

    /// Why an address is not called; nil where it is. A text that is no address is refused.
    package func refusal(ofAddress address: String) -> String? {
        if allowedNetworks.contains(where: { $0.contains(address) }) { return nil }
        // IPv4 has no other form of its own here: what is mapped into IPv6 is looked up as what it is.
        let isIPv4 = Self.mapped.contains(address)
        let isPublic =
            isIPv4
            ? !Self.special4.contains { $0.contains(address) }
            : Self.globalUnicast.contains(address) && !Self.special6.contains { $0.contains(address) }
        guard !isPublic else { return nil }
        return "The address \(address) is not public. To allow its network, list it in callback.allowPrivateNetworks."
    }

    private static let mapped = block("::ffff:0:0/96")
    /// Addresses outside of it are unassigned or have a local meaning: loopback, NAT64, unique local, link-local, multicast.
    private static let globalUnicast = block("2000::/3")

    /// IANA's special-purpose registry, and multicast and reserved space.
    private static let special4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ].map(block)

    /// Of global unicast: protocol assignments with Teredo and ORCHID, 6to4, and documentation. Teredo and 6to4 carry an
    /// IPv4 address inside, behind which anything may be.
    private static let special6 = [
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20",
    ].map(block)

    private static func block(_ text: String) -> CIDRBlock {
        guard let block = CIDRBlock(text) else { preconditionFailure("\(text) is no range of addresses") }
        return block
    }
}
