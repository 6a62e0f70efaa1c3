import OvationRules
import OvationStorage

/// Watches whether an order that a node has in the air with the app's billing is left to it for as long as the node lives.
///
/// It shares no code with the claims: it knows who began an order, and who decided on it.
final class DeskWatch {
    /// The nodes that have begun the orders that are not decided yet.
    private var desks: [OrderKey: NodeSeat] = [:]
    private(set) var problems: [String] = []

    /// Something about an order was kept.
    ///
    /// - Parameters:
    ///   - seat: The node that had it kept.
    ///   - isServing: Whether a node lives, as the database has it at this moment.
    func kept(
        _ write: BillingWrite, _ outcome: StorageOutcome, by seat: NodeSeat, isServing: (NodeSeat) -> Bool
    ) {
        switch (write, outcome) {
        case (.begin(let order, _), .billing(.begun)): desks[order.key] = seat
        case (.deliver(let order, _, _, _), .order(.charged, _)): decided(order.key, by: seat, isServing)
        case (.move(let key, .pending, _, _, _, _), .billing(.moved)): decided(key, by: seat, isServing)
        default: break
        }
    }

    private func decided(_ key: OrderKey, by seat: NodeSeat, _ isServing: (NodeSeat) -> Bool) {
        guard let desk = desks.removeValue(forKey: key), desk != seat, isServing(desk) else { return }
        problems.append("the node \(seat) decided on \(key.reference), which the living node \(desk) has in the air")
    }
}
