import OvationModel
import OvationRules
import OvationServer
import OvationStorage
import Synchronization

/// A bug that a simulation plants, to show that its auditor would find it.
package enum PlantedBug: String, CaseIterable, Sendable {
    /// Now and then a batch is answered as kept and is not: a disk that lies about its cache.
    case lostCommit = "lost-commit"
    /// An order that was charged before is charged again.
    case doubleCharge = "double-charge"
    /// A gift is left out when stored events are read again.
    case missingEvent = "missing-event"
    /// Every gift makes a coin for its sender.
    case freeCoins = "free-coins"
    /// A gift is not counted in the statistics of its live.
    case wrongCounter = "wrong-counter"
    /// The app's billing is asked again about an order although it has no memory for order ids.
    case askedAgain = "asked-again"
    /// A billing that does not answer in time counts as one that says yes: a gift is shown that nobody has confirmed.
    case silenceIsYes = "silence-is-yes"
    /// An order whose outcome with the billing is not known is noted as one of which nothing is left to do.
    case forgottenOrder = "forgotten-order"
    /// A repeat of an order is refused, as one for a live that has ended, while the app's billing is asked about the order.
    case refusedRepeat = "refused-repeat"
    /// A second answer of the billing to an order is taken for the answer to another one: connections are used again, and nobody compares.
    case foreignAnswer = "foreign-answer"
    /// A refusal of the app's billing that a full disk did not take is forgotten: who asks again is told another reason.
    case forgottenRefusal = "forgotten-refusal"
    /// What an order would have told the app's backend is counted among what waits for it, although the order was refused.
    case leakedCount = "leaked-count"
    /// What was read for an old connection takes the one that replaced it out of the live.
    case lateReplay = "late-replay"
    /// A creation that is refused takes its session out of the live in which it was before: it never leaves it again.
    case forgottenPlace = "forgotten-place"
    /// Once a live was started again, nobody counts as having been in the start before.
    case forgottenStart = "forgotten-start"
    /// A full page of stored events passes for the last one: what is behind it is not read.
    case lastPage = "last-page"
    /// The message of a topic that was kept last is left out when messages are read.
    case missingMessage = "missing-message"

    /// The bug as it is planted inside of the node; nil for one beside it.
    var ofNode: HostedBug? {
        switch self {
        case .lateReplay: .lateReplay
        case .forgottenPlace: .forgottenPlace
        case .forgottenRefusal: .forgottenRefusal
        default: nil
        }
    }

    /// Whether it shows only where the app's billing pays.
    package var isOfBilling: Bool {
        switch self {
        case .askedAgain, .silenceIsYes, .forgottenOrder, .refusedRepeat, .foreignAnswer, .forgottenRefusal: true
        case .lostCommit, .doubleCharge, .missingEvent, .freeCoins, .wrongCounter, .leakedCount, .lateReplay,
            .forgottenPlace, .forgottenStart, .lastPage, .missingMessage:
            false
        }
    }
}

/// A storage with a planted bug.
///
/// Sound as `Sendable` because what changes is behind a lock.
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
            .forgottenRefusal, .lateReplay, .forgottenPlace, .forgottenStart, .lastPage, .missingMessage:
            try await base.commit(writes)
        }
    }

    /// Counts what orders would have told that were refused.
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

    /// Forgets the orders of every seventh batch that has some, and answers as if it had kept them.
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
            // The lie: what an order that was charged before is answered with.
            let record = SettledOrder(
                key: order.key, liveID: order.liveID, sessionID: order.sessionID, giftID: order.gift.giftID,
                count: order.count, to: order.to.map(\.userID), coins: order.cost ?? .zero, balance: .zero, durable: 1,
                at: order.at)
            outcomes.append(.order(.repeated(record), GiftCounters()))
        }
        return outcomes
    }

    /// Charges an order that was charged before under another id, and answers with the id that was asked for.
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
        // One less than was asked for looks like the end.
        case .lastPage where limit > 1 && events.count == limit: return events.dropLast()
        default: return events
        }
    }

    override func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        let messages = try await base.topicMessages(of: session, topic: topic, after: number, limit: limit)
        // The auditor, which asks for all of them, is not lied to.
        return bug == .missingMessage && limit < .max ? messages.dropLast() : messages
    }

    override func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        if bug == .forgottenStart, try await base.lastRoom(liveID)?.info.sessionID != session { return nil }
        return try await base.visit(of: user, in: session, of: liveID)
    }
}
