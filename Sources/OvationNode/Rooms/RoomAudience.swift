import NIOCore
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// The members of a live: their sessions and connections, and the events that they receive.
///
/// It feeds ``Admission`` and ``Broadcast``, which decide, and carries out their actions through the edge. It admits the sessions that
/// the rules have admitted, and publishes what the rules have decided.
///
/// Sound as `Sendable` because it is confined to the event loop of its live.
final class RoomAudience: @unchecked Sendable {
    typealias Entrant = Admission<EntryAnswer>.Entrant

    /// The way to the viewers.
    let edge: any EdgePort
    private(set) var broadcast: Broadcast
    var admission: Admission<EntryAnswer>
    private let store: RoomStore
    private let rules: RuledRoom
    private var actions = Actions()

    /// Actions of the broadcast in their order. One that leads to others has them carried out behind those that were there before.
    private struct Actions {
        var waiting: [Broadcast.Action] = []
        var isCarryingOut = false
    }

    /// Makes the audience of a live without members or events.
    init(_ broadcast: Broadcast, _ store: RoomStore, _ rules: RuledRoom, over edge: any EdgePort) {
        self.broadcast = broadcast
        self.store = store
        self.rules = rules
        self.edge = edge
        admission = Admission(limits: store.services.limits)
    }

    private var now: Timestamp { store.services.clock.wall() }
}

// MARK: - Telling

extension RoomAudience {
    /// Publishes events. Returns the number of the last one that has a number.
    @discardableResult
    func publish(_ publications: [RoomPublication]) -> Int64? {
        guard !publications.isEmpty else { return nil }
        return perform { $0.publish(publications, in: &$1) }
    }

    /// - Parameter isLast: whether it is the last event for a removed user. Entrants are admitted first, so that they receive it.
    private func publishStored(_ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp, isLast: Bool) {
        if isLast, !admission.entrants.isEmpty { flush() }
        perform { $0.publishStored(name, data: data, durable: durable, at: at, in: &$1) }
    }

    /// Publishes a stored event whose turn has come.
    func announce(_ event: KeptEvent) {
        switch event {
        case .gift(let gift): perform { $0.gather(gift, in: &$1) }
        case .change(let change):
            publishStored(
                change.name, data: change.data, durable: change.durable, at: change.at, isLast: change.removed != nil)
        case .end(_, let data, let durable, let at):
            publishStored(.roomEnded, data: data, durable: durable, at: at, isLast: true)
        }
    }

    /// Publishes a stored event that was read from the storage, and releases the sessions of the user whom it removed.
    ///
    /// - Returns: its name; nil for an event of a newer server version, which this version cannot send. Later events do not wait
    ///   for it.
    func announce(read event: StoredEvent) -> RoomEventName? {
        guard let name = RoomEventName(rawValue: event.name) else {
            perform { $0.pass(durable: event.durable, in: &$1) }
            return nil
        }
        let removed = (try? RoomEvent.decode(name, data: event.data))?.removedUser
        publishStored(name, data: event.data, durable: event.durable, at: event.at, isLast: removed != nil)
        guard let removed else { return name }
        admission.forget(removed)
        store.closePicture(of: removed)
        releaseAfterFlush(rules.note(.removalRead(removed), at: now).released)
        return name
    }

    /// Writes the waiting events to all viewers, and admits the entrants.
    func flush() { perform { $0.flush(in: &$1) } }

    /// Adds the gathered gifts to the waiting events. To be called before `durable` or the events missed by a comeback are read.
    func flushGathered() { perform { $0.flushGathered(in: &$1) } }

    /// Tells the rules whether more events wait than can be delivered in time. It never does for long, however much is sent: all but gifts
    /// and control give way then.
    func noteLoad(at now: Timestamp) {
        let isOverloaded = edge.isOverloaded
        if rules.room.isOverloaded != isOverloaded { rules.note(.delivery(isOverloaded: isOverloaded), at: now) }
    }

