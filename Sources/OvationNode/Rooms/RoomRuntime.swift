import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// One live on this node: the shell on its event loop, which feeds the machines that decide and carries out what they say.
///
/// The order inside is always the same: decide by the rules (nothing waits between a check and its change), keep what must be kept, then
/// give the event its number, encode it once and fan it out. ``RuledRoom`` has the rules, ``KeptInOrder`` what is being kept,
/// ``RoomAudience`` the members and their events, ``RoomTopics`` the topics, ``RoomBackend`` the callbacks to the app's backend,
/// ``RoomCaretaker`` what is due now and then. ``Comeback`` is a session that resumes. ``RoomStore`` is the way to the storage.
/// None of them knows this one.
///
/// Sound as `Sendable` because it is confined to the event loop of its shard, which the preconditions check; `submit` and `notify` may
/// be called from anywhere, and touch what never changes.
final class RoomRuntime: RoomPort, @unchecked Sendable {
    let store: RoomStore
    let rules: RuledRoom
    let audience: RoomAudience
    let topics: RoomTopics
    let backend: RoomBackend
    let caretaker: RoomCaretaker
    var kept: KeptInOrder<KeptEvent>
    var awaitingEnd = AwaitingEnd()
    /// The calls that wait for other lives.
    var awaitingCoHosts: [CoHostTicket: RoomCall] = [:]
    /// Messages whose deletion is being kept, or is kept and not told yet.
    var deletions: Set<Int64> = []
    /// True when another node runs the live.
    var isGivenUp = false
    /// Told when the live may be given back to the storage; nil while it is run here for longer.
    var handingBack: (@Sendable (LiveSessionID?) -> Void)?
    /// Whether that was told.
    var isHandedBack = false

    /// Makes the room of a live.
    ///
    /// - Parameters:
    ///   - claimed: what is kept of it, and where the numbers of its events begin.
    ///   - board: the first places of its board as they are kept; nil for a live that has had no gifts.
    ///   - gifts: its last gifts, where a combo may be open.
    ///   - services: what it shares with other rooms.
    ///   - loop: the event loop that it runs on.
    ///   - makeEdges: makes the ways to its viewers, for events of an epoch.
    init(
        _ claimed: ClaimedRoom, board: [Ranking.Place]? = nil, gifts: [PastGift] = [], services: NodeServices,
        loop: RoomLoop,
        makeEdges: (_ epoch: String) -> RoomEdges
    ) {
        let (record, limits, now) = (claimed.record, services.limits, services.clock.wall())
        store = RoomStore(record.info, services: services, loop: loop)
        let broadcast = Broadcast(
            liveID: record.info.liveID, durable: record.durable, seqBase: claimed.seqBase,
            hasEdgesElsewhere: services.hasEdgesElsewhere, limits: limits)
        let edges = makeEdges(broadcast.epoch)
        rules = RuledRoom(record, limits: limits, at: now, recorder: services.recorder)
        audience = RoomAudience(broadcast, store, rules, over: edges)
        topics = RoomTopics(record.topics.mapValues(\.last), store, rules, audience)
        backend = RoomBackend(store)
        caretaker = RoomCaretaker(store, rules, kept: record.statistics)
        kept = KeptInOrder(reached: record.durable)
        if let board { rules.note(.boardRead(board, isStale: false), at: now) }
        if !gifts.isEmpty { rules.note(.giftsRead(gifts), at: now) }
    }

