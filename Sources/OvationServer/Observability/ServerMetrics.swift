import Metrics
import OvationModel
import OvationRules
import OvationWire

/// Every metric of the server. Counting is an atomic addition; what happens a hundred thousand times a second is
/// counted once a tick, by number.
///
/// A class rather than a struct, so that handing it to an event loop retains one object and not forty.
final class ServerMetrics: Sendable {
    /// What became of an order of gifts.
    enum OrderOutcome: String, CaseIterable {
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
    enum AuditOutcome: String, CaseIterable {
        /// Nothing was wrong.
        case balanced
        /// Something was, and gifting was halted.
        case unbalanced
        /// The storage could not be read.
        case failed
    }

    /// Why something was not delivered.
    enum DropCause: String, CaseIterable {
        /// The sender wrote too fast.
        case userRate = "user_rate"
        /// The live was over its messages a second.
        case roomRate = "room_rate"
        /// More waited than the server can deliver in time.
        case overload
        /// A count of the audience gave way.
        case audienceCount = "audience_count"
        /// A like or a reaction gave way.
        case reaction
        /// A join or a leave gave way.
        case membership
        /// The connection read too slowly.
        case slowConnection = "slow_connection"
        /// The app's review refused it, or a reason of a later version.
        case other
    }

    let connections: Meter
    let sessions: Meter
    let rooms: Meter
    let members: Meter
    let commands: LabelledCounters<String>
    let commandErrors: LabelledCounters<ErrorCode>
    let events: LabelledCounters<RoomEventName>
    let deliveries: Counter
    let deliveredBytes: Counter
    let compressionSavedBytes: Counter
    let flushes: Counter
    let drops: LabelledCounters<DropCause>
    let closes: LabelledCounters<CloseCode>
    let giftOrders: LabelledCounters<OrderOutcome>
    let giftCoins: Counter
    let billingReplies: LabelledCounters<BillingReply>
    let billingTime: Timer
    let billingInFlight: Meter
    let billingUnresolved: LabelledCounters<BillingState>
    let ledgerAudits: LabelledCounters<AuditOutcome>
    let ledgerAuditTime: Timer
    let giftingHalt: Meter
    let journalBatches: Counter
    let journalBatchSize: Recorder
    let journalCommit: Timer
    let journalPending: Meter
    let resumes: LabelledCounters<Bool>
    let visitsNotKept: Counter
    let malformedFrames: Counter
    let catalogueEditsPending: Meter
    let filteredTexts: LabelledCounters<FilterAction>
    let refusedAtGates: LabelledCounters<RateGate>
    let rateKeys: [RateGate: Meter]
    let surplusCommands: Counter
    let surplusWaiting: Meter
    let answersPending: Meter

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - factory: where they are made, usually a ``PrometheusRegistry``.
    ///   - limits: the limits in force, told as `ovation_limit`, so that a graph can draw them beside what they bound.
    init(factory: any MetricsFactory, limits: Limits) {
        if let describing = factory as? any MetricDescribing {
            for description in Self.descriptions { describing.describe(description) }
        }
        connections = Meter(label: "ovation_connections", factory: factory)
        sessions = Meter(label: "ovation_sessions", factory: factory)
        rooms = Meter(label: "ovation_rooms", factory: factory)
        members = Meter(label: "ovation_members", factory: factory)
        commands = LabelledCounters(
            "ovation_commands_total", label: "op", keys: Self.operations, factory: factory, value: { $0 })
        commandErrors = LabelledCounters(
            "ovation_command_errors_total", label: "code", keys: ErrorCode.all, factory: factory,
            value: { String($0.rawValue) })
        events = LabelledCounters(
            "ovation_events_total", label: "event", keys: RoomEventName.allCases, factory: factory, value: \.rawValue)
        deliveries = Counter(label: "ovation_deliveries_total", factory: factory)
        deliveredBytes = Counter(label: "ovation_delivered_bytes_total", factory: factory)
        compressionSavedBytes = Counter(label: "ovation_compression_saved_bytes_total", factory: factory)
        flushes = Counter(label: "ovation_flushes_total", factory: factory)
        drops = LabelledCounters(
            "ovation_dropped_total", label: "reason", keys: DropCause.allCases, factory: factory, value: \.rawValue)
        closes = LabelledCounters(
            "ovation_closes_total", label: "code", keys: CloseCode.all + [.lost], factory: factory,
            value: { String($0.rawValue) })
        giftOrders = LabelledCounters(
            "ovation_gift_orders_total", label: "outcome", keys: OrderOutcome.allCases, factory: factory,
            value: \.rawValue)
        giftCoins = Counter(label: "ovation_gift_coins_total", factory: factory)
        billingReplies = LabelledCounters(
            "ovation_billing_replies_total", label: "reply", keys: BillingReply.allCases, factory: factory,
            value: \.rawValue)
        billingTime = Timer(label: "ovation_billing_seconds", factory: factory)
        billingInFlight = Meter(label: "ovation_billing_in_flight", factory: factory)
        billingUnresolved = LabelledCounters(
            "ovation_billing_unresolved_total", label: "state", keys: BillingState.unresolved, factory: factory,
            value: \.rawValue)
        ledgerAudits = LabelledCounters(
            "ovation_ledger_audits_total", label: "outcome", keys: AuditOutcome.allCases, factory: factory,
            value: \.rawValue)
        ledgerAuditTime = Timer(label: "ovation_ledger_audit_seconds", factory: factory)
        giftingHalt = Meter(label: "ovation_gifting_halted", factory: factory)
        journalBatches = Counter(label: "ovation_journal_batches_total", factory: factory)
        journalBatchSize = Recorder(label: "ovation_journal_batch_size", aggregate: true, factory: factory)
        journalCommit = Timer(label: "ovation_journal_commit_seconds", factory: factory)
        journalPending = Meter(label: "ovation_journal_pending", factory: factory)
        resumes = LabelledCounters(
            "ovation_resume_total", label: "recovered", keys: [true, false], factory: factory, value: { "\($0)" })
        visitsNotKept = Counter(label: "ovation_visits_not_kept_total", factory: factory)
        malformedFrames = Counter(label: "ovation_malformed_frames_total", factory: factory)
        catalogueEditsPending = Meter(label: "ovation_catalogue_edits_pending", factory: factory)
        filteredTexts = LabelledCounters(
            "ovation_filtered_texts_total", label: "action", keys: FilterAction.allCases, factory: factory,
            value: \.rawValue)
        refusedAtGates = LabelledCounters(
            "ovation_rate_refusals_total", label: "gate", keys: RateGate.allCases, factory: factory,
            value: \.rawValue)
        rateKeys = Dictionary(
            uniqueKeysWithValues: RateGate.allCases.map { gate in
                (gate, Meter(label: "ovation_rate_keys", dimensions: [("gate", gate.rawValue)], factory: factory))
            })
        surplusCommands = Counter(label: "ovation_surplus_commands_total", factory: factory)
        surplusWaiting = Meter(label: "ovation_surplus_waiting", factory: factory)
        answersPending = Meter(label: "ovation_answers_pending", factory: factory)
        for definition in Limits.definitions {
            Meter(label: "ovation_limit", dimensions: [("name", definition.name)], factory: factory)
                .set(limits[keyPath: definition.field])
        }
    }

