import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    private static let granting = LedgerPolicy(newUserGrant: Samples.coins(100))

    /// The shares of hosts and the house.
    static let shares: [Clause] = [
        Clause(
            "each receiver earns their share rounded down, and the house keeps the rest",
            LedgerPolicy(hostSharePercent: 33)
        ) {
            storage in
            let three = [Samples.host, Samples.bob, Samples.user("carol")]
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 10_000, "c"),
                .order(Samples.order("1", Samples.cake, count: 3, to: three)),
            ])
            // Each host got 3 cakes of 99 coins. 33 % of 297 is 98.01.
            for receiver in three { try expect(try await storage.amount(of: .host(receiver.userID)), is: 98) }
            try expect(try await storage.amount(of: .house), is: 3 * 297 - 3 * 98)
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 10_000 - 891)
        },
        Clause(
            "the postings of an order name who paid, who earned and what the house kept",
            LedgerPolicy(hostSharePercent: 33)
        ) { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 10_000, "c"), .credit(Samples.bob, 99, "d"),
                .order(Samples.order("1", Samples.cake, count: 2)),
                .order(Samples.order("1", from: Samples.bob, Samples.cake)),
            ])
            let postings = try await storage.postings(of: Samples.order("1").key)
            try expect(postings.first?.account, is: .user(Samples.alice.userID))
            // 33 % of 198 is 65.34.
            let sums = Dictionary(postings.map { ($0.account, $0.amount.amount) }, uniquingKeysWith: +)
            try expect(
                sums, is: [.user(Samples.alice.userID): -198, .host(Samples.host.userID): 65, .house: 133])
            try expect(try await storage.postings(of: Samples.order("2").key), is: [])
        },
        Clause(
            "what a host earned by a start is the share of the gifts to them, without the gifts to others",
            LedgerPolicy(hostSharePercent: 33)
        ) { storage in
            func earnings(of live: String, in session: LiveSessionID? = nil) async throws -> HostEarnings? {
                try await storage.hostEarnings(of: Samples.id(live), in: session)
            }
            func expected(_ coins: Int64, _ session: LiveSessionID) -> HostEarnings {
                HostEarnings(owner: Samples.host.userID, sessionID: session, coins: Samples.coins(coins))
            }
            let (first, other) = (Samples.info().sessionID, Samples.info("other").sessionID)
            try expect(try await earnings(of: "live"), is: nil)
            _ = try await storage.commit([
                .createRoom(Samples.room()), .createRoom(Samples.room("other")), .credit(Samples.alice, 10_000, "c"),
            ])
            try expect(try await earnings(of: "live"), is: expected(0, first))
            _ = try await storage.commit([
                .order(Samples.order("1", Samples.cake, count: 3)),
                .order(Samples.order("2", Samples.cake, to: [Samples.host, Samples.bob])),
                .order(Samples.order("3", Samples.rocket, to: [Samples.bob])),
                .order(Samples.order("4", Samples.rocket, live: "other")),
                .order(Samples.order("1", Samples.cake, count: 3)),
            ])
            // 33 % of 297 is 98.01, and 33 % of 99 is 32.67.
            try expect(try await earnings(of: "live"), is: expected(98 + 32, first))
            try expect(try await earnings(of: "other"), is: expected(330, other))
            // Another transaction goes on where the last one ended, and so does the end of the live.
            _ = try await storage.commit([.order(Samples.order("5")), .order(Samples.order("6", Samples.cake))])
            _ = try await storage.commit(one: .end(first))
            try expect(try await earnings(of: "live"), is: expected(98 + 32 + 0 + 32, first))
            // The next start counts from the beginning, and the one before stays as it was.
            let second = Samples.room(session: "second")
            _ = try await storage.commit([.createRoom(second)])
            try expect(try await earnings(of: "live"), is: expected(0, second.info.sessionID))
            try expect(try await earnings(of: "live", in: first), is: expected(162, first))
            try expect(try await earnings(of: "other", in: first), is: nil)
        },
        Clause("a share of 0 percent leaves everything to the house", LedgerPolicy(hostSharePercent: 0)) { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 99, "c"), .order(Samples.order("1", Samples.cake)),
            ])
            try expect(try await storage.amount(of: .house), is: 99)
            try expect(try await storage.amount(of: .host(Samples.host.userID)), is: 0)
        },
        Clause("a share of 100 percent leaves nothing to the house", LedgerPolicy(hostSharePercent: 100)) { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 99, "c"), .order(Samples.order("1", Samples.cake)),
            ])
            try expect(try await storage.amount(of: .house), is: 0)
            try expect(try await storage.amount(of: .host(Samples.host.userID)), is: 99)
        },
        Clause("a user's earnings as a host are not in the wallet that pays for gifts") { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.host, 10, "c"),
                .order(Samples.order("1", from: Samples.host, count: 10)),
            ])
            try expect(try await storage.amount(of: .user(Samples.host.userID)), is: 0)
            try expect(try await storage.amount(of: .host(Samples.host.userID)), is: 5)
        },
        Clause("a new user gets the grant once, with the first order", granting) { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            let dear = try await storage.settle(Samples.order("0", Samples.rocket))
            try expect(dear, is: [.insufficient(balance: Samples.coins(100))])
            try expect(
                try await storage.balance(of: .user(Samples.alice.userID)), is: nil, "a refused order grants nothing")
            let settled = try await storage.settle(
                Samples.order("1", Samples.cake), Samples.order("2"), Samples.order("3"),
                Samples.order("1", from: Samples.bob, Samples.cake))
            try expect(settled.map { $0.charged?.balance.amount }, is: [1, 0, nil, 1])
            let entries = try await storage.entries(of: .issuance, before: nil, limit: 10)
            try expect(entries.map(\.reference), is: ["bob", "alice"])
            try expect(entries.map(\.kind), is: [.grant, .grant])
            try expect(try await storage.amount(of: .issuance), is: -200)
        },
    ]

    /// Credits by an administrator.
    static let credits: [Clause] = [
        Clause("a credit is given once for its reference") { storage in
            let first = try await storage.commit([.credit(Samples.alice, 70, "c"), .credit(Samples.alice, 70, "c")])
            try expect(
                first,
                is: [
                    .credited(balance: Samples.coins(70), repeated: false),
                    .credited(balance: Samples.coins(70), repeated: true),
                ])
            let second = try await storage.commit([
                .credit(Samples.alice, 30, "d"), .credit(Samples.alice, 70, "c"), .credit(Samples.alice, 71, "c"),
                .credit(Samples.bob, 70, "c"),
            ])
            try expect(
                second,
                is: [
                    .credited(balance: Samples.coins(100), repeated: false),
                    .credited(balance: Samples.coins(100), repeated: true), .creditRefused, .creditRefused,
                ])
            try expect(try await storage.amount(of: .issuance), is: -100)
            try expect(try await storage.balance(of: .user(Samples.bob.userID)), is: nil)
        },
        Clause("a credit that would overflow a wallet or take more than it has is refused") { storage in
            let outcomes = try await storage.commit([
                .credit(Samples.alice, Coins.max.amount - 1, "c"), .credit(Samples.alice, 2, "d"),
                .credit(Samples.alice, 1, "e"), .credit(Samples.bob, 1, "f"), .credit(Samples.bob, -1, "g"),
                .credit(Samples.alice, -5, "h"), .credit(Samples.alice, 2, "d"),
            ])
            try expect(
                outcomes,
                is: [
                    .credited(balance: Samples.coins(Coins.max.amount - 1), repeated: false), .creditRefused,
                    .credited(balance: .max, repeated: false), .creditRefused, .creditRefused,
                    .credited(balance: Samples.coins(Coins.max.amount - 5), repeated: false),
                    .credited(balance: Samples.coins(Coins.max.amount - 3), repeated: false),
                ])
        },
        Clause("a new user who gets a credit still gets the grant", granting) { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room()))
            let outcomes = try await storage.commit([
                .credit(Samples.alice, 5, "c"), .credit(Samples.alice, 5, "d"), .order(Samples.order("1")),
            ])
            try expect(outcomes.first, is: .credited(balance: Samples.coins(105), repeated: false))
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 109)
            try expect(try await storage.amount(of: .issuance), is: -110)
        },
    ]

    /// Entries and balances of the books.
    static let ledger: [Clause] = [
        Clause("while gifting is halted nothing is charged, and what was charged before keeps its answer") { storage in
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 10, "c")])
            try expect(try await storage.settle(Samples.order("1")).first?.charged?.balance.amount, is: 9)
            let halt = LedgerHalt(problems: ["a test halts it"], at: Samples.time)
            _ = try await storage.commit(one: .halt(halt, by: nil, at: Samples.time))
            let halted = try await storage.settle(Samples.order("2"), Samples.order("1"))
            try expect(halted.first, is: .halted)
            guard case .repeated? = halted.last else {
                throw ContractViolation(description: "a charged order is answered: \(halted)")
            }
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 9)
            _ = try await storage.commit(one: .halt(nil, by: nil, at: Samples.time))
            try expect(try await storage.settle(Samples.order("2")).first?.charged?.balance.amount, is: 8)
        },
        Clause("an account's entries come newest first, a page at a time") { storage in
            _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")])
            for number in 1...25 {
                let at = Samples.time.adding(seconds: Int64(number))
                _ = try await storage.commit(one: .order(Samples.order("\(number)", count: number % 3 + 1, at: at)))
            }
            let account = AccountID.user(Samples.alice.userID)
            var read: [LedgerEntry] = []
            while true {
                let page = try await storage.entries(of: account, before: read.last?.number, limit: 10)
                if page.isEmpty { break }
                try expect(page.count <= 10, "a page has at most its limit")
                read += page
            }
            try expect(read.count, is: 26)
            try expect(zip(read, read.dropFirst()).allSatisfy { $0.number > $1.number }, "newest first")
            try expect(read.first?.reference, is: "alice/25")
            try expect(read.first?.at, is: Samples.time.adding(seconds: 25))
            try expect(read.first?.amount.amount, is: -2)
            try expect(read.last?.kind, is: .credit)
            try expect(read.last?.reference, is: "c")
            let total = read.reduce(Int64(0)) { $0 + $1.amount.amount }
            try expect(try await storage.amount(of: account), is: total)
            // Nothing comes before a number that is not an entry of the account: another account's, a future one, or an impossible one.
            let another = try await storage.entries(of: .house, before: nil, limit: 1).map(\.number)
            for before in another + [0, -1, 1_000, .max] {
                try expect(try await storage.entries(of: account, before: before, limit: 10), is: [])
            }
        },
        Clause("coins are conserved and the books agree with a plain model, whatever is ordered", granting) {
            storage in
            var random = SeededGenerator.printed("random orders")
            var plain = PlainLedger(grant: 100)
            let users = (0..<12).map { Samples.user("user\($0)") }
            let lives = ["one", "two", "three"]
            _ = try await storage.commit(lives.map { .createRoom(Samples.room($0)) })
            for round in 0..<60 {
                let writes = (0..<random.number(1...40)).map { step -> StorageWrite in
                    if random.chance(0.1) {
                        return .credit(random.pick(users), Int64(random.number(1...300)), "c\(random.number(0...80))")
                    }
                    let to = users.shuffled(using: &random).prefix(random.number(1...3))
                    return .order(
                        Samples.order(
                            "\(random.number(0...60))", from: random.pick(users),
                            random.pick([Samples.rose, Samples.cake]), count: random.number(1...2), to: Array(to),
                            live: random.pick(lives), at: Samples.time.adding(seconds: Int64(round * 100 + step))))
                }
                for (write, outcome) in zip(writes, try await storage.commit(writes)) {
                    try expect(
                        plain.apply(write), is: PlainLedger.Answer(outcome),
                        "seed \(random.seed), round \(round): \(write)")
                }
            }
            for user in users {
                let balance = try await storage.balance(of: .user(user.userID))
                try expect(balance?.amount, is: plain.wallets[user.userID], "seed \(random.seed)")
            }
            try expect(try await storage.auditLedger().orders, is: plain.orders.count)
        },
    ]
}

