import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The answer to an order id that was used before.
@Suite struct OrderHistoryTests {
    private let order = Samples.order("1", Samples.cake, count: 2)

    private func wish(
        _ gift: Gift = Samples.cake, count: Int = 2, to: [UserID] = [], live: String = "live"
    ) -> OrderWish {
        OrderWish(key: order.key, liveID: Samples.id(live), giftID: gift.giftID, count: count, to: to)
    }

    private func settled(to: [UserInfo] = [Samples.host]) -> SettledOrder {
        SettledOrder(
            key: order.key, liveID: order.liveID, sessionID: order.sessionID, giftID: order.gift.giftID,
            count: order.count, to: to.map(\.userID), coins: Samples.coins(198), balance: .zero, durable: 1,
            at: order.at)
    }

    private func asked(_ state: BillingState, _ note: BillingNote = BillingNote()) -> BillingOrder {
        BillingOrder(
            number: 1, order: order, state: state, attempts: 0, due: nil, note: note, updatedAt: order.at)
    }

    @Test func `an unused id has no first answer`() {
        let history = OrderHistory(settled: nil, asked: nil)
        #expect(history.firstAnswer(to: wish()) == .none)
        #expect(history.firstAnswer(to: order) == .none)
    }

    @Test func `a charged order stays charged, whatever the state of its billing`() {
        #expect(OrderHistory(settled: settled(), asked: nil).firstAnswer(to: wish()) == .charged(settled()))
        for state in BillingState.allCases where state.wasDelivered {
            let history = OrderHistory(settled: settled(), asked: asked(state))
            #expect(history.firstAnswer(to: wish()) == .charged(settled()), "\(state)")
            #expect(history.firstAnswer(to: order) == .charged(settled()), "\(state)")
        }
    }

    @Test func `an order that the billing was asked about and did not deliver stays refused`() {
        for state in BillingState.allCases where !state.wasDelivered {
            let history = OrderHistory(settled: nil, asked: asked(state))
            #expect(history.firstAnswer(to: wish()) == .refused(asked(state)), "\(state)")
            #expect(history.firstAnswer(to: order) == .refused(asked(state)), "\(state)")
        }
    }

    @Test func `other content under the id is a conflict, and no receiver means the owner`() {
        let others = [
            wish(Samples.rose), wish(count: 3), wish(live: "other"), wish(to: [Samples.bob.userID]),
            wish(to: [Samples.host.userID, Samples.bob.userID]),
        ]
        for history in [
            OrderHistory(settled: settled(), asked: nil), OrderHistory(settled: nil, asked: asked(.unknown)),
        ] {
            for other in others { #expect(history.firstAnswer(to: other) == .conflict, "\(other)") }
            #expect(history.firstAnswer(to: wish(to: [Samples.host.userID])) != .conflict)
            #expect(history.firstAnswer(to: Samples.order("1", Samples.rose)) == .conflict)
        }
        let two = OrderHistory(settled: settled(to: [Samples.host, Samples.bob]), asked: nil)
        #expect(two.firstAnswer(to: wish()) == .conflict, "two receivers do not stand for the owner")
    }

    @Test func `the billing's refusal reaches the sender with its number if it is one of the app's`() {
        let note = BillingNote(code: 102_150, message: "too poor")
        #expect(asked(.rejected, note).refusal == Rejection(ErrorCode(rawValue: 102_150), "too poor"))
        #expect(asked(.rejected, BillingNote(code: 102_150)).refusal.message.isEmpty == false)
        for code in [0, 1, 102_099, 102_201] {
            let refusal = asked(.rejected, BillingNote(code: code, message: "mine")).refusal
            #expect(refusal == Rejection(.giftRefusedByBilling), "\(code)")
        }
        for state in [BillingState.pending, .unknown, .cancelling, .revoking, .cancelled] {
            #expect(asked(state, note).refusal == Rejection(.giftRefusedByBilling), "\(state)")
        }
    }

    // MARK: Credits

    @Test func `a credit is given once for its reference, and a new user's grant comes first`() {
        let alice = AccountID.user(Samples.alice.userID)
        let policy = LedgerPolicy(newUserGrant: Samples.coins(100))
        let credit = Credit(user: Samples.alice.userID, coins: Samples.coins(7), reference: "c", at: Samples.time)
        var view = LedgerView()
        guard case .given(let transfers) = view.credit(credit, first: nil, policy) else {
            Issue.record("a credit with a new reference is given")
            return
        }
        #expect(transfers.map(\.kind) == [.grant, .credit])
        #expect(transfers.map(\.reference) == ["alice", "c"])
        #expect(view.balances == [alice: Samples.coins(107), .issuance: Samples.coins(-107)])
        let after = view.balances
        var (fewer, stranger, dear) = (credit, credit, credit)
        fewer.coins = Samples.coins(6)
        stranger.user = Samples.bob.userID
        dear.coins = .max
        let decisions = [
            view.credit(credit, first: credit.postings, policy), view.credit(fewer, first: credit.postings, policy),
            view.credit(stranger, first: credit.postings, policy), view.credit(dear, first: nil, policy),
        ]
        #expect(decisions == [.repeated, .refused, .refused, .refused], "the last one would overflow the wallet")
        #expect(view.balances == after)
    }

    @Test func `the wallet does not pay an order that the billing was asked about`() {
        let wallet = AccountID.user(Samples.alice.userID)
        var view = LedgerView(
            balances: [wallet: Samples.coins(1_000)], asked: [order.key: asked(.unknown)])
        let other = Samples.order("1", Samples.rose)
        let settlements = settle([order, other], policy: LedgerPolicy(), view: &view)
        #expect(settlements == [.refusedOutside(asked(.unknown)), .conflict])
        #expect(view.balances == [wallet: Samples.coins(1_000)])
        // The billing's own delivery still works.
        var outside = order
        outside.isChargedOutside = true
        guard case .charged = settle([outside], policy: LedgerPolicy(), view: &view)[0] else {
            Issue.record("an order that the billing has confirmed is charged")
            return
        }
    }
}
