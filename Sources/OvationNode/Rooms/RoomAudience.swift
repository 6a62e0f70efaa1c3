import NIOCore
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// The members of a live: their sessions and connections, and the events that they receive.
///
/// It feeds ``Admission`` and ``Broadcast``, which decide, and carries out their actions through the edges. It admits the sessions that
/// the rules have admitted, and publishes what the rules have decided.
///
/// Sound as `Sendable` because it is confined to the event loop of its live.
final class RoomAudience: @unchecked Sendable {
    typealias Entrant = Admission<EntryAnswer>.Entrant

    /// The ways to the viewers.
    let edges: RoomEdges
    private(set) var broadcast: Broadcast
    var admission: Admission<EntryAnswer>
    let store: RoomStore
    let rules: RuledRoom
    /// What is being read for sessions that come back.
    var readings: [SessionID: ReadingWish] = [:]
    private var actions = Actions()
    /// True once all clients were told to come back.
    private var isSentBack = false

    /// Actions of the broadcast in their order. One that leads to others has them carried out behind those that were there before.
    private struct Actions {
        var waiting: [Broadcast.Action] = []
        var isCarryingOut = false
    }

    /// Makes the audience of a live without members or events.
    init(_ broadcast: Broadcast, _ store: RoomStore, _ rules: RuledRoom, over edges: RoomEdges) {
        self.broadcast = broadcast
        self.store = store
        self.rules = rules
        self.edges = edges
        admission = Admission(limits: store.services.limits, believesAll: store.services.bug == .lateReplay)
    }

    var now: Timestamp { store.services.clock.wall() }
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
            if let deleted = change.deletedMessage { broadcast.forget(deleted, at: change.at) }
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
        let decoded = try? RoomEvent.decode(name, data: event.data)
        if let deleted = decoded?.deletedMessage { broadcast.forget(deleted, at: event.at) }
        let removed = decoded?.removedUser
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
        let isOverloaded = broadcast.isOverloaded
        if rules.read({ $0.isOverloaded }) != isOverloaded {
            rules.note(.delivery(isOverloaded: isOverloaded), at: now)
        }
    }

    /// An edge reports of its deliveries.
    func note(_ report: EdgeReport) { broadcast.note(report) }

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
        edges.tellViewers(.tellTopic(told))
    }

    /// Has the broadcast do something, and carries out what it says.
    @discardableResult
    private func perform<Value>(
        _ work: (inout Broadcast, inout Broadcast.Turn) -> Value
    ) -> Value {
        let clock = store.services.clock
        var turn = Broadcast.Turn(wall: clock.wall(), nanoseconds: clock.nanoseconds())
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
        case .send(let batch):
            for event in batch.events { store.services.metrics.event(event.name) }
            edges.tellViewers(.batch(batch))
        case .flush: edges.tellViewers(.flush)
        case .countGifts: rules.note(.giftsTold, at: now)
        case .admit: admitEntrants()
        case .wake(let alarm, let due):
            store.loop.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
                self.perform { $0.ring(alarm, at: due, in: &$1) }
            }
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
        if let edge = admission.edge(of: session) { edges.tookIn(session, at: edge) }
    }

    /// A session asks to be in the live; false where it has asked over a newer connection already.
    func ask(_ origin: RoomRequest.Origin) -> Bool {
        guard admission.ask(origin) else { return false }
        stopReading(for: origin.session)
        return true
    }

    /// Whether a session still asks to be in the live over the connection that it asked with.
    func stillAsks(_ origin: RoomRequest.Origin) -> Bool { admission.isLatest(origin.connection, of: origin.session) }

    /// Gives back the place that a session had taken in the live, where it did not come in.
    func releaseUnlessPresent(_ origin: RoomRequest.Origin) {
        // Where the session has asked over a newer connection, the place is that one's.
        guard rules.room.user(of: origin.session) == nil,
            admission.isLatest(origin.connection, of: origin.session)
        else { return }
        admission.forgetAsker(origin.session)
        edges.tell(.exit(origin.session), at: origin.connection.edge)
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
        guard !isSentBack else { return finish(entrant, atOnce: false) }
        // The end was published meanwhile, and nothing is written any more.
        guard !rules.room.isEnded else {
            turnAway(entrant)
            return finish(entrant, atOnce: false)
        }
        admission.wait(entrant)
        perform { $0.addEntrant(in: &$1) }
    }

    /// Admits a session that has come back, at once.
    func letInAtOnce(_ entrant: Entrant) {
        guard !isSentBack else { return finish(entrant, atOnce: false) }
        admission.wait(entrant)
        perform { $0.admitAtOnce(in: &$1) }
    }

    /// Sends one snapshot of the room to all entrants, then adds them to the fan-out.
    private func admitEntrants() {
        let entering = admission.takeEntrants()
        guard !entering.isEmpty else { return }
        let now = now
        var snapshot: ByteBuffer?
        if entering.contains(where: \.needsSnapshot) {
            let live = RoomSnapshot(
                rules.room, broadcast, store.addresses, limits: store.services.limits, at: now)
            snapshot = Framing.text(live.frame(of: broadcast, at: now))
        }
        var members: [EdgeID: [EdgeMessage.Admitted.Member]] = [:]
        for entrant in entering {
            // Users who left or were removed meanwhile are not admitted. Nor is a connection that was lost or replaced: its late answer
            // must not take the place of the session's newer connection.
            guard let user = rules.room.user(of: entrant.session),
                admission.isLatest(entrant.connection, of: entrant.session)
            else {
                turnAway(entrant)
                continue
            }
            let isPresent = !attach(entrant)
            // As it is now: the user may have been muted or appointed since the request.
            let membership = RoomJoined(user, in: rules.room, broadcast, created: entrant.isCreator, at: now)
            members[entrant.connection.edge, default: []].append(
                EdgeMessage.Admitted.Member(entrant: entrant, membership: membership, isPresent: isPresent))
        }
        for (edge, members) in members.sorted(by: { $0.key < $1.key }) {
            let admitted = EdgeMessage.Admitted(members: members, snapshot: snapshot, after: broadcast.batchNumber)
            edges.tell(.admit(admitted), at: edge)
        }
        for entrant in entering { finish(entrant, atOnce: false) }
    }

    private func turnAway(_ entrant: Entrant) {
        let rejection = Rejection(rules.room.isEnded ? .roomNotFound : .notMember)
        edges.tell(.turnAway(entrant, rejection, from: store.liveID), at: entrant.connection.edge)
    }

    private func finish(_ entrant: Entrant, atOnce: Bool) {
        if let message = EdgeMessage.finish(entrant, atOnce: atOnce) {
            edges.tell(message, at: entrant.connection.edge)
        }
    }

    /// Makes a connection the one that receives a session's events of the room; false where it is so already.
    private func attach(_ entrant: Entrant) -> Bool {
        let (isNew, previous) = admission.attach(entrant.session, to: entrant.connection)
        guard isNew else { return false }
        if let previous { detach(previous) }
        edges.changeViewers(by: 1, at: entrant.connection.edge)
        return true
    }
}

