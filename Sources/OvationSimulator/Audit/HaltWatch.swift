import OvationRules
import OvationStorage

/// Watches whether nothing is charged while gifting is halted, at whatever node.
final class HaltWatch {
    /// Whether gifting is halted.
    private(set) var isHalted = false
    private(set) var problems: [String] = []

    /// Gifting was halted, or goes on.
    func kept(_ halt: LedgerHalt?) { isHalted = halt != nil }

    /// An order was charged from a wallet.
    func charged(_ order: GiftOrder) {
        if isHalted { problems.append("\(order.key.reference) was charged while gifting was halted") }
    }
}
