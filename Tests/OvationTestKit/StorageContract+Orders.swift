import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Charging and refusing orders.
    static let orders: [Clause] = [
        Clause("a charged order moves coins and is stored with its event and its counters") { storage in
            let order = Samples.order("order-1", Samples.rocket, count: 3, at: Samples.time.adding(seconds: 1))
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 5_000, "c"), .order(order),
            ])
            let record = SettledOrder(
                key: order.key, liveID: order.liveID, sessionID: order.sessionID, giftID: order.gift.giftID, count: 3,
                to: [Samples.host.userID], coins: Samples.coins(3_000), balance: Samples.coins(2_000), durable: 1,
                at: order.at)
            let transfer = Transfer(
                kind: .gift, reference: "alice/order-1", at: order.at,
                postings: [
                    Posting(account: .user(Samples.alice.userID), amount: Samples.coins(-3_000)),
                    Posting(account: .host(Samples.host.userID), amount: Samples.coins(1_500)),
                    Posting(account: .house, amount: Samples.coins(1_500)),
                ])
            let counters = GiftCounters(totalGiftsSent: 3, totalGiftCoins: 3_000, totalUniqueGiftSenders: 1)
            try expect(outcomes.last?.withoutScores, is: .order(.charged(record, [transfer]), counters))
            try expect(try await storage.order(order.key), is: record)
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 2_000)
            try expect(try await storage.amount(of: .host(Samples.host.userID)), is: 1_500)
            try expect(try await storage.amount(of: .house), is: 1_500)
            let draft = Samples.draft(of: order)
            try expect(
                try await storage.events(of: order.sessionID, after: 0, limit: 10),
                is: [StoredEvent(durable: 1, name: draft.name, at: draft.at, data: draft.data)])
            try expect(try await storage.openRooms().first?.statistics.totalGiftCoins, is: 3_000)
        },
        Clause("an order with too few coins leaves nothing behind, and its id may be used again") { storage in
            let order = Samples.order("1", Samples.rocket)
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 999, "c1")])
            try expect(
                try await storage.settle(order, order),
                is: Array(repeating: .insufficient(balance: Samples.coins(999)), count: 2))
            try expect(try await storage.order(order.key), is: nil)
            try expect(try await storage.events(of: order.sessionID, after: 0, limit: 1), is: [])
            try expect(try await storage.auditLedger().orders, is: 0)
            _ = try await storage.commit(one: .credit(Samples.alice, 1, "c2"))
            let settled = try await storage.settle(order)
            try expect(settled.first?.charged?.balance, is: .zero)
        },
        Clause("a user without a wallet has no coins, and asking creates none") { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            try expect(try await storage.settle(Samples.order("1")), is: [.insufficient(balance: .zero)])
            try expect(try await storage.balance(of: .user(Samples.alice.userID)), is: nil)
        },
        Clause("an order that costs more than any balance is refused like one with too few coins") { storage in
            let dear = Samples.gift("dear", coins: Coins.max.amount)
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, Coins.max.amount, "c")])
            let settled = try await storage.settle(
                Samples.order("1", dear, count: 2), Samples.order("2", dear, to: [Samples.host, Samples.bob]),
                Samples.order("3", dear, count: .max), Samples.order("4", dear))
            try expect(settled.dropLast(), is: Array(repeating: .insufficient(balance: .max), count: 3)[...])
            try expect(settled.last?.charged?.balance, is: .zero)
        },
        Clause("an order of a free gift is like any other") { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            let settled = try await storage.settle(Samples.order("1", Samples.gift("free", coins: 0), count: 9))
            try expect(settled.first?.charged?.balance, is: .zero)
            try expect(try await storage.balance(of: .user(Samples.alice.userID)), is: .zero)
            try expect(try await storage.openRooms().first?.statistics.totalGiftsSent, is: 9)
        },
        Clause("the writes of a batch take effect in order, and a refused one does not stop the others") {
            storage in
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()), .order(Samples.order("early")), .credit(Samples.alice, 2, "c"),
                .order(Samples.order("first")), .order(Samples.order("dear", Samples.rocket)),
                .order(Samples.order("second")), .order(Samples.order("third")), .credit(Samples.alice, 1, "d"),
                .order(Samples.order("third")), .order(Samples.order("first", Samples.cake)),
            ])
            let kinds = outcomes.map { outcome in
                switch outcome {
                case .order(.charged, _): "charged"
                case .order(.insufficient(let balance), _): "insufficient \(balance)"
                case .order(.conflict, _): "conflict"
                case .credited(let balance, false): "credited \(balance)"
                case .started: "started"
                default: "\(outcome)"
                }
            }
            try expect(
                kinds,
                is: [
                    "started", "insufficient 0", "credited 2", "charged", "insufficient 1", "charged", "insufficient 0",
                    "credited 1", "charged", "conflict",
                ])
        },
        Clause("each order returns the gift counters at its moment, and a sender counts once in a live") { storage in
            let orders = [
                Samples.order("1", count: 2), Samples.order("1", from: Samples.bob), Samples.order("2", Samples.rocket),
                Samples.order("3", to: [Samples.host, Samples.bob]), Samples.order("1", from: Samples.bob),
            ]
            let writes: [StorageWrite] = [
                .createRoom(Samples.room()), .createRoom(Samples.room("other")), .credit(Samples.alice, 10, "a"),
                .credit(Samples.bob, 10, "b"),
            ]
            _ = try await storage.commit(writes)
            let outcomes = try await storage.commit(orders.map { .order($0) })
            let counters = outcomes.map { outcome in
                if case .order(_, let counters) = outcome.withoutScores { counters } else { GiftCounters() }
            }
            let expected = [(2, 2, 1), (3, 3, 2), (3, 3, 2), (5, 5, 2), (5, 5, 2)]
            try expect(
                counters,
                is: expected.map {
                    GiftCounters(totalGiftsSent: $0, totalGiftCoins: Int64($1), totalUniqueGiftSenders: $2)
                })
            let later = try await storage.commit([
                .order(Samples.order("4")), .order(Samples.order("5", live: "other")),
            ])
            guard case .order(_, let same)? = later.first?.withoutScores,
                case .order(_, let other)? = later.last?.withoutScores
            else {
                throw ContractViolation(description: "expected orders with their counters, got \(later)")
            }
            try expect(same, is: GiftCounters(totalGiftsSent: 6, totalGiftCoins: 6, totalUniqueGiftSenders: 2))
            try expect(other, is: GiftCounters(totalGiftsSent: 1, totalGiftCoins: 1, totalUniqueGiftSenders: 1))
        },
        Clause("if coins suffice for k of many simultaneous orders, exactly k succeed") { storage in
            var random = SeededGenerator.printed("with coins for exactly k")
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            for trial in 0..<20 {
                let sender = Samples.user("sender\(trial)")
                let affordable = random.number(0...20)
                _ = try await storage.commit(one: .credit(sender, Int64(affordable) * 99 + 98, "c\(trial)"))
                let succeeded = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<30 {
                        group.addTask {
                            try await storage.settle(Samples.order("\(number)", from: sender, Samples.cake)).first?
                                .charged != nil
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                try expect(succeeded, is: affordable, "seed \(random.seed), trial \(trial)")
                try expect(try await storage.amount(of: .user(sender.userID)), is: 98)
            }
        },
    ]

    /// Repeated orders.
    static let idempotency: [Clause] = [
        Clause("a repeated order gets the first answer, in the same batch and later") { storage in
            let order = Samples.order("1", Samples.cake)
            var dearer = order
            dearer.gift.coins = Samples.coins(100)
            dearer.at = Samples.time.adding(seconds: 3_600)
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 150, "c"), .order(order), .order(order),
                .credit(Samples.alice, 1_000, "d"), .order(order),
            ])
            guard case .order(.charged(let record, _), let counters) = outcomes[2].withoutScores else {
                throw ContractViolation(description: "expected the first order to be charged, got \(outcomes[2])")
            }
            try expect(outcomes[3], is: .order(.repeated(record), counters))
            try expect(outcomes[5], is: .order(.repeated(record), counters))
            try expect(try await storage.settle(dearer, order), is: [.repeated(record), .repeated(record)])
            _ = try await storage.commit(one: .end(order.sessionID))
            try expect(try await storage.settle(order), is: [.repeated(record)], "after the live has ended")
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 1_051)
            try expect(try await storage.auditLedger().orders, is: 1)
        },
        Clause("an order id that was used for something else is refused") { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .createRoom(Samples.room("other")), .credit(Samples.alice, 1_000, "c"),
                .credit(Samples.bob, 1_000, "d"),
                .order(Samples.order("1", count: 2, to: [Samples.host, Samples.bob])),
            ])
            let both = [Samples.host, Samples.bob]
            let settled = try await storage.settle(
                Samples.order("1", Samples.cake, count: 2, to: both), Samples.order("1", count: 1, to: both),
                Samples.order("1", count: 2), Samples.order("1", count: 2, to: both.reversed()),
                Samples.order("1", count: 2, to: both, live: "other"))
            try expect(settled, is: Array(repeating: .conflict, count: 5))
            let others = try await storage.settle(
                Samples.order("1", from: Samples.bob, count: 2, to: both), Samples.order("1-", count: 2, to: both))
            try expect(
                others.compactMap(\.charged?.balance.amount), is: [996, 992], "another sender's id is another id")
            try expect(try await storage.auditLedger().orders, is: 3)
        },
        Clause("10,000 requests with 1,000 ids cause 1,000 charges with one answer each") { storage in
            var random = SeededGenerator.printed("10,000 requests with 1,000 ids")
            let senders = (0..<20).map { Samples.user("sender\($0)") }
            let orders = (0..<1_000).map { number in
                Samples.order("\(number / 20)", from: senders[number % 20], random.pick([Samples.rose, Samples.cake]))
            }
            var requests = (0..<10).flatMap { _ in orders }
            requests.shuffle(using: &random)
            _ = try await storage.commit(
                [.createRoom(Samples.room())] + senders.map { .credit($0, 1_000_000, $0.userName) })
            var answers: [OrderKey: SettledOrder] = [:]
            var charges = 0
            while !requests.isEmpty {
                let batch = requests.suffix(random.number(1...200))
                requests.removeLast(batch.count)
                for outcome in try await storage.commit(batch.map { .order($0) }) {
                    guard case .order(let settlement, _) = outcome,
                        let record = settlement.charged ?? settlement.repeated
                    else { throw ContractViolation(description: "expected a charged order, got \(outcome)") }
                    if settlement.charged != nil { charges += 1 }
                    try expect(answers[record.key] ?? record, is: record, "seed \(random.seed)")
                    answers[record.key] = record
                }
            }
            try expect(charges, is: 1_000, "seed \(random.seed)")
            try expect(answers.count, is: 1_000)
            try expect(try await storage.auditLedger().orders, is: 1_000)
            try expect(answers.values.map(\.durable).sorted(), is: Array(1...1_000))
            for order in orders.shuffled(using: &random).prefix(50) {
                try expect(try await storage.order(order.key), is: answers[order.key])
            }
            let spent = orders.reduce(Int64(0)) { $0 + $1.gift.coins.amount }
            try expect(try await storage.openRooms().first?.statistics.totalGiftCoins, is: spent)
        },
    ]
}
