import OvationModel
import OvationRules
import OvationTestKit
import Testing

@Suite struct LedgerAccountTests {
    private let alice = AccountID.user(Samples.alice.userID)

    @Test(arguments: ["user:alice", "host:alice", "user:-_0", "house", "issuance", "biller"])
    func `an account is found by its name`(_ name: String) {
        #expect(AccountID(name)?.description == name)
    }

    @Test(arguments: ["", "user", "user:", "user:a b", "guest:alice", "House", "house:", "user:a:b", ":alice", "host:"])
    func `a text that names no account gives nil`(_ name: String) {
        #expect(AccountID(name) == nil)
    }

    @Test func `only accounts that stand for the outside may be negative`() {
        #expect([.issuance, .biller].allSatisfy { (account: AccountID) in account.mayBeNegative })
        #expect([alice, .host(Samples.alice.userID), .house].allSatisfy { !$0.mayBeNegative })
    }

    @Test func `a transfer moves all of its coins or none`() {
        var view = LedgerView(balances: [alice: Samples.coins(10)])
        let postings = [
            Posting(account: .house, amount: Samples.coins(11)), Posting(account: alice, amount: Samples.coins(-11)),
        ]
        let refused = view.post(Transfer(kind: .gift, reference: "r", at: Samples.time, postings: postings))
        #expect(!refused)
        #expect(view.balances == [alice: Samples.coins(10)])
        let affordable = [
            Posting(account: .house, amount: Samples.coins(4)), Posting(account: alice, amount: Samples.coins(-10)),
            Posting(account: .house, amount: Samples.coins(6)),
        ]
        let posted = view.post(Transfer(kind: .gift, reference: "r", at: Samples.time, postings: affordable))
        #expect(posted)
        #expect(view.balances == [alice: .zero, .house: Samples.coins(10)])
    }

    @Test func `issuance may go below zero to the least amount and no further`() {
        var view = LedgerView()
        func issue(_ coins: Coins) -> Bool {
            view.post(
                Transfer(
                    kind: .credit, reference: "r", at: Samples.time,
                    postings: [
                        Posting(account: .issuance, amount: coins.negated), Posting(account: alice, amount: coins),
                    ]))
        }
        let first = issue(.max)
        #expect(first)
        #expect(view.balances[.issuance] == Coins.max.negated)
        let second = issue(Samples.coins(1))
        #expect(!second)
    }

    @Test func `an order costs its price times its count times its number of receivers`() {
        let order = Samples.order("1", Samples.cake, count: 3, to: [Samples.host, Samples.bob])
        #expect(order.cost == Samples.coins(594))
        #expect(Samples.order("1", Samples.gift("dear", coins: Coins.max.amount), count: 2).cost == nil)
        #expect(order.key.reference == "alice/1")
    }

    @Test func `the content of an order is its live, its gift, its count and its receivers in order`() {
        let record = SettledOrder(
            key: Samples.order("1").key, liveID: Samples.id("live"), sessionID: Samples.id("s"),
            giftID: Samples.rose.giftID,
            count: 2, to: [Samples.host.userID, Samples.bob.userID], coins: .zero, balance: .zero, durable: 1,
            at: Samples.time)
        func same(_ live: String = "live", _ gift: String = "rose", _ count: Int = 2, _ to: [String] = ["host", "bob"])
            -> Bool
        {
            record.hasContent(
                of: Samples.id(live), giftID: Samples.id(gift), count: count, to: to.map { Samples.id($0) })
        }
        #expect(same())
        #expect(!same("Live") && !same("live", "cake") && !same("live", "rose", 3))
        #expect(!same("live", "rose", 2, ["bob", "host"]) && !same("live", "rose", 2, ["host"]))
    }
}
