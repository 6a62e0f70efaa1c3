public import OvationSupport

/// The operator's settings of callbacks; the rest is set over REST.
public struct CallbackConfiguration: Sendable {
    /// Networks that are not public and may be called all the same.
    public var allowedNetworks: [CIDRBlock]
    /// The ports that may be called.
    public var allowedPorts: Set<Int>
    /// Whether a message is let through when the app's backend does not say anything to it.
    public var messagesPassOnSilence: Bool
    /// Whether a user may enter when the app's backend does not answer.
    public var joinsPassOnSilence: Bool

    /// Makes a configuration; without arguments only public addresses on the ports 80 and 443 are called, and silence lets pass.
    public init(
        allowedNetworks: [CIDRBlock] = [], allowedPorts: Set<Int> = [80, 443], messagesPassOnSilence: Bool = true,
        joinsPassOnSilence: Bool = true
    ) {
        self.allowedNetworks = allowedNetworks
        self.allowedPorts = allowedPorts
        self.messagesPassOnSilence = messagesPassOnSilence
        self.joinsPassOnSilence = joinsPassOnSilence
    }
}
