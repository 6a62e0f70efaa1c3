import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The payments of a batch of orders, case by case.
@Suite struct LedgerSettleTests {
    private let alice = AccountID.user(Samples.alice.userID)

    /// One order and its sender's wallet.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var wallet: Int64? = 1_000
        var price: Int64 = 99
        var count = 1
        var receivers = 1
        var share = 50
        var grant: Int64 = 0
        /// The sender's remaining balance, each receiver's earnings and the house's share; nil if the order is refused.
        var charged: (left: Int64, each: Int64, house: Int64)?
        /// The balance in the refusal; nil if the order is charged.
        var refused: Int64?
    }

    static let cases: [Case] = [
        Case(testDescription: "half of an even price", price: 100, charged: (900, 50, 50)),
        Case(testDescription: "the house gets the remainder of a half", charged: (901, 49, 50)),
        Case(testDescription: "a count is one share, rounded once", count: 3, charged: (703, 148, 149)),
        Case(testDescription: "each receiver has a share, each rounded", receivers: 3, charged: (703, 49, 150)),
        Case(testDescription: "count and receivers", count: 2, receivers: 3, share: 33, charged: (406, 65, 399)),
        Case(testDescription: "nothing for the host", share: 0, charged: (901, 0, 99)),
        Case(testDescription: "nothing for the house", share: 100, charged: (901, 99, 0)),
        Case(testDescription: "a free gift", price: 0, count: 7, charged: (1_000, 0, 0)),
        Case(testDescription: "a free gift from a new user", wallet: nil, price: 0, charged: (0, 0, 0)),
        Case(testDescription: "the last coin", wallet: 99, charged: (0, 49, 50)),
        Case(testDescription: "one coin too few", wallet: 98, refused: 98),
        Case(testDescription: "no wallet", wallet: nil, refused: 0),
        Case(testDescription: "a grant that is enough", wallet: nil, grant: 100, charged: (1, 49, 50)),
        Case(testDescription: "a grant that is not enough", wallet: nil, grant: 98, refused: 98),
        Case(testDescription: "no grant for an empty wallet", wallet: 0, grant: 500, refused: 0),
        Case(
            testDescription: "more coins than possible", wallet: Coins.max.amount, price: Coins.max.amount,
            count: 2, refused: Coins.max.amount),
        Case(testDescription: "an absurd count", price: 2, count: .max, refused: 1_000),
        Case(
            testDescription: "as many coins as possible", wallet: Coins.max.amount, price: Coins.max.amount, share: 100,
            charged: (0, Coins.max.amount, 0)),
    ]

    @Test(arguments: cases)
    func `an order moves exactly the coins of its case`(_ example: Case) throws {
        var view = LedgerView(balances: example.wallet.map { [alice: Samples.coins($0)] } ?? [:])
        let before = view
        let receivers = (0..<example.receivers).map { Samples.user("host\($0)") }
        let order = Samples.order("1", Samples.gift("g", coins: example.price), count: example.count, to: receivers)
        let policy = LedgerPolicy(hostSharePercent: example.share, newUserGrant: Samples.coins(example.grant))
        let settled = settle([order], policy: policy, view: &view)
        guard let charged = example.charged else {
            #expect(settled == [.insufficient(balance: Samples.coins(try #require(example.refused)))])
            #expect(view.balances == before.balances && view.settled.isEmpty && view.durables.isEmpty)
            return
        }
        guard case .charged(let record, let transfers)? = settled.first else {
            Issue.record("expected a charge, got \(settled)")
            return
        }
        #expect(record.balance.amount == charged.left)
        #expect(record.coins == order.cost)
        #expect(record.durable == 1 && record.at == order.at && record.to == receivers.map(\.userID))
        #expect(view.balances[alice]?.amount == charged.left)
        for receiver in receivers { #expect((view.balances[.host(receiver.userID)] ?? .zero).amount == charged.each) }
        #expect((view.balances[.house] ?? .zero).amount == charged.house)
        let granted = example.wallet == nil && example.grant > 0
        #expect(transfers.map(\.kind) == (granted ? [.grant, .gift] : [.gift]))
        #expect(transfers.map(\.reference) == (granted ? ["alice", "alice/1"] : ["alice/1"]))
        #expect(view.settled[order.key] == record)
    }

    @Test func `a repeated id gets the first record, whatever the price is now`() throws {
        var view = LedgerView(balances: [alice: Samples.coins(1_000)])
        var dearer = Samples.order("1", at: Samples.time.adding(seconds: 9))
        dearer.gift.coins = Samples.coins(500)
        let settled = settle([Samples.order("1"), dearer], policy: LedgerPolicy(), view: &view)
        guard case .charged(let record, _) = settled[0] else { return #expect(Bool(false), "\(settled)") }
        #expect(settled[1] == .repeated(record))
        #expect(view.balances[alice]?.amount == 999)
        var later = LedgerView(settled: [record.key: record])
        #expect(settle([Samples.order("1")], policy: LedgerPolicy(), view: &later) == [.repeated(record)])
        #expect(later.balances.isEmpty)
    }

    @Test(arguments: [
        Samples.order("1", Samples.cake), Samples.order("1", count: 2), Samples.order("1", to: [Samples.bob]),
        Samples.order("1", to: [Samples.host, Samples.bob]), Samples.order("1", live: "other"),
    ])
    func `an id with other content is a conflict and costs nothing`(_ other: GiftOrder) {
        var view = LedgerView(balances: [alice: Samples.coins(1_000)])
        let settled = settle([Samples.order("1"), other], policy: LedgerPolicy(), view: &view)
        #expect(settled[1] == .conflict)
        #expect(view.balances[alice]?.amount == 999)
    }

    @Test func `each order of a batch sees what the earlier ones left`() {
        var view = LedgerView(balances: [alice: Samples.coins(100)])
        let orders = [
            Samples.order("1", Samples.cake), Samples.order("2", Samples.cake), Samples.order("3"), Samples.order("4"),
        ]
        let lefts = settle(orders, policy: LedgerPolicy(), view: &view).map { settlement -> Int64? in
            if case .charged(let record, _) = settlement { record.balance.amount } else { nil }
        }
        #expect(lefts == [1, nil, 0, nil])
    }

    @Test func `numbers of events continue in each live session, and refused orders take none`() {
        let (one, two) = (Samples.info("one").sessionID, Samples.info("two").sessionID)
        var view = LedgerView(balances: [alice: Samples.coins(1_000)], durables: [one: 41])
        let orders = [
            Samples.order("1", live: "one"), Samples.order("2", live: "two"),
            Samples.order("3", Samples.rocket, live: "one"),
            Samples.order("1", live: "one"), Samples.order("4", live: "one"),
        ]
        let numbers = settle(orders, policy: LedgerPolicy(), view: &view).compactMap { settlement -> Int64? in
            if case .charged(let record, _) = settlement { record.durable } else { nil }
        }
        #expect(numbers == [42, 1, 43])
        #expect(view.durables == [one: 43, two: 1])
    }

    @Test func `an order that would overflow its receiver's balance is not charged`() {
        let host = AccountID.host(Samples.host.userID)
        var view = LedgerView(balances: [alice: Samples.coins(1_000), host: .max])
        let before = view
        let settled = settle([Samples.order("1", Samples.cake)], policy: LedgerPolicy(), view: &view)
        #expect(settled == [.insufficient(balance: Samples.coins(1_000))])
        #expect(view.balances == before.balances)
    }
}
