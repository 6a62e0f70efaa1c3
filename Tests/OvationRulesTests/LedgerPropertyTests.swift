import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Properties of the ledger that hold whatever is ordered.
@Suite struct LedgerPropertyTests {
    @Test func `coins are conserved, no balance is negative, and no id is charged twice`() {
        var random = SeededGenerator.printed()
        for trial in 0..<200 {
            var world = RandomWorld(&random)
            var view = LedgerView()
            for (user, coins) in world.wallets { view.balances[.user(user)] = coins }
            let before = total(of: view)
            var charged: [OrderKey: SettledOrder] = [:]
            var spent: Int64 = 0
            for _ in 0..<random.number(1...10) {
                let orders = world.batch(&random)
                let settlements = settle(orders, policy: world.policy, view: &view)
                #expect(settlements.count == orders.count)
                for (order, settlement) in zip(orders, settlements) {
                    let place = "seed \(random.seed), trial \(trial), \(order.key.reference)"
                    switch settlement {
                    case .charged(let record, let transfers):
                        #expect(charged[order.key] == nil, "charged twice, \(place)")
                        charged[order.key] = record
                        spent += record.coins.amount
                        #expect(record.coins == order.cost, "\(place)")
                        let moved = transfers.flatMap(\.postings).reduce(Int64(0)) { $0 + $1.amount.amount }
                        #expect(moved == 0, "\(place)")
                        #expect(transfers.filter { $0.kind == .gift }.count == 1, "\(place)")
                    case .repeated(let record):
                        #expect(charged[order.key] == record, "\(place)")
                        #expect(record.giftID == order.gift.giftID && record.count == order.count, "\(place)")
                    case .conflict: #expect(charged[order.key] != nil, "\(place)")
                    case .refusedOutside: Issue.record("refused without asking the billing, \(place)")
                    case .insufficient(let balance):
                        #expect(charged[order.key] == nil, "\(place)")
                        #expect(order.cost.map { $0 > balance } ?? true, "\(place)")
                    }
                }
                for (account, balance) in view.balances where !account.mayBeNegative {
                    #expect(balance >= .zero, "\(account), seed \(random.seed), trial \(trial)")
                }
            }
            #expect(total(of: view) == before, "seed \(random.seed), trial \(trial)")
            let earned = view.balances.reduce(Int64(0)) { sum, account in
                switch account.key {
                case .host, .house: sum + account.value.amount
                default: sum
                }
            }
            #expect(earned == spent, "seed \(random.seed), trial \(trial)")
            #expect(view.settled == charged, "seed \(random.seed), trial \(trial)")
            for (session, last) in view.durables {
                let numbers = charged.values.filter { $0.sessionID == session }.map(\.durable).sorted()
                #expect(numbers == Array(1...last), "seed \(random.seed), trial \(trial)")
            }
        }
    }

    @Test func `settling in one batch or in many gives the same result`() {
        var random = SeededGenerator.printed()
        for trial in 0..<100 {
            var world = RandomWorld(&random)
            var whole = LedgerView()
            for (user, coins) in world.wallets { whole.balances[.user(user)] = coins }
            var parts = whole
            var orders = world.batch(&random) + world.batch(&random)
            let atOnce = settle(orders, policy: world.policy, view: &whole)
            var inParts: [Settlement] = []
            while !orders.isEmpty {
                let batch = Array(orders.prefix(random.number(1...5)))
                orders.removeFirst(batch.count)
                inParts += settle(batch, policy: world.policy, view: &parts)
            }
            #expect(atOnce == inParts, "seed \(random.seed), trial \(trial)")
            #expect(whole.balances == parts.balances, "seed \(random.seed), trial \(trial)")
        }
    }

    private func total(of view: LedgerView) -> Int64 { view.balances.values.reduce(0) { $0 + $1.amount } }
}

/// Few users, few ids, and prices around what the users have, so that every kind of answer occurs.
private struct RandomWorld {
    let users = (0..<6).map { Samples.user("user\($0)") }
    let gifts: [Gift]
    let policy: LedgerPolicy
    var wallets: [UserID: Coins] = [:]

    init(_ random: inout SeededGenerator) {
        gifts = (0..<4).map { Samples.gift("g\($0)", coins: Int64(random.number(0...120))) }
        policy = LedgerPolicy(
            hostSharePercent: random.number(0...100), newUserGrant: Samples.coins(Int64(random.pick([0, 0, 1, 500]))))
        for user in users where random.chance(0.7) {
            wallets[user.userID] = Samples.coins(Int64(random.number(0...2_000)))
        }
    }

    mutating func batch(_ random: inout SeededGenerator) -> [GiftOrder] {
        (0..<random.number(1...60)).map { _ in
            let to = Array(users.shuffled(using: &random).prefix(random.number(1...3)))
            return Samples.order(
                "\(random.number(0...40))", from: random.pick(users), random.pick(gifts), count: random.number(1...3),
                to: to,
                live: random.pick(["one", "two"]))
        }
    }
}
