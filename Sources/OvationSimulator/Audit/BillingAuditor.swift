import OvationModel
import OvationRules
import OvationStorage

/// Compares the books of the app's own billing with the gifts that were shown, and with the list for its operator.
///
/// It shares no code with the server's states of an order. It knows what the billing did, and what is stored.
struct BillingAuditor {
    let observations: Observations
    let biller: SimulatedBiller

    /// Returns the problems, one sentence each.
    ///
    /// - Parameter isReconciled: True if an operator has processed the list, so that no order may be open any more.
    func audit(_ storage: any Storage, isReconciled: Bool) async throws -> [String] {
        var problems = isReconciled ? biller.problems : []
        let listed = try await list(storage)
        let takenBack = Set(
            try await storage.entries(of: .biller, before: nil, limit: .max).filter { $0.kind == .refund }
                .map(\.reference))
        let known = Set(observations.orders.map(\.key))
        for key in biller.accounts.keys.sorted() where !known.contains(key) {
            problems.append("the billing was asked about \(key), which nobody ordered")
        }
        for order in observations.orders {
            let key = OrderKey(sender: UserID(unchecked: order.sender), orderID: OrderID(unchecked: order.orderID))
            let record = try await storage.order(key)
            let isListed = listed.contains(order.key)
            if isReconciled, isListed { problems.append("the order \(order.key) is still on the list") }
            problems += check(
                order.key, record, isListed: isListed, isTakenBack: takenBack.contains(order.key))
            if record != nil, let sentAt = order.refusedSendingAt, let code = order.refusal,
                let askedAt = biller.account(of: order.key).firstAskedAt, askedAt < sentAt
            {
                problems.append(
                    "the order \(order.key) was refused with \(code) while the billing was asked about it, and then delivered"
                )
            }
        }
        let charged = biller.accounts.values.reduce(Int64(0)) { $0 + Int64($1.charges) * $1.coins }
        let books = try await storage.balance(of: .biller)?.amount ?? 0
        if isReconciled, books != -charged {
            problems.append("the billing has charged \(charged) coins, and the ledger says \(-books)")
        }
        return problems
    }

    private func check(_ order: String, _ record: SettledOrder?, isListed: Bool, isTakenBack: Bool) -> [String] {
        var problems: [String] = []
        let account = biller.account(of: order)
        let isShown = record != nil && !isTakenBack
        if let record, account.asked > 0, record.coins.amount != account.coins {
            problems.append("the order \(order) cost \(record.coins), and the billing was asked for \(account.coins)")
        }
        if account.charges > 1 { problems.append("the billing has charged \(order) \(account.charges) times") }
        if biller.policy.isIdempotent {
            if isListed { problems.append("the order \(order) is left open, although the server can find out") }
        } else if account.asked > 1 || account.cancelled > 0 {
            problems.append(
                "the billing was asked \(account.asked) times about \(order), and \(account.cancelled) times to cancel it"
            )
        }
        if (account.charges > 0) != isShown, !isListed {
            problems.append(
                "the billing has \(account.charges > 0 ? "" : "not ")charged \(order), which is "
                    + "\(isShown ? "" : "not ")delivered, and nobody is told")
        }
        if record != nil, !account.isConfirmed, !biller.policy.failsOpen {
            problems.append("the order \(order) is delivered, and the billing has never confirmed it")
        }
        // If an order with a known outcome were on the list, the operator would refund a correct charge.
        if account.isConfirmed, isShown, isListed {
            problems.append("the order \(order) is on the list without a reason")
        }
        return problems
    }

    /// Returns the orders whose outcome the server does not know.
    private func list(_ storage: any Storage) async throws -> Set<String> {
        let open: [BillingState] = [.unconfirmed, .cancelling, .revoking, .unknown]
        let orders = try await storage.billingOrders(BillingQuery(states: open, limit: .max))
        return Set(orders.map(\.order.key.reference))
    }
}
