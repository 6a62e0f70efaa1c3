import OvationModel
import OvationRules
import OvationStorage

extension ClusterContract {
    private static let due = Samples.time.adding(seconds: 30)
    private static let later = Samples.time.adding(seconds: 3_600)
    private static let order = Samples.order("o", live: "a")

    /// The orders that nobody works at.
    private static func abandoned(_ node: any NodeUnderTest) async throws -> [OrderID] {
        try await node.storage.billingOrders(BillingQuery(states: [.pending], isAbandoned: true, limit: 9))
            .map(\.order.orderID)
    }

    /// The orders that a node claims of those that are due by a time.
    private static func claimOrders(_ node: any NodeUnderTest, dueBy time: Timestamp = due) async throws -> [OrderID] {
        try await node.storage.claimBillingOrders(
            in: [.pending, .cancelling], dueBy: time, until: later, limit: 9
        ).map(\.order.orderID)
    }

    /// Orders that the app's own billing pays.
    static let billing: [Clause] = [
        Clause("an order that a node has in the air is left to it as long as it lives") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            _ = try await one.storage.commit([.billing(.begin(order, due: due))])
            try expect(try await one.storage.billingOrder(order.key)?.isAskedElsewhere, is: false)
            try expect(try await two.storage.billingOrder(order.key)?.isAskedElsewhere, is: true)
            try expect(try await abandoned(two), is: [])
            try expect(try await claimOrders(two), is: [])
            guard
                case .billing(.known(let known, nil))? = try await two.storage.commit([
                    .billing(.begin(order, due: due))
                ]).first
            else { throw ContractViolation(description: "an order that was begun is known everywhere") }
            try expect(known.isAskedElsewhere, "a repeat at another node is not refused for good")
            await one.die()
            try expect(try await two.claim(), is: [a])
            try expect(try await two.storage.billingOrder(order.key)?.isAskedElsewhere, is: false)
            try expect(try await abandoned(two), is: [order.orderID])
            try expect(try await claimOrders(two), is: [order.orderID])
            try expect(try await abandoned(two), is: [], "the other node works at it now")
            let again = try await cluster.join("one")
            try expect(try await abandoned(again), is: [], "a node that begins again has nothing in the air")
        },
        Clause("an order of a live that another node runs is left to that node until the live is over") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            let move = BillingWrite.move(
                order.key, from: .pending, to: .cancelling, BillingNote(), due: due, at: Samples.time)
            _ = try await one.storage.commit([.billing(.begin(order, due: due)), .billing(move)])
            try expect(try await claimOrders(two), is: [])
            try expect(try await claimOrders(one), is: [order.orderID])
            try expect(try await claimOrders(one), is: [], "it is claimed")
            _ = try await one.storage.commit([.end(Samples.id("a-1"))])
            try expect(try await claimOrders(two), is: [], "nobody else claims it before its time")
            try expect(try await claimOrders(two, dueBy: later), is: [order.orderID], "a live that is over has no home")
        },
        Clause("a node that is gone claims no orders") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            _ = try await one.storage.commit([.billing(.begin(order, due: due))])
            try await one.freeze()
            try expect(try await two.claim(), is: [a])
            // It wakes, and goes on where it was.
            try await expectStorageError("a claim of a node that is gone") { _ = try await claimOrders(one) }
            try await expectStorageError("a delivery of a node that is gone") {
                _ = try await one.storage.commit([
                    .billing(.deliver(order, Samples.draft(of: order), as: .charged, due: nil))
                ])
            }
            try expect(try await two.storage.order(order.key), is: nil)
            try expect(try await claimOrders(two), is: [order.orderID])
        },
    ]
}
