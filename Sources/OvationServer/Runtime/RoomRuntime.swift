import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// One live on this node: the rules, the numbers of its events, and the way to everybody who is in it.
///
/// The order inside is always the same: decide by the rules (nothing waits between a check and its change), keep what must be
/// kept, then give the event its number, encode it once and fan it out.
///
/// Sound as `Sendable` because it is confined to the event loop of its shard, which the preconditions check; `submit` may be
/// called from anywhere.
final class RoomRuntime: RoomPort, @unchecked Sendable {
    /// One session that is in the live, and the connection over which it hears of it.
    struct Attachment {
        let user: UserID
        var connection: Connection?
    }

    let liveID: LiveID
    let node: Node
    let shard: LoopShard
    let epoch: String
    let logger: Logger

    var room: Room
    var ring: EventRing
    /// The number of the last stored event that was told.
    var durable: Int64
    var attachments: [SessionID: Attachment] = [:]
    var attachedByLoop: [Int]
    var entrants: [Entrant] = []
    var history: [BarrageRecord] = []
    var ordersInFlight = 0
    /// Whether the live is about to end; nothing new is let in.
    var isEnding = false
    var endRequests: [RoomRequest] = []
    /// Whether the end is on its way to the storage; a second wish to end waits for its outcome.
    var isEndWritten = false
    /// Users whose removal is in force and not told yet; they may not slip back in meanwhile.
    var expelling: Set<UserID> = []

    var batch: RoomBatch
    /// Gifts that were charged and are told with the next flush.
    var gathering: GiftGathering
    var coalescer: Coalescer
    /// The room's compressed stream; nil while too few could follow.
    var deflater: RoomDeflater?
    let reports: DeliveryReports
    /// When the next flush was asked for; nil where none was.
    var flushDue: UInt64?
    /// When events that wait for a ride are written without one; nil where none wait.
    var rideDue: UInt64?
    /// Changes that are in force and not kept yet.
    var commitsInFlight = 0
    /// Whether a change was refused by the storage and what is kept is to be read again.
    var mustAdopt = false
    /// Stored events that wait for one before them, in the order of their numbers.
    var untold: [UntoldEvent] = []
    /// Whether what is kept is being read, and whether it must be read once more.
    var isCatchingUp = false
    var mustCatchUpAgain = false
    /// Who came back while the live was ending.
    var resumingAtEnd: [(position: SessionOpen.Position, request: RoomRequest)] = []
    /// Why the end was refused, while it is found out whether it is kept all the same.
    var failedEnd: Rejection?
    var tick: Scheduled<Void>?
    var tickAt: Timestamp?
    var keptStatistics: RoomStatistics
    var listed: RoomListing?
    /// Whether the directory knows that the live has robots.
    var hasRobots = false
    /// Which version of the app's words the rules have.
    var wordsVersion = 0
    var drops: [String: Int] = [:]
    /// Who was ranked while the live's board is read; nil where it is not.
    var rankedMeanwhile: [Ranking.Place]?
    var mustReadBoardAgain = false
    /// Who came and went and is not told to the app's backend yet.
    var memberStates: [MemberStateRun] = []
    var isMemberStateDue = false
    var dropsLoggedAt = Timestamp(milliseconds: .min)
    /// A live that is over its rate is worth a line, not a line a message.
    static let dropLogIntervalMilliseconds: Int64 = 10_000

    init(_ record: RoomRecord, node: Node, shard: LoopShard) {
        let now = node.clock.wall()
        liveID = record.info.liveID
        self.node = node
        self.shard = shard
        // A new run of numbers begins at a number that no earlier run can have reached.
        epoch = String(now.milliseconds, radix: 36)
        batch = RoomBatch(epoch: epoch)
        gathering = GiftGathering(limits: node.limits)
        ring = EventRing(countMax: node.limits.historyMax, lastSeq: now.milliseconds * 1000, durable: record.durable)
        durable = record.durable
        room = Room(record, limits: node.limits, at: now)
        coalescer = Coalescer(limits: node.limits)
        reports = DeliveryReports(loops: node.shardCount)
        keptStatistics = record.statistics
        attachedByLoop = Array(repeating: 0, count: node.shardCount)
        var logger = node.logger
        logger[metadataKey: "room.id"] = "\(record.info.liveID)"
        self.logger = logger
    }

    func submit(_ request: RoomRequest) { shard.run { self.handle(request) } }

