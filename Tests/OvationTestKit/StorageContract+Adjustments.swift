import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    private static let granting = LedgerPolicy(newUserGrant: Samples.coins(100))
    private static let house = AccountID.house
    private static let host = AccountID.host(Samples.host.userID)
    private static let alice = AccountID.user(Samples.alice.userID)

    /// A live in which Alice, who had 1,000 coins, bought ten cakes. The host and the house got 495 coins each.
    private static func fill(_ storage: any Storage) async throws {
        _ = try await storage.commit([
            .createRoom(Samples.room()), .credit(Samples.alice, 1_000, "c"),
            .order(Samples.order("1", Samples.cake, count: 10)),
        ])
    }

    private static func amounts(_ storage: any Storage) async throws -> [Int64] {
        [try await storage.amount(of: alice), try await storage.amount(of: host), try await storage.amount(of: house)]
    }

    /// Refunds of orders.
    static let refunds: [Clause] = [
        Clause("a refund returns the coins from their receivers to the sender, by new entries") { storage in
            try await fill(storage)
            let outcome = try await storage.commit(one: .refund(Samples.refund("1")))
            guard case .refunded(let record, let balance, false) = outcome else {
                throw ContractViolation(description: "expected a refund, got \(outcome)")
            }
            try expect(record.payer, is: alice)
            try expect(record.coins, is: Samples.coins(990))
            try expect(record.coveredByHouse, is: .zero)
            try expect(balance, is: Samples.coins(1_000))
            try expect(try await amounts(storage), is: [1_000, 0, 0])
            let entries = try await storage.entries(of: alice, before: nil, limit: 10)
            try expect(entries.map(\.kind), is: [.refund, .gift, .credit])
            try expect(entries.map(\.amount.amount), is: [990, -990, 1_000])
            try expect(entries.first?.reference, is: "alice/1")
        },
        Clause("a refund leaves alone what the live earned its host, as it does the live's other numbers") { storage in
            try await fill(storage)
            _ = try await storage.commit(one: .refund(Samples.refund("1")))
            let earned = try await storage.hostEarnings(of: Samples.id("live"), in: nil)
            try expect(earned?.coins, is: Samples.coins(495))
        },
        Clause("an order is refunded once, and the same refund gets the same answer again") { storage in
            try await fill(storage)
            _ = try await storage.commit([.createRoom(Samples.room("other")), .order(Samples.order("2"))])
            let outcomes = try await storage.commit([
                .refund(Samples.refund("1", at: Samples.time.adding(seconds: 5))), .refund(Samples.refund("1")),
                .refund(Samples.refund("1", reference: "s")), .refund(Samples.refund("2")),
                .refund(Samples.refund("none", reference: "t")),
                .refund(Samples.refund("1", from: Samples.bob, reference: "u")),
            ])
            let record = RefundedOrder(
                order: Samples.order("1").key, reference: "r", payer: alice, coins: Samples.coins(990),
                coveredByHouse: .zero, at: Samples.time.adding(seconds: 5))
            try expect(
                outcomes,
                is: [
                    .refunded(record, balance: Samples.coins(999), repeated: false),
                    .refunded(record, balance: Samples.coins(999), repeated: true),
                    .refundRefused(.alreadyRefunded), .refundRefused(.referenceUsed), .refundRefused(.orderNotFound),
                    .refundRefused(.orderNotFound),
                ])
        },
        Clause("the house pays for what the receivers have already spent, and no account goes below zero") { storage in
            try await fill(storage)
            let outcomes = try await storage.commit([
                .order(Samples.order("2")), .correction(Samples.correction(from: host, to: .issuance, 400)),
                .refund(Samples.refund("1")),
            ])
            guard case .refundRefused(.notCovered(let lacking)) = outcomes[2] else {
                throw ContractViolation(description: "expected a refusal for lack of coins, got \(outcomes[2])")
            }
            // The host has 95 of its 495 coins. The house has 496 and would have to pay 495 + 400.
            try expect(lacking, is: Samples.coins(399))
            try expect(try await amounts(storage), is: [9, 95, 496])
            let second = try await storage.commit([
                .correction(Samples.correction(from: .issuance, to: house, 1_000, reference: "fill")),
                .refund(Samples.refund("1")),
            ])
            guard case .refunded(let record, _, false) = second[1] else {
                throw ContractViolation(description: "expected a refund, as the house has enough now, got \(second[1])")
            }
            try expect(record.coveredByHouse, is: Samples.coins(400))
            try expect(try await amounts(storage), is: [999, 0, 601])
            guard case .refunded(record, _, true) = try await storage.commit(one: .refund(Samples.refund("1"))) else {
                throw ContractViolation(description: "a repeated refund gets the first answer")
            }
        },
        Clause("a refund leaves the live's statistics alone, and its order keeps its first answer") { storage in
            try await fill(storage)
            let before = try await storage.lastRoom(Samples.info().liveID)
            _ = try await storage.commit(one: .refund(Samples.refund("1")))
            try expect(try await storage.lastRoom(Samples.info().liveID), is: before)
            let again = try await storage.settle(Samples.order("1", Samples.cake, count: 10))
            try expect(again.first?.repeated?.balance, is: Samples.coins(10))
            try expect(try await storage.amount(of: alice), is: 1_000)
        },
        Clause("a refund of a charge by the app's own billing goes through the wallet and back to the billing") {
            storage in
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            var order = Samples.order("1", Samples.cake)
            order.isChargedOutside = true
            let settled = try await storage.settle(order, order)
            try expect(settled[0].charged?.balance, is: .zero)
            try expect(settled[1].repeated, is: settled[0].charged)
            try expect(try await amounts(storage), is: [0, 49, 50])
            try expect(try await storage.amount(of: .biller), is: -99)
            guard case .refunded(let record, _, false) = try await storage.commit(one: .refund(Samples.refund("1")))
            else { throw ContractViolation(description: "expected a refund") }
            try expect(record.payer, is: .biller)
            try expect(try await amounts(storage), is: [0, 0, 0])
            try expect(try await storage.amount(of: .biller), is: 0)
        },
        Clause("a sender gets all of an order's coins back or none, whatever was spent and refunded") {
            storage in
            var random = SeededGenerator.printed("random spending and refunds")
            let senders = (0..<5).map { Samples.user("sender\($0)") }
            let hosts = (0..<4).map { Samples.user("host\($0)") }
            _ = try await storage.commit(
                [.createRoom(Samples.room())] + senders.map { .credit($0, 2_000, "c\($0.userID)") })
            var paid: [OrderKey: Int64] = [:]
            var wallets = Dictionary(uniqueKeysWithValues: senders.map { ($0.userID, Int64(2_000)) })
            for round in 0..<400 {
                let at = Samples.time.adding(seconds: Int64(round))
                switch random.number(0...9) {
                case 0...5:
                    let to = hosts.shuffled(using: &random).prefix(random.number(1...3))
                    let order = Samples.order(
                        "\(round)", from: random.pick(senders), random.pick([Samples.rose, Samples.cake]),
                        count: random.number(1...3), to: Array(to), at: at)
                    guard let record = try await storage.settle(order)[0].charged else { continue }
                    paid[order.key] = record.coins.amount
                    wallets[order.sender.userID, default: 0] -= record.coins.amount
                case 6:
                    let host = AccountID.host(random.pick(hosts).userID)
                    let amount = try await storage.amount(of: host)
                    guard amount > 0 else { continue }
                    _ = try await storage.commit(
                        one: .correction(
                            Samples.correction(
                                from: host, to: .issuance, Int64(random.number(1...Int(amount))),
                                reference: "out\(round)")))
                default:
                    guard let key = paid.keys.sorted(by: { $0.reference < $1.reference }).randomElement(using: &random)
                    else { continue }
                    let refund = Refund(order: key, reference: "r\(round)", by: nil, reason: "", at: at)
                    switch try await storage.commit(one: .refund(refund)) {
                    case .refunded(let record, let balance, false):
                        let cost = paid.removeValue(forKey: key) ?? 0
                        wallets[key.sender, default: 0] += cost
                        try expect(record.coins.amount, is: cost, "seed \(random.seed), round \(round)")
                        try expect(balance.amount, is: wallets[key.sender] ?? 0, "seed \(random.seed)")
                    case .refundRefused(.notCovered): break
                    case let other:
                        throw ContractViolation(description: "\(other), seed \(random.seed), round \(round)")
                    }
                }
            }
            for sender in senders {
                try expect(
                    try await storage.amount(of: .user(sender.userID)), is: wallets[sender.userID] ?? 0,
                    "seed \(random.seed)")
            }
        },
    ]

    /// Corrections by an administrator.
    static let corrections: [Clause] = [
        Clause("a correction moves coins between any two accounts, once for its reference") { storage in
            try await fill(storage)
            let move = Samples.correction(from: house, to: alice, 95)
            let outcomes = try await storage.commit([
                .correction(move), .correction(move), .correction(Samples.correction(from: house, to: alice, 96)),
                .correction(Samples.correction(from: alice, to: house, 95)),
                .correction(Samples.correction(from: .biller, to: house, 7, reference: "b")),
            ])
            try expect(
                outcomes,
                is: [
                    .corrected(from: Samples.coins(400), to: Samples.coins(105), repeated: false),
                    .corrected(from: Samples.coins(400), to: Samples.coins(105), repeated: true),
                    .correctionRefused(.referenceUsed), .correctionRefused(.referenceUsed),
                    .corrected(from: Samples.coins(-7), to: Samples.coins(407), repeated: false),
                ])
            try expect(try await storage.entries(of: alice, before: nil, limit: 1).map(\.kind), is: [.correction])
        },
        Clause("a correction of no coins, too many coins, or beyond the largest balance is refused") { storage in
            try await fill(storage)
            let outcomes = try await storage.commit([
                .correction(Samples.correction(from: house, to: alice, 0)),
                .correction(Samples.correction(from: house, to: alice, -1)),
                .correction(Samples.correction(from: house, to: house, 1)),
                .correction(Samples.correction(from: house, to: alice, 496)),
                .correction(Samples.correction(from: .user(Samples.bob.userID), to: alice, 1)),
                .correction(Samples.correction(from: .issuance, to: alice, Coins.max.amount)),
            ])
            try expect(
                outcomes,
                is: [
                    .correctionRefused(.movesNothing), .correctionRefused(.movesNothing),
                    .correctionRefused(.movesNothing),
                    .correctionRefused(.overdrawn(balance: Samples.coins(495))),
                    .correctionRefused(.overdrawn(balance: .zero)), .correctionRefused(.outOfRange),
                ])
            try expect(try await amounts(storage), is: [10, 495, 495])
            try expect(try await storage.balance(of: .user(Samples.bob.userID)), is: nil)
        },
        Clause("a new user who gets a correction still gets the grant", granting) { storage in
            let outcome = try await storage.commit(
                one: .correction(Samples.correction(from: .issuance, to: alice, 5)))
            try expect(outcome, is: .corrected(from: Samples.coins(-105), to: Samples.coins(105), repeated: false))
        },
    ]
}
