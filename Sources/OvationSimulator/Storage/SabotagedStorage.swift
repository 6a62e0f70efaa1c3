import OvationModel
import OvationRules
import OvationStorage
import OvationSupport
import Synchronization

/// A bug that a simulation plants to prove that its auditor finds it.
package enum PlantedBug: String, CaseIterable, Sendable {
    /// Sometimes a batch is reported as committed although it is not, like a disk that lies about its cache.
    case lostCommit = "lost-commit"
    /// An order that was charged before is charged again.
    case doubleCharge = "double-charge"
    /// A gift is missing when stored events are read.
    case missingEvent = "missing-event"
    /// Every gift creates a coin for its sender.
    case freeCoins = "free-coins"
    /// A gift is missing from the statistics of its live.
    case wrongCounter = "wrong-counter"
    /// The app's billing is asked again about an order although it is not idempotent.
    case askedAgain = "asked-again"
    /// A timeout of the billing counts as a confirmation, so an unconfirmed gift is shown.
    case silenceIsYes = "silence-is-yes"
    /// An order whose outcome with the billing is unknown is recorded as finished.
    case forgottenOrder = "forgotten-order"
    /// While the billing is asked about an order, a repetition of the order is refused as if its live had ended.
    case refusedRepeat = "refused-repeat"
    /// A repeated answer of the billing is taken as the answer about another order, because connections are reused and ids are not
    /// compared.
    case foreignAnswer = "foreign-answer"
    /// If a full disk fails to store a refusal of the billing, the refusal is forgotten, and the next attempt gets another reason.
    case forgottenRefusal = "forgotten-refusal"
    /// The callbacks of a refused order count as waiting.
    case leakedCount = "leaked-count"
    /// Stored events that were read for an old connection remove its replacement from the live.
    case lateReplay = "late-replay"
    /// A refused creation removes the session from the live it was in, so that it can never leave it.
    case forgottenPlace = "forgotten-place"
    /// After a live has started again, the visitors of the previous start are forgotten.
    case forgottenStart = "forgotten-start"
    /// A full page of stored events is taken for the last one, so later events are not read.
    case lastPage = "last-page"
    /// The latest stored topic message is missing when messages are read.
    case missingMessage = "missing-message"
    /// A commit of a node passes although another node has its lives by now.
    case unfencedCommit = "unfenced-commit"
    /// A node whose lives another node has taken over goes on telling its viewers.
    case staleHomeTells = "stale-home-tells"
    /// A node passes over what it has missed of a live at another node.
    case gapUnseen = "gap-unseen"
    /// A node lets viewers in before it has what came before them.
    case earlyAdmit = "early-admit"
    /// A node finds others gone by its own clock.
    case leaseByOwnClock = "lease-by-own-clock"
    /// A node refuses an order for good by what it knows itself, while the home of the live charges it.
    case refusedElsewhere = "refused-elsewhere"
    /// What is kept is read before it is settled what a lost commit has kept.
    case readBeforeFence = "read-before-fence"
    /// An order costs what the node that took it in believes, and not what the home of the live knows.
    case priceAtEdge = "price-at-edge"
    /// A commit does not read whether gifting was halted at another node.
    case haltUnseen = "halt-unseen"
    /// A stream key that a node has read once counts there for ever.
    case oldKey = "old-key"
    /// A node that starts takes orders that another one has in the air with the app's billing for abandoned.
    case livingDeskAbandoned = "living-desk-abandoned"
    /// A node goes on showing a live to who was taken out of it. They stay among the viewers of the live's next run, too, which two edges
    /// divide then: so it may also be said that somebody was never told of what they go without.
    case removalUnseen = "removal-unseen"
    /// Who was taken out of a live goes on speaking in it.
    case strangerSpeaks = "stranger-speaks"
    /// Who is gone counts among the viewers until the live ends.
    case goneCounts = "gone-counts"
    /// A call to a home that is gone waits for as long as an answer may take.
    case callForgotten = "call-forgotten"

    /// The bug to plant inside the node; nil if the bug is outside.
    var ofNode: HostedBug? {
        switch self {
        case .lateReplay: .lateReplay
        case .forgottenPlace: .forgottenPlace
        case .forgottenRefusal: .forgottenRefusal
        case .gapUnseen: .gapUnseen
        case .earlyAdmit: .earlyAdmit
        case .refusedElsewhere: .refusedElsewhere
        case .priceAtEdge: .priceAtEdge
        case .oldKey: .oldKey
        case .removalUnseen: .removalUnseen
        case .strangerSpeaks: .strangerSpeaks
        case .goneCounts: .goneCounts
        case .callForgotten: .callForgotten
        default: nil
        }
    }

    /// True if the bug shows only where several nodes serve.
    package var isOfCluster: Bool {
        switch self {
        case .unfencedCommit, .staleHomeTells, .gapUnseen, .earlyAdmit, .leaseByOwnClock, .refusedElsewhere,
            .readBeforeFence, .priceAtEdge, .haltUnseen, .oldKey, .livingDeskAbandoned, .removalUnseen,
            .strangerSpeaks, .goneCounts, .callForgotten:
            true
        default: false
        }
    }

    /// True if the bug shows only when the app's billing pays.
    package var isOfBilling: Bool {
        switch self {
        case .askedAgain, .silenceIsYes, .forgottenOrder, .refusedRepeat, .foreignAnswer, .forgottenRefusal,
            .livingDeskAbandoned:
            true
        case .lostCommit, .doubleCharge, .missingEvent, .freeCoins, .wrongCounter, .leakedCount, .lateReplay,
            .forgottenPlace, .forgottenStart, .lastPage, .missingMessage, .unfencedCommit, .staleHomeTells, .gapUnseen,
            .earlyAdmit, .leaseByOwnClock, .refusedElsewhere, .readBeforeFence, .priceAtEdge, .haltUnseen, .oldKey,
            .removalUnseen, .strangerSpeaks, .goneCounts, .callForgotten:
            false
        }
    }
}