    var liveID: LiveID { store.liveID }
    var now: Timestamp { store.services.clock.wall() }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        store.loop.run { self.handle(RoomCall(request: request, reply: answer)) }
    }

    func notify(_ notice: RoomNotice) {
        store.loop.run { self.handle(notice) }
    }

    func giveUp() { store.loop.run { self.stopRunning() } }

    var sessionsPresent: Set<SessionID> { rules.room.sessions }

    /// Makes the live known to the list and begins to look after it.
    func start() {
        store.loop.run {
            self.caretaker.updateListing()
            self.followSeats()
            self.scheduleTick()
        }
    }

    private func handle(_ notice: RoomNotice) {
        guard !isGivenUp else { return }
        switch notice {
        case .connectionLost(let session, let connection): audience.connectionLost(session, connection)
        case .sessionEnded(let session, let cause):
            if store.services.bug == .goneCounts { return }
            depart(session, as: cause)
            audience.sessionEnded(session)
            scheduleTick()
        case .edgeReported(let report): audience.note(report)
        case .subscribed(let ticket, let refusal): topics.subscribed(ticket, refusal)
        case .pictureChanged(let session, let media): if session == store.start { pictureChanged(media) }
        case .coinsTakenBack(let senders):
            if senders.contains(where: rules.room.isOnBoard) { caretaker.readBoard { self.scheduleTick() } }
        }
    }

    /// Does what is asked, on the room's event loop.
    func handle(_ call: RoomCall) {
        store.loop.preconditionIsHere()
        guard !isClosing else { return refuseMoved(call) }
        switch call.request.body {
        case .command(.end(let message)): end(message, call)
        case .command(let command) where backend.reviews(command, call.request): review(command, call)
        case .command(let command): perform(command, call)
        case .enter(let id, let created): enter(id: id, created: created, call)
        case .resume(let position, let bytesMax):
            if let back = Comeback(call.request, from: position, bytesMax: bytesMax), audience.ask(back.origin) {
                resume(back)
            }
        case .leave: leave(call)
        case .moderationLog(let before, let count):
            let isAllowed = call.request.mayModerate(rules.room)
            store.readModerationLog(before: before, count: count, isAllowed: isAllowed, call.reply)
        case .setWords(let words): setWords(words, call)
        case .editWords(let edit): editWords(edit, call)
        case .subscribe(let topic, let after): topics.subscribe(to: topic, after: after, call)
        case .unsubscribe(let topic): topics.unsubscribe(from: topic, call)
        case .topicMessages(let topic, let after, let count): topics.read(topic, after: after, count: count, call)
        case .shutDown: shutDown(call)
        case .info, .audience, .board, .metadata, .roster, .statistics, .words, .seats, .pinned,
            .coHosts:
            if let refusal = call.request.refusal(ofReading: rules.room, at: now) {
                return call.reply(.failure(refusal))
            }
            if call.request.listsSanctions(of: rules.room) { rules.note(.sanctionsListed, at: now) }
            let answer = call.request.answer(
                from: rules.room, store.addresses, telling: lastMessages(for: call.request.body),
                asksApp: store.services.callbacks.wants(.beforeJoin), at: now)
            if let answer { call.reply(answer) }
        }
        scheduleTick()
    }

    /// The messages that come with an answer: with the description of the live alone.
    private func lastMessages(for question: RoomRequest.Body) -> [BarrageRecord] {
        guard case .info = question else { return [] }
        return audience.broadcast.messages.last(min(RoomListing.messagesMax, store.services.limits.historyOnJoin))
    }

    /// Hands what is counted to the journal before the server stops.
    private func shutDown(_ call: RoomCall) {
        tellLastWords()
        call.reply(.success(.done))
    }

    /// Tells and counts what waits for its time.
    func tellLastWords() {
        topics.tell(rules.note(.closing, at: now).topics)
        audience.flush()
        backend.tellMembers()
        caretaker.keepLastStatistics()
    }

    /// Wakes up when something conflated is due.
    func scheduleTick() {
        guard !kept.isEnding, !isClosing, let wait = caretaker.nextTickMilliseconds() else { return }
        caretaker.scheduleTick(in: wait) { self.tick() }
    }

    private func tick() {
        defer { scheduleTick() }
        guard !kept.isEnding, !isClosing else { return }
        if let message = rules.room.overdueMessage(at: now) {
            let request = RoomRequest(actor: .server, body: .command(.end(message: message)))
            return end(message, RoomCall(request: request) { _ in })
        }
        let outcome = rules.note(.tick, at: now)
        caretaker.countDrops(outcome)
        audience.publish(outcome.publications)
        topics.tell(outcome.topics)
        endOverdueSeats()
        carryOnWithCoHosts()
        caretaker.updateListing()
        caretaker.keepStatistics()
    }
}

// MARK: - Entering and leaving

extension RoomRuntime {
    /// Handles a request to enter.
    private func enter(id: Int64, created: Bool, _ call: RoomCall) {
        guard let origin = call.origin, let user = call.actor.user?.userID else { return }
        func refuse(_ rejection: Rejection) {
            audience.releaseUnlessPresent(origin)
            call.reply(.failure(rejection))
        }
        // It goes on over another connection, and nobody reads this answer.
        guard audience.ask(origin) else { return call.reply(.failure(Rejection(.notMember))) }
        guard !kept.isEnding else { return refuse(Rejection(.roomNotFound)) }
        if let rejection = admit(origin, call.actor, as: .enter, since: nil) { return refuse(rejection) }
        audience.letInKept(RoomAudience.Entrant(origin, .enter(id: id, created: created)), user)
    }