/// The ledger's rules written a second time, as plainly as possible, for comparison.
private struct PlainLedger {
    enum Answer: Hashable {
        case charged(left: Int64)
        case repeated(left: Int64)
        case conflict
        case tooFew(Int64)
        case credited(Int64, repeated: Bool)
        case refused
        case other

        init(_ outcome: StorageOutcome) {
            switch outcome {
            case .order(.charged(let record, _), _): self = .charged(left: record.balance.amount)
            case .order(.repeated(let record), _): self = .repeated(left: record.balance.amount)
            case .order(.conflict, _): self = .conflict
            case .order(.insufficient(let balance), _): self = .tooFew(balance.amount)
            case .credited(let balance, let repeated): self = .credited(balance.amount, repeated: repeated)
            case .creditRefused: self = .refused
            default: self = .other
            }
        }
    }

    let grant: Int64
    var wallets: [UserID: Int64] = [:]
    var orders: [String: (content: String, left: Int64)] = [:]
    var credits: [String: (user: UserID, coins: Int64)] = [:]

    init(grant: Int64) { self.grant = grant }

    mutating func apply(_ write: StorageWrite) -> Answer {
        switch write {
        case .order(let order, _):
            let content = "\(order.liveID) \(order.gift.giftID) \(order.count) \(order.to.map(\.userID))"
            if let first = orders[order.key.reference] {
                return first.content == content ? .repeated(left: first.left) : .conflict
            }
            let has = wallets[order.sender.userID] ?? grant
            let left = has - order.gift.coins.amount * Int64(order.count * order.to.count)
            guard left >= 0 else { return .tooFew(has) }
            wallets[order.sender.userID] = left
            orders[order.key.reference] = (content, left)
            return .charged(left: left)
        case .credit(let user, let coins, let reference, _):
            if let first = credits[reference] {
                guard first == (user, coins.amount) else { return .refused }
                return .credited(wallets[user] ?? 0, repeated: true)
            }
            wallets[user] = (wallets[user] ?? grant) + coins.amount
            credits[reference] = (user, coins.amount)
            return .credited(wallets[user] ?? 0, repeated: false)
        default: return .other
        }
    }
}
