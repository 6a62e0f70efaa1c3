import Metrics
package import OvationModel
package import OvationRules

extension ServerMetrics {
    /// What became of an order of gifts.
    package enum OrderOutcome: String, CaseIterable {
        /// Coins were moved.
        case charged
        /// It had been charged before; the first answer was given again.
        case repeated
        /// Its id had been used for something else.
        case conflict
        /// The wallet had too few coins.
        case insufficient
        /// The app's own billing refused it, or did not answer.
        case refused
        /// The storage failed.
        case failed
    }

    /// What the app's own billing said to an order.
    enum BillingReply: String, CaseIterable {
        /// It has charged it.
        case confirmed
        /// It has not.
        case rejected
        /// It could not be reached.
        case unreached
        /// It said nothing in time, or nothing that makes sense.
        case unclear

        init(_ answer: BillingAnswer) {
            switch answer {
            case .confirmed: self = .confirmed
            case .rejected: self = .rejected
            case .unreached: self = .unreached
            case .unclear: self = .unclear
            }
        }
    }

    /// What became of a step of the ledger's audit.
    package enum AuditOutcome: String, CaseIterable {
        /// Nothing was wrong.
        case balanced
        /// Something was, and gifting was halted.
        case unbalanced
        /// The storage could not be read.
        case failed
    }

    /// What is counted of orders, of the app's own billing and of the ledger.
    struct Money: Sendable {
        let orders: LabelledCounters<OrderOutcome>
        let coins: Counter
        let billingReplies: LabelledCounters<BillingReply>
        let billingTime: Timer
        let billingInFlight: Meter
        let billingUnresolved: LabelledCounters<BillingState>
        let audits: LabelledCounters<AuditOutcome>
        let auditTime: Timer
        let giftingHalt: Meter

        /// Makes the metrics.
        init(_ make: MetricMaker) {
            orders = make.counters(
                "ovation_gift_orders_total", by: "outcome", OrderOutcome.allCases, "Orders of gifts, by outcome.")
            coins = make.counter("ovation_gift_coins_total", "Coins that were charged for gifts.")
            billingReplies = make.counters(
                "ovation_billing_replies_total", by: "reply", BillingReply.allCases,
                "Answers of the app's own billing, by what they say.")
            billingTime = make.seconds("ovation_billing_seconds", "How long the app's own billing took to answer.")
            billingInFlight = make.gauge("ovation_billing_in_flight", "Orders that wait for the app's own billing.")
            billingUnresolved = make.counters(
                "ovation_billing_unresolved_total", by: "state", BillingState.unresolved,
                "Orders that the app's own billing did not decide in time, by the state that they went to.")
            audits = make.counters(
                "ovation_ledger_audits_total", by: "outcome", AuditOutcome.allCases,
                "Steps of the ledger's audit, by outcome.")
            auditTime = make.seconds("ovation_ledger_audit_seconds", "How long a step of the audit took.")
            giftingHalt = make.gauge(
                "ovation_gifting_halted", "1 while no gift is charged, because the ledger does not balance.")
        }
    }
}

// MARK: - Counting

extension ServerMetrics {
    /// An order of gifts was answered.
    ///
    /// - Parameters:
    ///   - outcome: with what.
    ///   - coins: what it cost. Counted where it was charged just now, and nowhere else.
    package func giftOrder(_ outcome: OrderOutcome, coins: Coins = .zero) {
        money.orders[outcome].increment()
        if outcome == .charged { money.coins.increment(by: coins.amount) }
    }

    /// The app's own billing was asked.
    package func billingAsked(_ answer: BillingAnswer, seconds: Double) {
        money.billingReplies[BillingReply(answer)].increment()
        money.billingTime.recordSeconds(seconds)
    }

    /// So many orders wait for the app's own billing.
    package func billingInFlight(_ count: Int) { money.billingInFlight.set(count) }

    /// The app's own billing did not decide on an order in time.
    package func billingUnresolved(_ state: BillingState) { money.billingUnresolved[state].increment() }

    /// A step of the ledger's audit is over.
    package func ledgerAudit(_ outcome: AuditOutcome, seconds: Double) {
        money.audits[outcome].increment()
        money.auditTime.recordSeconds(seconds)
    }

    /// Gifting was halted, or goes on.
    package func giftingHalted(_ isHalted: Bool) { money.giftingHalt.set(isHalted ? 1 : 0) }
}