    /// Does what is asked, on the room's event loop.
    func handle(_ request: RoomRequest) {
        shard.eventLoop.preconditionInEventLoop()
        switch request.body {
        case .command(.end(let message)): end(message, request)
        case .command(let command) where needsReview(command, request): review(command, request)
        case .command(let command): perform(command, request)
        case .enter(let id, let created): enter(id: id, created: created, request)
        case .resume(let position): resume(position, request)
        case .leave: leave(request)
        case .info: request.reply(.success(.listing(listing)))
        case .audience(let offset, let count):
            request.reply(.success(.audience(audiencePage(offset: offset, count: count, for: request.actor))))
        case .roster: request.reply(.success(.roster(RoomRoster(room, at: node.clock.wall()))))
        case .board(let count):
            request.reply(.success(.board(BoardPage(kind: .senders, period: .live, rows: room.board(count)))))
        case .metadata(let keys):
            let all = room.info.metaData
            let chosen = keys.isEmpty ? all : all.filter { keys.contains($0.key) }
            request.reply(.success(.metadata(MetadataPage(metaData: chosen))))
        case .moderationLog(let before, let count): readModerationLog(before: before, count: count, request)
        case .words: request.reply(.success(.words(room.words)))
        case .setWords(let words): setWords(words, request)
        }
        scheduleTick()
    }

    /// What the list shows of the live.
    var listing: RoomListing { RoomListing(info: room.info, audienceCount: room.audienceCount) }

    private func audiencePage(offset: Int, count: Int, for actor: RoomActor) -> AudiencePage {
        let page = room.audience(from: offset, count: count)
        let mayModerate = actor.isAdministrator || actor.user.map { room.role(of: $0.userID) != .viewer } ?? false
        let next = offset + page.count
        return AudiencePage(
            audience: page, count: room.audienceCount, admins: room.adminUsers,
            muted: mayModerate ? room.mutedUsers(at: node.clock.wall()) : [],
            cursor: page.isEmpty || next >= room.audienceCount ? "" : String(next))
    }
}

// MARK: - Commands

extension RoomRuntime {
    private func perform(_ command: RoomCommand, _ request: RoomRequest) {
        guard !isEnding else { return request.reply(.failure(Rejection(.roomNotFound))) }
        takeUpWords()
        let outcome: RoomOutcome
        // What waits to be delivered is never more than can be in time, however much is sent.
        room.isOverloaded = reports.exceeds(
            milliseconds: node.limits.deliveryMillisecondsMax, bytes: batch.frames.readableBytes)
        do {
            outcome = try room.handle(command, from: request.actor, at: node.clock.wall())
        } catch {
            return request.reply(.failure(error))
        }
        note(outcome)
        noteFiltered(outcome)
        if let refusal = outcome.refusal { return request.reply(.failure(refusal)) }
        if let dropped = outcome.dropped {
            return request.reply(.success(.barrage(BarrageAccepted(dropped: dropped))))
        }
        if let order = outcome.order { return charge(order, request) }
        if let commit = outcome.commit { return keep(commit, of: outcome, request) }
        let seq = publish(outcome.publications)
        switch command {
        case .barrage, .message:
            if case .barrageSent(let barrage)? = outcome.publications.first?.event, let seq {
                tellMessage(barrage, seq: seq, request)
            }
            request.reply(.success(.barrage(BarrageAccepted(seq: seq))))
        default: request.reply(.success(.done))
        }
    }

    /// Keeps a change, then tells it and answers.
    private func keep(_ commit: RoomCommit, of outcome: RoomOutcome, _ request: RoomRequest) {
        let now = node.clock.wall()
        let removed = outcome.removed
        let event = commit.event.map { (name: $0.name, data: $0.encodedData) }
        let draft = event.map { EventDraft(name: $0.name.rawValue, about: commit.about, at: now, data: $0.data) }
        commitsInFlight += 1
        if let removed { expelling.insert(removed) }
        let changes = commit.changes + commit.records.map(RoomChange.log)
        let told = commit.event.map { callbacks(telling: $0, by: request, at: now) } ?? []
        let write = StorageWrite.changeRoom(room.info.sessionID, changes, draft)
        node.journal.submit(write, telling: told, on: shard.eventLoop) { result in
            self.commitsInFlight -= 1
            switch (result, event) {
            case (.success(.event(let durable)), let event?):
                if removed != nil, !self.entrants.isEmpty { self.flush() }
                self.tell(event.name, data: event.data, durable: durable, at: now) {
                    if let removed {
                        self.expelling.remove(removed)
                        self.expel(removed)
                        self.noteMember(removed, .leave)
                    }
                    self.publish(outcome.publications)
                }
                request.reply(.success(.done))
            case (.success(.kept), nil):
                self.publish(outcome.publications)
                request.reply(.success(.done))
            case (.success(let other), _):
                preconditionFailure("a change with an event is answered with the event's number, not with \(other)")
            case (.failure(let rejection), _):
                if let removed { self.expelling.remove(removed) }
                self.takeBack(commit, removed: removed)
                request.reply(.failure(rejection))
            }
            self.adoptIfNeeded()
            self.updateListing()
        }
    }

    /// Reads what is kept where a write was refused, once the last one is answered.
    func adoptIfNeeded() {
        if mustAdopt, commitsInFlight == 0 { catchUp() }
    }

