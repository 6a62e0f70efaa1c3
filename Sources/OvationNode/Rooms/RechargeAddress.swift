/// Where the users of an app buy coins: a page of the app's shop, which the page of this server leads to.
///
/// `{user}` in it stands for the user's id, and `{coins}` for how many coins they are short of; 0 where they are not.
public struct RechargeAddress: Hashable, Sendable {
    /// The longest address, in bytes.
    public static let bytesMax = 1_000

    /// The address as the operator wrote it.
    public let text: String

    /// Takes an address; nil unless it is one of `https` in printable ASCII, of at most ``bytesMax`` bytes.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax,
            text.wholeMatch(of: /https:\/\/[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?([\/?#][!#-;=?-\[\]_a-z{}~]*)?/) != nil
        else { return nil }
        self.text = text
    }
}