    /// The operations of this version. An operation that is missing here is counted too, from its first use on.
    static let operations = [
        "session.open", "session.ping", "room.create", "room.join", "room.leave", "room.end", "room.update",
        "room.metadata", "room.list", "room.info", "audience.list", "audience.kick", "audience.mute", "audience.ban",
        "audience.admin", "audience.log", "user.update", "barrage.send", "gift.list", "gift.send", "wallet.get",
        "wallet.topUp", "like.send", "media.publish",
    ]

    private static let descriptions = [
        MetricDescription(name: "ovation_connections", help: "WebSocket connections that are open."),
        MetricDescription(name: "ovation_sessions", help: "Sessions, those included whose connection is lost for now."),
        MetricDescription(name: "ovation_rooms", help: "Lives that are on."),
        MetricDescription(name: "ovation_members", help: "Users in lives; who is in two counts twice."),
        MetricDescription(name: "ovation_commands_total", help: "Commands that were read, by operation."),
        MetricDescription(name: "ovation_command_errors_total", help: "Commands that were refused, by error code."),
        MetricDescription(name: "ovation_events_total", help: "Room events published, by name, before fan-out."),
        MetricDescription(
            name: "ovation_deliveries_total", help: "Events handed to connections; one to ten counts ten."),
        MetricDescription(name: "ovation_delivered_bytes_total", help: "Bytes of these events, as they were sent."),
        MetricDescription(
            name: "ovation_compression_saved_bytes_total", help: "Bytes that were not sent because of compression."),
        MetricDescription(name: "ovation_flushes_total", help: "Batches handed to the connections of one loop."),
        MetricDescription(name: "ovation_dropped_total", help: "Events and messages not delivered, by reason."),
        MetricDescription(name: "ovation_closes_total", help: "Connections that ended, by close code; 1006 had none."),
        MetricDescription(name: "ovation_gift_orders_total", help: "Orders of gifts, by outcome."),
        MetricDescription(name: "ovation_gift_coins_total", help: "Coins charged for gifts."),
        MetricDescription(
            name: "ovation_billing_replies_total", help: "Answers of the app's own billing, by what they say."),
        MetricDescription(name: "ovation_billing_seconds", help: "How long the app's own billing took to answer."),
        MetricDescription(name: "ovation_billing_in_flight", help: "Orders that wait for the app's own billing."),
        MetricDescription(
            name: "ovation_billing_unresolved_total",
            help: "Orders that the app's own billing did not decide in time, by the state that they went to."),
        MetricDescription(name: "ovation_ledger_audits_total", help: "Steps of the ledger's audit, by outcome."),
        MetricDescription(name: "ovation_ledger_audit_seconds", help: "How long a step of the audit took."),
        MetricDescription(
            name: "ovation_gifting_halted", help: "1 while no gift is charged because the ledger does not balance."),
        MetricDescription(name: "ovation_journal_batches_total", help: "Transactions that the journal tried."),
        MetricDescription(name: "ovation_journal_batch_size", help: "Writes that shared one transaction."),
        MetricDescription(name: "ovation_journal_commit_seconds", help: "How long a transaction took."),
        MetricDescription(name: "ovation_journal_pending", help: "Writes that wait for the storage."),
        MetricDescription(name: "ovation_resume_total", help: "Rooms resumed, by whether nothing was missed."),
        MetricDescription(
            name: "ovation_visits_not_kept_total",
            help: "Users let into a live whose entry was not kept; after a restart they are told nothing they missed."),
        MetricDescription(name: "ovation_malformed_frames_total", help: "Frames that were no commands."),
        MetricDescription(
            name: "ovation_catalogue_edits_pending", help: "Edits of the gift catalogue that wait for their turn."),
        MetricDescription(
            name: "ovation_filtered_texts_total", help: "Texts with a word of a list, by what became of them."),
        MetricDescription(
            name: "ovation_rate_refusals_total",
            help: "What an address or a user was refused for its rate, by what it was."),
        MetricDescription(
            name: "ovation_rate_keys", help: "Addresses and users whose rates are kept apart, by what is counted."),
        MetricDescription(
            name: "ovation_surplus_commands_total", help: "Commands of connections that send more than their pace."),
        MetricDescription(
            name: "ovation_surplus_waiting", help: "Connections that send more than their pace and wait for a turn."),
        MetricDescription(name: "ovation_answers_pending", help: "Commands that wait for the storage."),
        MetricDescription(name: "ovation_limit", help: "The limits in force, in the unit of their name."),
    ]
}

// MARK: - Counting

extension ServerMetrics {
    /// A WebSocket was opened.
    func connected() { connections.increment(by: 1.0) }