    /// Encodes messages of a topic once, and sends them to its subscribers.
    func tell(_ event: TopicPublished, isEssential: Bool) {
        store.services.metrics.event(.topicPublished)
        let position = EventPosition(epoch: broadcast.epoch, seq: nil, durable: nil, at: now)
        let frame = FrameEncoder.event(
            room: store.liveID, position: position, name: .topicPublished,
            data: RoomEvent.topicPublished(event).encodedData)
        var receivers: Set<UserID>?
        if let message = event.messages.first, let chosen = message.sendOnly {
            receivers = Set(chosen + [message.sender.userID])
        }
        let told = EdgeMessage.TopicFrame(
            topic: event.topic, frame: frame, isEssential: isEssential, receivers: receivers)
        edge.handle(.tellTopic(told, viewersByLoop: broadcast.schedule.viewersByLoop))
    }

    /// Has the broadcast do something, and carries out what it says.
    @discardableResult
    private func perform<Value>(
        _ work: (inout Broadcast, inout Broadcast.Turn<DeliveryReports>) -> Value
    ) -> Value {
        let clock = store.services.clock
        var turn = Broadcast.Turn(wall: clock.wall(), nanoseconds: clock.nanoseconds(), cost: edge.reports)
        // The memory of the array serves every turn.
        swap(&turn.actions, &actions.waiting)
        let value = work(&broadcast, &turn)
        swap(&turn.actions, &actions.waiting)
        carryOut()
        return value
    }

    private func carryOut() {
        guard !actions.isCarryingOut else { return }
        actions.isCarryingOut = true
        var next = 0
        while next < actions.waiting.count {
            let action = actions.waiting[next]
            next += 1
            carryOut(action)
        }
        actions.waiting.removeAll(keepingCapacity: true)
        actions.isCarryingOut = false
    }

    private func carryOut(_ action: Broadcast.Action) {
        switch action {
        case .add(let event): edge.handle(.add(event, viewersByLoop: broadcast.schedule.viewersByLoop))
        case .countGifts: rules.note(.giftsTold, at: now)
        case .write(let part, let writing):
            edge.handle(.write(part: part, viewersByLoop: broadcast.schedule.viewersByLoop))
            // What is written on another event loop takes its time there.
            if broadcast.schedule.isDivided, writing == store.loop.index {
                broadcast.noteBusy(loop: writing, until: store.services.clock.nanoseconds())
            }
        case .admit(let loop, let part): admitEntrants(on: loop, to: part)
        case .wake(let alarm, let due):
            store.loop.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
                self.perform { $0.ring(alarm, at: due, in: &$1) }
            }
        case .divide(let loop, let count): edge.handle(.divide(loop: loop, into: count))
        }
    }
}

// MARK: - Letting in

extension RoomAudience {
    /// Takes a session in that the rules have let in.
    ///
    /// - Parameter since: the number of the last stored event before what it may be told; nil for the last that was told.
    func take(_ session: SessionID, since: Int64?) {
        admission.take(session, since: since ?? broadcast.durable)
        broadcast.setMembers(admission.count)
    }

    /// Gives back the place that a session had taken in the live, where it did not come in.
    func releaseUnlessPresent(_ session: SessionID) {
        if rules.room.user(of: session) == nil { edge.sessions.exit(session) }
    }

    /// Admits an entrant with the next flush, once its visit is stored.
    ///
    /// After a restart, the stored visit decides which events a returning user receives. So an entrant is answered after its visit is
    /// stored. When the storage fails, it is admitted all the same, and receives less after a restart.
    func letInKept(_ entrant: Entrant, _ user: UserID) {
        guard !admission.isKnown(user) else { return letIn(entrant) }
        let since = admission.places[entrant.session]?.since ?? broadcast.durable
        store.keep(Visit(user, since: since), while: { self.rules.room.isMember(user) }) { isKept in
            // The user was removed meanwhile, so the next entry has to be stored anew.
            if isKept, self.rules.room.isMember(user) { self.admission.know(user) }
            self.letIn(entrant)
        }
    }