// MARK: - Letting go

extension RoomAudience {
    /// A connection was lost; its session may come back over another one.
    func connectionLost(_ session: SessionID, _ connection: ConnectionAddress) {
        let lost = admission.lost(connection, of: session)
        broadcast.removeEntrants(lost.entrants.count)
        for entrant in lost.entrants { finish(entrant, atOnce: true) }
        if lost.wasAttached { detach(connection) }
        if !admission.knows(session) { edges.tell(.exit(session), at: connection.edge) }
        if lost.wasLatest { stopReading(for: session) }
    }

    /// A session is over.
    func sessionEnded(_ session: SessionID) {
        admission.forgetAsker(session)
        stopReading(for: session)
    }

    private func stopReading(for session: SessionID) {
        if !admission.believesAll { readings.removeValue(forKey: session)?.end() }
    }

    /// Sends nothing more to sessions that the rules have released.
    func release(_ sessions: [SessionID]) {
        guard !sessions.isEmpty else { return }
        for session in sessions {
            let edge = admission.edge(of: session)
            let connection = admission.remove(session)?.connection
            if let edge {
                edges.letGo(session, at: edge)
                edges.tell(.exit(session), at: edge)
            }
            if let connection { detach(connection) }
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
    func close() { edges.tellAll(.forget) }

    /// Has the clients of all members come back, with the places that they have. Nobody is let in any more.
    func sendAllBack() {
        isSentBack = true
        let entrants = admission.takeEntrants()
        broadcast.removeEntrants(entrants.count)
        for entrant in entrants { finish(entrant, atOnce: false) }
        for connection in admission.connections { edges.tell(.sendBack(connection), at: connection.edge) }
    }

    /// Takes a connection out of the fan-out.
    private func detach(_ connection: ConnectionAddress) {
        edges.tell(.detach(connection), at: connection.edge)
        edges.changeViewers(by: -1, at: connection.edge)
    }
}

// MARK: - Topics

extension RoomAudience {
    /// Has an edge let a connection listen to a topic. It answers under the ticket.
    func subscribe(_ connection: ConnectionAddress, to topic: TopicName, ticket: Int64) {
        edges.tell(.subscribe(connection, topic, ticket: ticket), at: connection.edge)
    }

    /// Lets a connection listen to a topic no more.
    func unsubscribe(_ connection: ConnectionAddress, from topic: TopicName) {
        edges.tell(.unsubscribe(connection, topic), at: connection.edge)
    }
}
