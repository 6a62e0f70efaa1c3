import OvationModel
import OvationRules
import OvationStorage

/// Compares the gifts reported to the app's backend with the stored gifts, when nothing is in progress.
struct CallbackAuditor {
    let observations: Observations
    let backend: SimulatedBackend
    /// True if the queue is so short that some callbacks were rightly never recorded.
    let isBounded: Bool

    /// Returns the problems, one sentence each.
    ///
    /// - Parameter waiting: The number of callbacks that the server believes to be waiting.
    func audit(_ storage: any Storage, waiting: Int?) async throws -> [String] {
        var problems = backend.problems
        let kept = try await storage.callbackCounts()
        if kept != CallbackCounts() {
            problems.append("\(kept.waiting) callbacks wait and \(kept.dead) were given up, and all is quiet")
        }
        if let waiting, waiting != kept.waiting {
            problems.append("the server takes \(waiting) callbacks to wait, and \(kept.waiting) are kept")
        }
        var places: [String: (session: String, durable: Int64)] = [:]
        for order in observations.orders {
            let key = OrderKey(sender: UserID(unchecked: order.sender), orderID: OrderID(unchecked: order.orderID))
            guard let record = try await storage.order(key) else { continue }
            places[order.key] = (record.sessionID.rawValue, record.durable)
            if !isBounded, !backend.knows(order.key) {
                problems.append("the backend was never told of the gift \(order.key), which was charged")
            }
        }
        for (live, orders) in backend.orders.sorted(by: { $0.key < $1.key }) {
            var last: [String: Int64] = [:]
            for order in orders {
                guard let place = places[order] else {
                    problems.append("the backend was told of the gift \(order), which was never charged")
                    continue
                }
                if let before = last[place.session], before > place.durable {
                    problems.append(
                        "the backend was told of gifts in \(live) in another order than they came: \(order)")
                }
                last[place.session] = place.durable
            }
        }
        return problems
    }
}
