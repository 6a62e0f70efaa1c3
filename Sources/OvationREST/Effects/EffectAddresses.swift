package import OvationBackend
import OvationSupport

/// Where effects may be fetched from.
package enum EffectAddresses: Sendable {
    /// For a server that fetches what somebody else names: the addresses and ports that callbacks may go to.
    case guarded(CallbackConfiguration)
    /// For an operator who fetches with their own machine's rights: https anywhere, http on this machine only.
    case operators

    private static let loopback = [CIDRBlock("127.0.0.0/8"), CIDRBlock("::1")].compactMap { $0 }

    /// Why a URL is not asked for, before its name is looked up; nil where it may be.
    func refusal(of url: CallbackURL) -> String? {
        switch self {
        case .guarded(let configuration): Self.policy(configuration).refusal(ofPort: url.port)
        case .operators: nil
        }
    }

    /// Why an address is not connected to for a URL; nil where it may be.
    func refusal(of address: String, for url: CallbackURL) -> String? {
        switch self {
        case .guarded(let configuration): Self.policy(configuration).refusal(ofAddress: address)
        case .operators:
            url.isSecure || Self.loopback.contains { $0.contains(address) }
                ? nil : "Without TLS, effects are fetched from this machine only. Use https."
        }
    }

    private static func policy(_ configuration: CallbackConfiguration) -> CallbackAddressPolicy {
        CallbackAddressPolicy(
            allowedNetworks: configuration.allowedNetworks, allowedPorts: configuration.allowedPorts)
    }
}