    /// Asks the rules; nil where they let the session in.
    ///
    /// - Parameter since: the number of the last stored event before what the session may be told; nil for the last that was told.
    private func admit(
        _ origin: RoomRequest.Origin, _ actor: RoomActor, as cause: MemberStateCause, since: Int64?
    ) -> Rejection? {
        let user = actor.user?.userID
        let wasMember = user.map { rules.room.isMember($0) } ?? false
        do throws(Rejection) {
            let outcome = try rules.decide(.enter(origin.session), from: actor, at: now)
            audience.take(origin.session, since: since)
            publish(outcome)
            if !wasMember, let user { noteMember(user, cause) }
            return nil
        } catch {
            return error
        }
    }

    private func publish(_ outcome: RoomOutcome) {
        caretaker.countDrops(outcome)
        audience.release(outcome.released)
        audience.publish(outcome.publications)
        caretaker.updateListing()
    }

    /// The picture began, stopped or broke off: all viewers are notified, and the list shows it.
    private func pictureChanged(_ media: RoomMedia) {
        let outcome = rules.note(.mediaChanged(store.addressed(media, of: rules.room.info)), at: now)
        if !kept.isEnding { publish(outcome) }
    }

    /// Handles a request to leave. A live that its owner leaves goes on until the owner's absence ends it.
    private func leave(_ call: RoomCall) {
        guard let origin = call.origin else { return call.reply(.failure(Rejection(.notMember))) }
        if let rejection = audience.admission.rejection(ofLeaving: origin.session, over: origin.connection) {
            return call.reply(.failure(rejection))
        }
        depart(origin.session, as: .leave)
        call.reply(.success(.done))
    }

    /// A session leaves, by its own wish or by silence.
    private func depart(_ session: SessionID, as cause: MemberStateCause) {
        guard let user = rules.room.user(of: session) else { return }
        let actor = RoomActor(user: UserInfo(userID: user))
        guard let outcome = try? rules.decide(.leave(session), from: actor, at: now) else { return }
        publish(outcome)
        keepFreedSeats(outcome)
        guard let user = outcome.removed.first else { return }
        noteMember(user, cause)
        if !rules.room.isEnded, !rules.room.info.isPublicVisible { store.closePicture(of: user) }
    }

    /// Reports to the app's backend that a user came or went. The callback of the live's end covers those who leave by it.
    func noteMember(_ user: UserID, _ cause: MemberStateCause) {
        if !rules.room.isEnded, !kept.isEndDecided { backend.noteMember(user, cause, at: now) }
    }
}

// MARK: - Coming back

extension RoomRuntime {
    /// Goes on where a lost connection ended.
    func resume(_ back: Comeback) {
        guard !isGivenUp else { return }
        audience.flushGathered()
        var back = back
        carryOut(back.begin(standing(of: back)), of: back)
    }

    private func standing(of back: Comeback) -> Comeback.Standing {
        audience.standing(
            of: back, isEnding: kept.isEnding, asksApp: store.services.callbacks.wants(.beforeJoin))
    }

    /// Does what is next, and says to the comeback what came of it.
    private func carryOut(_ step: Comeback.Step, of back: Comeback) {
        // Its client was told to come back to the live's new home.
        guard !isGivenUp else { return }
        var back = back
        switch step {
        case .awaitEnd: awaitingEnd.wait(back)
        case .beginAgain: resume(back)
        case .lookUp(let asksApp):
            store.lookUp(back, asksApp: asksApp) { [back] found in
                var back = back
                self.carryOut(back.lookedUp(found, self.standing(of: back)), of: back)
            }
        case .enter(let since): carryOut(enter(&back, since: since), of: back)
        case .flush:
            audience.flush()
            carryOut(back.flushed(standing(of: back)), of: back)
        case .read(let missed, let told):
            audience.read(missed, upTo: told, for: back) { [back] replay in
                var back = back
                if let step = back.took(replay) { return self.carryOut(step, of: back) }
                self.audience.flushGathered()
                self.carryOut(back.readOn(self.standing(of: back)), of: back)
            }
        case .takeOut(let answer):
            depart(back.origin.session, as: .leave)
            audience.releaseUnlessPresent(back.origin)
            audience.carryOut(answer, of: back)
        case .answer(let answer): audience.carryOut(answer, of: back)
        }
    }

    private func enter(_ back: inout Comeback, since: Int64?) -> Comeback.Step {
        guard audience.stillAsks(back.origin) else { return back.isGone }
        let rejection = admit(back.origin, back.actor, as: .heartbeatRecover, since: since)
        return audience.admitted(&back, rejection)
    }
}