/// A storage with a planted bug.
///
/// It is safely `Sendable`, because a lock guards everything that changes.
final class SabotagedStorage: ForwardingStorage, @unchecked Sendable {
    private let bug: PlantedBug
    private let batches = Mutex(0)

    init(_ base: any Storage, _ bug: PlantedBug) {
        self.bug = bug
        super.init(base)
    }

    override func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        switch bug {
        case .lostCommit: try await commitOrLie(writes)
        case .doubleCharge: try await commitTwice(writes)
        case .freeCoins: try await commitAndGive(writes)
        case .forgottenOrder: try await base.commit(writes.map(Self.forgotten))
        case .leakedCount: try await commitAndLeak(writes)
        case .missingEvent, .wrongCounter, .askedAgain, .silenceIsYes, .refusedRepeat, .foreignAnswer,
            .forgottenRefusal, .lateReplay, .forgottenPlace, .forgottenStart, .lastPage, .missingMessage,
            .unfencedCommit, .staleHomeTells, .gapUnseen, .earlyAdmit, .leaseByOwnClock, .refusedElsewhere,
            .readBeforeFence, .priceAtEdge, .haltUnseen, .oldKey, .livingDeskAbandoned, .removalUnseen,
            .strangerSpeaks, .goneCounts, .callForgotten:
            try await base.commit(writes)
        }
    }

    /// Counts the callbacks of refused orders as waiting.
    private func commitAndLeak(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        var outcomes = try await base.commit(writes)
        for index in writes.indices {
            let leaked = batches.withLock { leaked in
                if case .callbacksOfLastWrite(let drafts) = writes[index], index > 0, !outcomes[index - 1].tookEffect {
                    leaked += drafts.count
                }
                return leaked
            }
            guard case .callbacks(var counts) = outcomes[index] else { continue }
            counts.waiting += leaked
            outcomes[index] = .callbacks(counts)
        }
        return outcomes
    }

    /// Drops the orders of every seventh batch that has orders, and reports them as committed.
    private func commitOrLie(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        guard writes.contains(where: { if case .order = $0 { true } else { false } }),
            batches.withLock({
                $0 += 1
                return $0 % 7 == 0
            })
        else { return try await base.commit(writes) }
        let kept = writes.filter { if case .order = $0 { false } else { true } }
        var rest = try await base.commit(kept)[...]
        var outcomes: [StorageOutcome] = []
        for write in writes {
            guard case .order(let order, _) = write else {
                outcomes.append(rest.removeFirst())
                continue
            }
            // The lie: the answer of an order that was charged before.
            let record = SettledOrder(
                key: order.key, liveID: order.liveID, sessionID: order.sessionID, giftID: order.gift.giftID,
                count: order.count, to: order.to.map(\.userID), coins: order.cost ?? .zero, balance: .zero, durable: 1,
                at: order.at)
            outcomes.append(.order(.repeated(record), GiftCounters()))
        }
        return outcomes
    }

    /// Charges a known order again under another id, and answers with the original id.
    private func commitTwice(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        var changed = writes
        for (index, write) in writes.enumerated() {
            guard case .order(let order, let draft) = write, try await base.order(order.key) != nil else { continue }
            var again = order
            let number = batches.withLock {
                $0 += 1
                return $0
            }
            again.orderID = OrderID(unchecked: "\(order.orderID)-\(number)")
            changed[index] = .order(again, draft)
        }
        let outcomes = try await base.commit(changed)
        return zip(writes, outcomes).map { write, outcome in
            guard case .order(let order, _) = write,
                case .order(.charged(var record, let transfers), let gifts) = outcome
            else { return outcome }
            record.key = order.key
            return .order(.charged(record, transfers), gifts)
        }
    }

    private static func forgotten(_ write: StorageWrite) -> StorageWrite {
        guard case .billing(.move(let key, let from, .unknown, let note, let due, let at)) = write else { return write }
        return .billing(.move(key, from: from, to: .cancelled, note, due: due, at: at))
    }

    private func commitAndGive(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        let outcomes = try await base.commit(writes)
        for case .order(.charged(let record, _), _) in outcomes {
            guard let one = Coins(1) else { continue }
            let gift = StorageWrite.credit(
                record.key.sender, one, reference: "bug-\(record.key.reference)", at: record.at)
            _ = try await base.commit([gift])
        }
        return outcomes
    }

    override func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
        var record = try await base.lastRoom(liveID)
        if bug == .wrongCounter, let coins = record?.statistics.totalGiftCoins, coins > 0 {
            record?.statistics.totalGiftCoins = coins - 1
        }
        return record
    }

    override func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        let events = try await base.events(of: session, after: durable, limit: limit)
        switch bug {
        case .missingEvent where durable > 0:
            return events.filter { $0.name != "gift.received" || $0.durable % 5 != 0 }
        // A page that is one short looks like the last one.
        case .lastPage where limit > 1 && events.count == limit: return events.dropLast()
        default: return events
        }
    }

    override func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        let messages = try await base.topicMessages(of: session, topic: topic, after: number, limit: limit)
        // The auditor asks for all messages at once and gets the truth.
        return bug == .missingMessage && limit < .max ? messages.dropLast() : messages
    }

    override func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        if bug == .forgottenStart, try await base.lastRoom(liveID)?.info.sessionID != session { return nil }
        return try await base.visit(of: user, in: session, of: liveID)
    }
}
