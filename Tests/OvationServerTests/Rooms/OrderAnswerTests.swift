import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationObservability

/// The effects of the answer to an order.
struct OrderAnswerTests {
    private static let order = Samples.order("one", count: 2)
    private static let start = order.sessionID

    private static func record(in session: LiveSessionID = start, durable: Int64 = 7) -> SettledOrder {
        SettledOrder(
            key: order.key, liveID: order.liveID, sessionID: session, giftID: order.gift.giftID, count: order.count,
            to: order.to.map(\.userID), coins: Samples.coins(2), balance: Samples.coins(8), durable: durable,
            at: order.at)
    }

    private static let refusedOutside = BillingOrder(
        number: 1, order: order, state: .rejected, attempts: 0, due: nil, note: BillingNote(), updatedAt: order.at)

    /// Names an answer as text, for comparison in a table.
    private static func word(_ answer: OrderAnswer) -> String {
        switch answer {
        case .charged(let record, let counters, let event):
            return "charged \(record.durable), \(counters.totalGiftsSent) in all, \(event.count) shown"
        case .notCharged(let reply, let outcome, let missed):
            let said =
                switch reply {
                case .success(.charged(let charged)): "charged \(charged.durable)"
                case .success(.orderRefused(let rejection)): "refused \(rejection.code)"
                case .success(let other): "\(other)"
                case .failure(let rejection): "failed \(rejection.code)"
                }
            let read =
                switch missed {
                case .nothing: ""
                case .order(let durable): ", read if behind \(durable)"
                case .unknown: ", read"
                }
            return "\(said), \(outcome.map(\.rawValue) ?? "not counted")\(read)"
        }
    }

    @Test func `the ledger's outcome decides the sender's answer, the count and the reading`() {
        let counters = GiftCounters(totalGiftsSent: 5)
        let cases: [(Result<StorageOutcome, Rejection>, String)] = [
            (.success(.order(.charged(Self.record(), []), counters)), "charged 7, 5 in all, 2 shown"),
            (.success(.order(.repeated(Self.record()), counters)), "charged 7, repeated, read if behind 7"),
            (
                .success(.order(.repeated(Self.record(in: Samples.id("earlier"))), counters)), "charged 7, repeated"
            ),
            (.success(.order(.conflict, counters)), "refused \(ErrorCode.orderConflict), conflict"),
            (
                .success(.order(.insufficient(balance: .zero), counters)),
                "refused \(ErrorCode.insufficientBalance), insufficient"
            ),
            (
                .success(.order(.refusedOutside(Self.refusedOutside), counters)),
                "refused \(Self.refusedOutside.refusal.code), refused"
            ),
            (.failure(Rejection(.storageUnavailable)), "refused \(ErrorCode.storageUnavailable), failed, read"),
        ]
        let event = Self.order.received()
        for (result, expected) in cases {
            #expect(Self.word(OrderAnswer(result, to: Self.order, event: event, in: Self.start)) == expected)
            // An order through the app's own billing has the same effects.
            let reply = BillingDesk.Reply.settled(result, StoredGift(Self.order))
            #expect(Self.word(OrderAnswer(reply, to: Self.order, in: Self.start)) == expected)
        }
    }

    @Test func `a refusal by the app's own billing stands, and a temporary refusal counts as a failure`() {
        let cases: [(BillingDesk.Reply, String)] = [
            (.repeated(Self.record()), "charged 7, repeated"),
            (.refused(Rejection(.orderConflict)), "refused \(ErrorCode.orderConflict), conflict"),
            (.refused(Rejection(.storageUnavailable)), "refused \(ErrorCode.storageUnavailable), failed"),
            (.refused(Rejection(.permissionDenied)), "refused \(ErrorCode.permissionDenied), refused"),
            (.declined(Rejection(.billingBusy)), "failed \(ErrorCode.billingBusy), failed"),
        ]
        for (reply, expected) in cases {
            #expect(Self.word(OrderAnswer(reply, to: Self.order, in: Self.start)) == expected)
        }
    }

    @Test func `a sender with too few coins learns the price and the balance`() {
        let result = Result<StorageOutcome, Rejection>.success(
            .order(.insufficient(balance: Samples.coins(1)), GiftCounters()))
        guard
            case .notCharged(.success(.orderRefused(let rejection)), _, _) = OrderAnswer(
                result, to: Self.order, event: Self.order.received(), in: Self.start)
        else { return #expect(Bool(false), "the order is refused") }
        #expect(rejection.message == "The gift costs 2 coins; the wallet has 1.")
    }
}