    /// The storage refused a change that is in force already: go back to what is kept.
    private func takeBack(_ commit: RoomCommit, removed: UserID?) {
        if let removed {
            let sessions = attachments.filter { $0.value.user == removed }.map(\.key)
            switch commit.event {
            case .audienceKicked(let event)?: room.reinstate(event.user, sessions: sessions)
            case .audienceBanned(let event)?: room.reinstate(event.user, sessions: sessions)
            default: break
            }
        }
        catchUp()
    }

    /// Charges an order; tells it and answers when it is kept.
    private func charge(_ order: GiftOrder, _ request: RoomRequest) {
        if let rejection = node.halt.rejection { return refuse(order, .failure(rejection), request) }
        if let policy = node.billing.policy(for: order.key) { return chargeOutside(order, policy, request) }
        let event = StoredGift(order)
        ordersInFlight += 1
        node.journal.submit(
            .order(order, event.draft), telling: tellings(order, request), on: shard.eventLoop
        ) { result in
            self.settled(order, event, result, request)
            self.finishOrder()
        }
    }

    /// Has the app's own billing charge an order. The live does not end before it has answered.
    private func chargeOutside(_ order: GiftOrder, _ policy: BillingPolicy, _ request: RoomRequest) {
        guard order.cost != nil else {
            let rejection = Rejection(.illegalParameter, "The order costs more than there can be.")
            return refuse(order, .failure(rejection), request)
        }
        ordersInFlight += 1
        var asked = order
        asked.origin = OrderOrigin(request.callbackClient)
        node.billing.charge(asked, policy, telling: tellings(order, request), on: shard.eventLoop) { reply in
            switch reply {
            case .settled(let result, let event): self.settled(order, event, result, request)
            case .repeated(let record):
                self.room.refused(order)
                self.node.metrics.giftOrder(.repeated)
                request.reply(.success(.charged(GiftCharged(record))))
            case .refused(let rejection):
                self.node.metrics.giftOrder(
                    rejection.code == .orderConflict ? .conflict : rejection.code.isTemporary ? .failed : .refused)
                self.refuse(order, .success(.orderRefused(rejection)), request)
            case .declined(let rejection):
                self.node.metrics.giftOrder(.failed)
                self.refuse(order, .failure(rejection), request)
            }
            self.finishOrder()
        }
    }

    /// Answers an order that the rules let through and that was not charged.
    private func refuse(_ order: GiftOrder, _ reply: Result<RoomReply, Rejection>, _ request: RoomRequest) {
        room.refused(order)
        request.reply(reply)
    }

    /// What the app's backend is told where the order is charged.
    private func tellings(_ order: GiftOrder, _ request: RoomRequest) -> [CallbackDraft] {
        callbacks(telling: .giftReceived(order.received()), by: request, at: order.at)
    }

    private func finishOrder() {
        ordersInFlight -= 1
        if ordersInFlight == 0, isEnding { finishEnding() }
        scheduleTick()
    }

    private func settled(
        _ order: GiftOrder, _ event: StoredGift, _ result: Result<StorageOutcome, Rejection>, _ request: RoomRequest
    ) {
        guard case .success(.order(let settlement, let counters)) = result else {
            room.refused(order)
            node.metrics.giftOrder(.failed)
            if case .failure(let rejection) = result { request.reply(.success(.orderRefused(rejection))) }
            return catchUp()
        }
        if settlement.chargedNow == nil { room.refused(order) }
        switch settlement {
        case .charged(let record, _):
            let combo = room.charged(order, as: record)
            node.metrics.giftOrder(.charged, coins: record.coins)
            _ = try? room.handle(
                .giftCharged(
                    totalGiftsSent: counters.totalGiftsSent, totalGiftCoins: counters.totalGiftCoins,
                    totalUniqueGiftSenders: counters.totalUniqueGiftSenders), from: .server, at: node.clock.wall())
            // What is the sender's alone comes first, so that the gift leaves with it.
            request.reply(.success(.charged(GiftCharged(record))))
            node.walletChanged(of: order.sender.userID, to: record.balance)
            tell(event, record, combo, counters.scores)
        case .repeated(let record):
            node.metrics.giftOrder(.repeated)
            request.reply(.success(.charged(GiftCharged(record))))
            // Kept when it was first sent, although the storage said that it was not.
            if record.sessionID == room.info.sessionID, record.durable > reached { catchUp() }
        case .conflict:
            node.metrics.giftOrder(.conflict)
            request.reply(.success(.orderRefused(Rejection(.orderConflict))))
        case .insufficient(let balance):
            node.metrics.giftOrder(.insufficient)
            let cost = order.cost.map { "\($0)" } ?? "more than there are"
            let rejection = Rejection(
                .insufficientBalance, "The gift costs \(cost) coins; the wallet has \(balance).")
            request.reply(.success(.orderRefused(rejection)))
        case .refusedOutside(let known):
            node.metrics.giftOrder(.refused)
            request.reply(.success(.orderRefused(known.refusal)))
        }
    }
}