    private func letIn(_ entrant: Entrant) {
        // The end was published meanwhile, and nothing is written any more.
        guard !rules.room.isEnded else {
            turnAway(entrant)
            return finish(entrant, atOnce: false)
        }
        let isPresent = admission.wait(entrant)
        perform { $0.addEntrant(loop: entrant.connection.loop, isPresent: isPresent, in: &$1) }
    }

    /// Admits a session that has come back, at once.
    func letInAtOnce(_ entrant: Entrant) {
        let isPresent = admission.wait(entrant)
        perform { $0.admitAtOnce(loop: entrant.connection.loop, isPresent: isPresent, in: &$1) }
    }

    /// Sends one snapshot of the room to all entrants of an event loop, then adds them to the fan-out.
    private func admitEntrants(on loop: Int, to part: Int) {
        let entering = admission.takeEntrants(loop: loop)
        let now = now
        var snapshot: ByteBuffer?
        if entering.contains(where: \.needsSnapshot) {
            let live = RoomSnapshot(
                rules.room, broadcast, store.addresses, limits: store.services.limits, at: now)
            snapshot = Framing.text(live.frame(of: broadcast, at: now))
        }
        var members: [EdgeMessage.Admitted.Member] = []
        for entrant in entering {
            // Users who left or were removed meanwhile are not admitted. Nor is a connection that was replaced: its late answer must
            // not take the place of the session's newer connection.
            guard let user = rules.room.user(of: entrant.session), edge.sessions.isOpen(entrant.origin) else {
                turnAway(entrant)
                continue
            }
            attach(entrant)
            // As it is now: the user may have been muted or appointed since the request.
            let membership = RoomJoined(user, in: rules.room, broadcast, created: entrant.isCreator, at: now)
            members.append(EdgeMessage.Admitted.Member(entrant: entrant, membership: membership))
        }
        edge.handle(.admit(EdgeMessage.Admitted(members: members, snapshot: snapshot, loop: loop, part: part)))
        for entrant in entering { finish(entrant, atOnce: false) }
    }

    private func turnAway(_ entrant: Entrant) {
        let rejection = Rejection(rules.room.isEnded ? .roomNotFound : .notMember)
        edge.handle(.turnAway(entrant, rejection, from: store.liveID))
    }

    private func finish(_ entrant: Entrant, atOnce: Bool) {
        if let message = EdgeMessage.finish(entrant, atOnce: atOnce) { edge.handle(message) }
    }

    /// Makes a connection the one that receives a session's events of the room.
    private func attach(_ entrant: Entrant) {
        let (isNew, previous) = admission.attach(entrant.session, to: entrant.connection)
        guard isNew else { return }
        if let previous { detach(previous) }
        changeViewers(by: 1, loop: entrant.connection.loop)
    }
}

// MARK: - Letting go

extension RoomAudience {
    /// A connection was lost; its session may come back over another one.
    func connectionLost(_ session: SessionID, _ connection: ConnectionAddress) {
        let lost = admission.lost(connection, of: session)
        broadcast.removeEntrants(lost.entrants.count, loop: connection.loop)
        for entrant in lost.entrants { finish(entrant, atOnce: true) }
        if lost.wasAttached { changeViewers(by: -1, loop: connection.loop) }
    }

    /// Sends nothing more to sessions that the rules have released.
    func release(_ sessions: [SessionID]) {
        guard !sessions.isEmpty else { return }
        for session in sessions {
            edge.sessions.exit(session)
            if let connection = admission.remove(session)?.connection { detach(connection) }
        }
        broadcast.setMembers(admission.count)
    }

    /// Writes what waits, then sends nothing more to these sessions: they first receive why.
    func releaseAfterFlush(_ sessions: [SessionID]) {
        flush()
        release(sessions)
    }

    /// A user was banned while away, and entered before the ban was stored, because it was lifted or over by then.
    ///
    /// For the storage, the ban ends the visit that it has of the user. So the entry is stored anew, behind the ban: otherwise the user
    /// would be told nothing of what they missed once the live has ended.
    func entered(_ user: UserID, after ban: Int64) {
        admission.entered(rules.room.sessions(of: user), after: ban)
        admission.forget(user)
        guard rules.room.isMember(user) else { return }
        store.keep(Visit(user, since: ban), while: { self.rules.room.isMember(user) }) { isKept in
            if isKept, self.rules.room.isMember(user) { self.admission.know(user) }
        }
    }