    /// A WebSocket is gone.
    func disconnected() { connections.decrement(by: 1.0) }

    /// Why a connection ended.
    func closed(_ code: CloseCode) { closes[code].increment() }

    /// A command was read.
    func command(_ op: String) { commands[op].increment() }

    /// A command was refused.
    func rejected(_ code: ErrorCode) { commandErrors[code].increment() }

    /// A frame was no command.
    func malformedFrame() { malformedFrames.increment() }

    /// An event was published in a live.
    func event(_ name: RoomEventName) { events[name].increment() }

    /// A batch was handed to the connections of one event loop.
    ///
    /// - Parameters:
    ///   - events: how many events are in it.
    ///   - tally: what became of it.
    func delivered(events: Int, _ tally: DeliveryTally) {
        guard tally.connections > 0 else { return }
        deliveries.increment(by: events * tally.connections)
        deliveredBytes.increment(by: tally.bytes)
        if tally.savedBytes > 0 { compressionSavedBytes.increment(by: tally.savedBytes) }
        flushes.increment()
    }

    /// A message was refused by a rate, and its sender was told so.
    func dropped(_ reason: DropReason) {
        switch reason {
        case .userFreqCtrl: dropped(events: 1, reason: .userRate)
        case .msgFreqCtrl: dropped(events: 1, reason: .roomRate)
        default: dropped(events: 1, reason: .other)
        }
    }

