import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationWire

/// What follows for a live and its sender from the answer to an order that the rules let through.
///
/// Pure: the answer of the ledger or of the app's billing goes in.
enum OrderAnswer {
    /// It was charged now, is kept, and is to be told.
    case charged(SettledOrder, GiftCounters, GiftReceived)
    /// It was not charged now: how the sender is answered, what is counted, and what may be kept without anybody having been told.
    case notCharged(Result<RoomReply, Rejection>, ServerMetrics.OrderOutcome?, missed: Missed = .nothing)

    /// Stored events that the storage may have kept without saying so.
    enum Missed: Equatable {
        case nothing
        /// The order of this number.
        case order(Int64)
        /// One whose number is not known.
        case unknown

        /// The number of the order; nil where it is not known, or there is none.
        var durable: Int64? { if case .order(let durable) = self { durable } else { nil } }
    }

    /// - Parameters:
    ///   - result: what the ledger says to the order.
    ///   - event: the event to publish when it was charged.
    ///   - start: which start of the live it was sent to.
    init(
        _ result: Result<StorageOutcome, Rejection>, to order: GiftOrder, event: GiftReceived, in start: LiveSessionID
    ) {
        switch result {
        case .failure(let rejection):
            self = .notCharged(.success(.orderRefused(rejection)), .failed, missed: .unknown)
        case .success(.order(let settlement, let counters)):
            self.init(settlement, counters, to: order, event: event, in: start)
        case .success(let other): preconditionFailure("an order is answered with its settlement, not with \(other)")
        }
    }

    private init(
        _ settlement: Settlement, _ counters: GiftCounters, to order: GiftOrder, event: GiftReceived,
        in start: LiveSessionID
    ) {
        switch settlement {
        case .charged(let record, _): self = .charged(record, counters, event)
        case .repeated(let record):
            // It was kept when it was first sent, although the storage said that it was not.
            self = .notCharged(
                .success(.charged(GiftCharged(record))), .repeated,
                missed: record.sessionID == start ? .order(record.durable) : .nothing)
        case .conflict: self = .notCharged(.success(.orderRefused(Rejection(.orderConflict))), .conflict)
        case .insufficient(let balance):
            let cost = order.cost.map { "\($0)" } ?? "more than there are"
            let rejection = Rejection(
                .insufficientBalance, "The gift costs \(cost) coins; the wallet has \(balance).")
            self = .notCharged(.success(.orderRefused(rejection)), .insufficient)
        case .refusedOutside(let known): self = .notCharged(.success(.orderRefused(known.refusal)), .refused)
        // Another server, or a command beside this one, has halted gifting.
        case .halted: self = .notCharged(.success(.orderRefused(Rejection(.giftingHalted))), .failed)
        }
    }

    /// - Parameter reply: what the app's own billing, and behind it the ledger, say to the order.
    init(_ reply: BillingDesk.Reply, to order: GiftOrder, in start: LiveSessionID) {
        switch reply {
        case .settled(let result, let gift): self.init(result, to: order, event: gift.event, in: start)
        case .repeated(let record): self = .notCharged(.success(.charged(GiftCharged(record))), .repeated)
        case .refused(let rejection):
            let outcome: ServerMetrics.OrderOutcome =
                rejection.code == .orderConflict ? .conflict : rejection.code.isTemporary ? .failed : .refused
            self = .notCharged(.success(.orderRefused(rejection)), outcome)
        case .declined(let rejection): self = .notCharged(.failure(rejection), .failed)
        }
    }
}

extension RoomFact {
    /// The storage counted the gifts of the live with an order.
    static func giftsCounted(in counters: GiftCounters) -> RoomFact {
        .giftsCounted(
            totalGiftsSent: counters.totalGiftsSent, totalGiftCoins: counters.totalGiftCoins,
            totalUniqueGiftSenders: counters.totalUniqueGiftSenders)
    }

    /// The storage has these statistics of the live.
    static func giftsCounted(in statistics: RoomStatistics) -> RoomFact {
        .giftsCounted(
            totalGiftsSent: statistics.totalGiftsSent, totalGiftCoins: statistics.totalGiftCoins,
            totalUniqueGiftSenders: statistics.totalUniqueGiftSenders)
    }
}

extension GiftCharged {
    /// The answer to an order, from what is kept of it. The same record always gives the same bytes.
    init(_ record: SettledOrder) {
        self.init(
            orderID: record.key.orderID, giftID: record.giftID, count: record.count, coins: record.coins,
            balance: record.balance, durable: record.durable, at: record.at)
    }
}