    /// The removal of a user is in force: their next visit is stored anew.
    func forgetVisit(of user: UserID) { admission.forget(user) }

    /// Forgets the live at the edge. It has no sessions any more.
    func close() { edge.handle(.forget) }

    /// Takes a connection out of the fan-out.
    private func detach(_ connection: ConnectionAddress) {
        changeViewers(by: -1, loop: connection.loop)
        edge.handle(.detach(connection))
    }

    /// Tells the broadcast that viewers of an event loop came or went.
    private func changeViewers(by change: Int, loop: Int) {
        guard broadcast.changeViewers(by: change, loop: loop) else { return }
        store.loop.eventLoop.execute { self.perform { $0.divide(in: &$1) } }
    }
}

// MARK: - Comebacks

extension RoomAudience {
    /// The state of the live, and of a session that comes back to it.
    ///
    /// - Parameter asksApp: whether the app's backend decides on entries. It does not decide on the owner's.
    func standing(of back: Comeback, isEnding: Bool, asksApp: Bool) -> Comeback.Standing {
        let place = admission.places[back.origin.session]
        let isIn = rules.room.isMember(back.user) && rules.room.user(of: back.origin.session) == back.user
        let isBeingRemoved = rules.room.isBeingRemoved(back.user)
        return Comeback.Standing(
            start: store.start, isOver: rules.room.isEnded, isEnding: isEnding, told: broadcast.durable,
            since: isIn ? place?.since : nil, isBeingRemoved: isBeingRemoved,
            userSince: isBeingRemoved ? admission.since(of: rules.room.sessions(of: back.user)) : nil,
            asksApp: asksApp && back.user != rules.room.info.liveOwner.userID)
    }

    /// The rules have admitted a comeback, or refused it.
    func admitted(_ back: inout Comeback, _ rejection: Rejection?) -> Comeback.Step {
        if let rejection {
            releaseUnlessPresent(back.origin.session)
            return back.notAdmitted(rejection, told: broadcast.durable)
        }
        // What waits for the tick belongs to what was missed.
        flushGathered()
        return back.admitted(to: broadcast)
    }

    /// Reads the next missed events of a comeback. It gets no answer when its client has gone: the client comes back over another
    /// connection, or later.
    func read(
        _ missed: StoredReplay, upTo told: Int64, for back: Comeback,
        _ done: @escaping @Sendable (StoredReplay?) -> Void
    ) {
        let sessions = edge.sessions
        let isWanted: @Sendable () -> Bool = { sessions.isOpen(back.origin) }
        store.readOn(
            missed, upTo: told, epoch: broadcast.epoch, bytesMax: back.bytesMax, while: isWanted
        ) { replay in
            if isWanted() { done(replay) }
        }
    }

    /// Carries out the last step of a comeback, which concerns only its own session.
    func carryOut(_ answer: Comeback.Answer, of back: Comeback) {
        let connection = back.origin.connection
        switch answer {
        case .tellEarlierStart: edge.handle(.resumeEnded(connection, back.position, bytesMax: back.bytesMax))
        case .joinAnew:
            store.services.metrics.resumed(recovered: false)
            letInKept(Entrant(back.origin, .resume(frames: ByteBuffer(), recovered: false)), back.user)
        case .goOn(let missed, let recovered):
            store.services.metrics.resumed(recovered: recovered)
            letInAtOnce(Entrant(back.origin, .resume(frames: missed, recovered: recovered)))
        case .refuse(let rejection, let missed):
            edge.handle(.refuseResume(connection, rejection, frames: missed, of: store.liveID))
        case .tellPart(let missed):
            let membership = RoomJoined(back.user, in: rules.room, broadcast, created: false, at: now)
            edge.handle(.resumedInPart(connection, back.position, membership, frames: missed))
        case .sendBack: edge.handle(.sendBack(connection))
        }
    }
}