    /// Events gave way.
    func dropped(events: Int, reason: DropCause) { drops[reason].increment(by: events) }

    /// An order of gifts was answered.
    ///
    /// - Parameters:
    ///   - outcome: with what.
    ///   - coins: what it cost. Counted where it was charged just now, and nowhere else.
    func giftOrder(_ outcome: OrderOutcome, coins: Coins = .zero) {
        giftOrders[outcome].increment()
        if outcome == .charged { giftCoins.increment(by: coins.amount) }
    }

    /// The app's own billing was asked.
    func billingAsked(_ answer: BillingAnswer, seconds: Double) {
        billingReplies[BillingReply(answer)].increment()
        billingTime.recordSeconds(seconds)
    }

    /// So many orders wait for the app's own billing.
    func billingInFlight(_ count: Int) { billingInFlight.set(count) }

    /// The app's own billing did not decide on an order in time.
    func billingUnresolved(_ state: BillingState) { billingUnresolved[state].increment() }

    /// A step of the ledger's audit is over.
    func ledgerAudit(_ outcome: AuditOutcome, seconds: Double) {
        ledgerAudits[outcome].increment()
        ledgerAuditTime.recordSeconds(seconds)
    }

    /// Gifting was halted, or goes on.
    func giftingHalted(_ isHalted: Bool) { giftingHalt.set(isHalted ? 1 : 0) }

    /// A transaction of the journal is over.
    func journalBatch(writes: Int, seconds: Double) {
        journalBatches.increment()
        journalBatchSize.record(writes)
        journalCommit.recordSeconds(seconds)
    }

    /// A filter found a word in a text.
    func filtered(_ action: FilterAction) { filteredTexts[action].increment() }

    /// An address or a user was refused something for its rate.
    func refused(at gate: RateGate) { refusedAtGates[gate].increment() }

    /// So many addresses or users are kept apart.
    func rateKeys(_ count: Int, of gate: RateGate) { rateKeys[gate]?.set(count) }

    /// A connection waits for a turn, or waits no more.
    func surplusWaiting(_ waits: Bool) {
        if waits { surplusWaiting.increment(by: 1.0) } else { surplusWaiting.decrement(by: 1.0) }
    }

    /// So many commands wait for the storage.
    func answersPending(_ count: Int) { answersPending.set(count) }

    /// A command was run although its connection is over its pace.
    func surplusCommand() { surplusCommands.increment() }

    /// A client came back to a room.
    func resumed(recovered: Bool) { resumes[recovered].increment() }

    /// The storage did not keep that somebody has entered a live.
    func visitNotKept() { visitsNotKept.increment() }

    /// How many edits of the catalogue wait for their turn.
    func catalogueEdits(pending: Int) { catalogueEditsPending.set(pending) }

    /// Tells what there is now. Called once a second.
    ///
    /// - Parameters:
    ///   - sessions: sessions, those without a connection included.
    ///   - rooms: lives that are on.
    ///   - members: users in lives; nil leaves the number as it was.
    ///   - journalPending: writes that wait for the storage.
    func gauges(sessions: Int, rooms: Int, members: Int? = nil, journalPending: Int) {
        self.sessions.set(sessions)
        self.rooms.set(rooms)
        if let members { self.members.set(members) }
        self.journalPending.set(journalPending)
    }
}
