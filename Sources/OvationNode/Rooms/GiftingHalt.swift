import OvationModel
package import OvationStorage
import Synchronization

/// Whether gifts are charged. They are not while the ledger does not balance; only an administrator lets them go on, after
/// an audit of all of it found nothing.
package final class GiftingHalt: Sendable {
    private struct State {
        var halt: LedgerHalt?
        var isKept = false
    }

    private let state = Mutex(State())

    /// Why nothing is charged; nil where gifts are.
    package var current: LedgerHalt? { state.withLock { $0.halt } }

    /// Why nothing is charged, and whether the storage knows of it; nil where gifts are charged. A halt that the storage does not know of
    /// cannot have been lifted there. Both are read at once: an administrator may lift the halt at any moment, and a halt that was lifted
    /// looks like one that is not kept.
    var standing: (halt: LedgerHalt, isKept: Bool)? {
        state.withLock { state in state.halt.map { ($0, state.isKept) } }
    }

    /// What to answer to an order; nil where it may be charged.
    var rejection: Rejection? { current == nil ? nil : Rejection(.giftingHalted) }

    /// Halts gifting, or lets it go on.
    func set(_ halt: LedgerHalt?, isKept: Bool) { state.withLock { $0 = State(halt: halt, isKept: isKept) } }
}
