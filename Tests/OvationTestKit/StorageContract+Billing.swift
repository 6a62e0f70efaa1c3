import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    private static let due = Samples.time.adding(seconds: 30)
    private static let host = AccountID.host(Samples.host.userID)
    private static let alice = AccountID.user(Samples.alice.userID)

    private static func begin(_ order: GiftOrder) -> StorageWrite { .billing(.begin(order, due: due)) }

    private static func deliver(_ order: GiftOrder, as state: BillingState, due: Timestamp? = nil) -> StorageWrite {
        .billing(.deliver(order, Samples.draft(of: order), as: state, due: due))
    }

    private static func move(
        _ order: GiftOrder, from: BillingState = .pending, to: BillingState, due: Timestamp? = nil,
        _ note: BillingNote = BillingNote()
    ) -> StorageWrite {
        .billing(.move(order.key, from: from, to: to, note, due: due, at: Samples.time.adding(seconds: 1)))
    }

    private static func books(_ storage: any Storage) async throws -> [Int64] {
        var amounts: [Int64] = []
        for account in [AccountID.biller, alice, host, .house] {
            amounts.append(try await storage.amount(of: account))
        }
        return amounts
    }

    private static func numbers(_ storage: any Storage, _ query: BillingQuery) async throws -> [String] {
        try await storage.billingOrders(query).map { "\($0.order.orderID)" }
    }

    /// Orders that the app's own billing pays.
    static let billing: [Clause] = [
        Clause("an order of the billing is stored before the billing is asked, and its id is used once") { storage in
            let order = Samples.order("1", Samples.cake, count: 2)
            let other = Samples.order("wallet")
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 10, "c"), .order(other),
            ])
            try expect(try await storage.billingOrder(order.key) == nil, "the billing has no such order yet")
            try expect(try await storage.commit(one: begin(order)), is: .billing(.begun))
            var kept = order
            kept.isChargedOutside = true
            let known = BillingOrder(
                number: 1, order: kept, state: .pending, attempts: 0, due: due, note: BillingNote(),
                updatedAt: order.at)
            try expect(try await storage.billingOrder(order.key), is: known)
            try expect(try await storage.commit(one: begin(order)), is: .billing(.known(known, nil)))
            try expect(
                try await storage.commit(one: begin(Samples.order("1", Samples.cake, count: 3))),
                is: .billing(.conflict))
            // The wallet paid this order before the billing was configured.
            guard case .billing(.settled(let record)) = try await storage.commit(one: begin(other)) else {
                throw ContractViolation(description: "an order that the wallet paid gets its record as the answer")
            }
            try expect(record.key, is: other.key)
            try expect(
                try await storage.commit(one: begin(Samples.order("wallet", count: 2))), is: .billing(.conflict))
        },
        Clause("a delivery charges the billing and stores event and state together, only while the order is pending") {
            storage in
            let order = Samples.order("1", Samples.cake)
            let never = Samples.order("2", Samples.cake)
            _ = try await storage.commit([.createRoom(Samples.room()), begin(order)])
            guard
                case .order(.charged(let record, _), let gifts) = try await storage.commit(
                    one: deliver(order, as: .charged))
            else { throw ContractViolation(description: "a delivered order is charged") }
            try expect(record.durable, is: 1)
            try expect(gifts.totalGiftCoins, is: 99)
            try expect(
                try await storage.events(of: order.sessionID, after: 0, limit: 9).map(\.name), is: ["gift.received"])
            try expect(try await books(storage), is: [-99, 0, 49, 50])
            try expect(try await storage.billingOrder(order.key)?.state, is: .charged)
            try expect(try await storage.billingOrder(order.key)?.due, is: nil)
            let outcomes = try await storage.commit([
                deliver(order, as: .charged), deliver(never, as: .charged), begin(order),
            ])
            try expect(Array(outcomes.prefix(2)), is: [.billing(.passed(.charged)), .billing(.passed(nil))])
            guard case .billing(.known(let known, let first)) = outcomes[2] else {
                throw ContractViolation(
                    description: "expected the delivered order and its first answer, got \(outcomes[2])")
            }
            try expect(known.state, is: .charged)
            try expect(first, is: record)
            try expect(try await books(storage), is: [-99, 0, 49, 50])
        },
        Clause("an order only changes from its expected state, and each postponement is counted") { storage in
            let order = Samples.order("1")
            _ = try await storage.commit([.createRoom(Samples.room()), begin(order)])
            let note = BillingNote(code: 102_150, message: "too poor")
            let outcomes = try await storage.commit([
                move(order, from: .cancelling, to: .cancelled), move(order, to: .cancelling, due: due, note),
                .billing(.postpone(order.key, .cancelling, due: due.adding(seconds: 1))),
                .billing(.postpone(order.key, .cancelling, due: due.adding(seconds: 2))),
                .billing(.postpone(order.key, .pending, due: due.adding(seconds: 3))),
                move(Samples.order("2"), to: .cancelled),
            ])
            try expect(
                outcomes,
                is: [
                    .billing(.passed(.pending)), .billing(.moved(.cancelling)), .billing(.moved(.cancelling)),
                    .billing(.moved(.cancelling)), .billing(.passed(.cancelling)), .billing(.passed(nil)),
                ])
            let kept = try await storage.billingOrder(order.key)
            try expect(kept?.attempts, is: 2)
            try expect(kept?.due, is: due.adding(seconds: 2))
            try expect(kept?.note, is: note)
            try expect(kept?.updatedAt, is: Samples.time.adding(seconds: 1))
            try expect(
                try await storage.commit(one: move(order, from: .cancelling, to: .revoking, due: due)),
                is: .billing(.moved(.revoking)))
            try expect(try await storage.billingOrder(order.key)?.attempts, is: 0)
        },
        Clause("the sender's address stays with an order until its state is final, and no longer") { storage in
            let origin = OrderOrigin(address: "2001:db8::7", platform: "iOS")
            let orders = ["1", "2", "3"].map { id in
                var order = Samples.order(id)
                if id != "3" { order.origin = origin }
                return order
            }
            _ = try await storage.commit([.createRoom(Samples.room())] + orders.map(begin))
            func origins() async throws -> [OrderOrigin?] {
                try await storage.billingOrders(BillingQuery(states: BillingState.allCases, limit: 9)).map(
                    \.order.origin)
            }
            try expect(try await origins(), is: [origin, origin, nil])
            _ = try await storage.commit([
                move(orders[0], to: .cancelling, due: due), move(orders[1], to: .rejected),
                move(orders[2], to: .unknown),
                .billing(.postpone(orders[0].key, .cancelling, due: due)),
            ])
            try expect(try await origins(), is: [origin, nil, nil])
            try expect(
                try await storage.billingOrders(BillingQuery(states: [.cancelling], dueBy: due, limit: 9)).first?.order,
                is: try await storage.billingOrder(orders[0].key)?.order)
            _ = try await storage.commit([move(orders[0], from: .cancelling, to: .cancelled)])
            try expect(try await origins(), is: [nil, nil, nil])
        },
        Clause("the wallet never pays an order that the billing was asked about, whatever its outcome") { storage in
            let orders = ["pending", "refused", "unknown", "charged"].map { Samples.order($0) }
            _ = try await storage.commit(
                [.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")] + orders.map(begin) + [
                    move(orders[1], to: .rejected, BillingNote(code: 102_150, message: "too poor")),
                    move(orders[2], to: .unknown), deliver(orders[3], as: .charged),
                ])
            let settlements = try await storage.settle(
                orders[0], orders[1], orders[2], orders[3], Samples.order("refused", count: 2), Samples.order("new"))
            for (index, state) in [BillingState.pending, .rejected, .unknown].enumerated() {
                guard case .refusedOutside(let known) = settlements[index] else {
                    throw ContractViolation(description: "\(state): \(settlements[index])")
                }
                try expect(known.state, is: state)
                try expect(known.order.key, is: orders[index].key)
            }
            try expect(settlements[3].repeated != nil, "a charged order keeps its answer")
            try expect(settlements[4], is: .conflict)
            try expect(settlements[5].charged != nil, "a new order is still charged")
            try expect(try await storage.amount(of: alice), is: 99)
        },
        Clause("orders of the billing are listed by state in order, and due orders by their time") {
            storage in
            let orders = (1...5).map { Samples.order("\($0)") }
            _ = try await storage.commit([.createRoom(Samples.room())] + orders.map(begin))
            _ = try await storage.commit([
                move(orders[0], to: .cancelling, due: due.adding(seconds: 5)),
                move(orders[1], to: .cancelling, due: due.adding(seconds: 3)), move(orders[2], to: .unknown),
                move(orders[3], to: .cancelled),
            ])
            let open: [BillingState] = [.cancelling, .unknown]
            try expect(try await numbers(storage, BillingQuery(states: open, limit: 10)), is: ["1", "2", "3"])
            try expect(try await numbers(storage, BillingQuery(states: open, limit: 2)), is: ["1", "2"])
            try expect(try await numbers(storage, BillingQuery(states: open, after: 2, limit: 10)), is: ["3"])
            try expect(try await numbers(storage, BillingQuery(states: [.cancelled], limit: 10)), is: ["4"])
            let all = BillingState.allCases
            func dueBy(_ seconds: Int64, limit: Int = 10) -> BillingQuery {
                BillingQuery(states: all, dueBy: due.adding(seconds: seconds), limit: limit)
            }
            try expect(try await numbers(storage, dueBy(-1)), is: [])
            try expect(try await numbers(storage, dueBy(4)), is: ["5", "2"])
            try expect(try await numbers(storage, dueBy(5)), is: ["5", "2", "1"])
            try expect(try await numbers(storage, dueBy(5, limit: 1)), is: ["5"])
        },
        Clause("orders that are due are claimed in the order in which they are due, of this process's pending ones too")
        {
            storage in
            let orders = ["1", "2", "3", "4"].map { Samples.order($0) }
            _ = try await storage.commit([.createRoom(Samples.room())] + orders.map(begin))
            _ = try await storage.commit([
                move(orders[0], to: .cancelling, due: due.adding(seconds: 5)),
                move(orders[1], to: .cancelling, due: due.adding(seconds: -5)), move(orders[2], to: .unknown),
            ])
            let claimed = try await storage.claimBillingOrders(
                in: [.pending, .cancelling], dueBy: due, until: due.adding(seconds: 60), limit: 9)
            try expect(claimed.map { "\($0.order.orderID)" }, is: ["2", "4"])
            try expect(claimed.map(\.isAskedElsewhere), is: [false, false])
            try expect(claimed.map(\.state), is: [.cancelling, .pending])
            // What it was claimed for.
            try expect(
                try await storage.commit(one: move(orders[1], from: .cancelling, to: .cancelled)),
                is: .billing(.moved(.cancelled)))
        },
        Clause("a gift that was shown without a confirmation is taken back from its receivers once") { storage in
            let order = Samples.order("1", Samples.cake, to: [Samples.host, Samples.bob])
            let charged = Samples.order("2")
            _ = try await storage.commit([
                .createRoom(Samples.room()), begin(order), begin(charged), deliver(order, as: .unconfirmed, due: due),
                deliver(charged, as: .charged),
            ])
            try expect(try await storage.billingOrder(order.key)?.due, is: due)
            let note = BillingNote(message: "lost", by: Samples.id("operator"))
            let outcomes = try await storage.commit([
                .billing(.reverse(order.key, note, at: Samples.time)),
                .billing(.reverse(order.key, note, at: Samples.time)),
                .billing(.reverse(charged.key, note, at: Samples.time)),
            ])
            try expect(
                outcomes, is: [.billing(.moved(.reversed)), .billing(.passed(.reversed)), .billing(.passed(.charged))])
            try expect(try await books(storage), is: [-1, 0, 0, 1])
            try expect(try await storage.amount(of: .host(Samples.bob.userID)), is: 0)
            try expect(try await storage.billingOrder(order.key)?.note, is: note)
            let entries = try await storage.entries(of: .biller, before: nil, limit: 9)
            try expect(entries.map(\.kind), is: [.refund, .charge, .charge])
            try expect(entries.map(\.amount.amount), is: [198, -1, -198])
        },
    ]
}
