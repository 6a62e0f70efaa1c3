import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// What somebody is told when they are let in.
enum EntryAnswer: Codable, Sendable {
    /// The reply to `room.join` or `room.create` with this id, then the snapshot.
    case enter(id: Int64, created: Bool)
    /// An entry of the reply to `session.open`, these frames, and the snapshot where not all was recovered.
    case resume(frames: ByteBuffer, recovered: Bool)
}

extension Admission<EntryAnswer>.Entrant {
    /// Where the wish to enter came from.
    var origin: RoomRequest.Origin { RoomRequest.Origin(session: session, connection: connection) }

    var isCreator: Bool {
        if case .enter(_, created: true) = answer { return true }
        return false
    }

    /// Whether it comes back with its login, rather than by a command of its own.
    var isReturning: Bool {
        if case .resume = answer { return true }
        return false
    }

    var needsSnapshot: Bool {
        if case .resume(_, recovered: true) = answer { return false }
        return true
    }
}

extension RoomRuntime {
    typealias Entrant = Admission<EntryAnswer>.Entrant

    /// Lets somebody in who asks for it.
    func enter(id: Int64, created: Bool, _ call: RoomCall) {
        guard let origin = call.origin, let user = call.actor.user else { return }
        func refuse(_ rejection: Rejection) {
            releaseUnlessPresent(origin.session)
            call.reply(.failure(rejection))
        }
        guard !kept.isEnding else { return refuse(Rejection(.roomNotFound)) }
        guard !admission.isBeingRemoved(user.userID) else { return refuse(Rejection(.notMember)) }
        guard edge.sessions.enter(origin) else { return refuse(.inTooManyLives(services.limits)) }
        if let rejection = admit(origin, call.actor, as: .enter, since: nil) { return refuse(rejection) }
        letInKept(
            Entrant(session: origin.session, connection: origin.connection, answer: .enter(id: id, created: created)),
            user.userID)
    }

    /// Lets somebody in with the next flush, when it is kept that they have entered.
    ///
    /// What a live tells somebody who comes back after a restart is decided by what is kept of them. So nobody is told that they are in
    /// before it is; where the storage fails, they are let in all the same, and are told less after a restart.
    func letInKept(_ entrant: Entrant, _ user: UserID) {
        guard !admission.isKnown(user) else { return letIn(entrant) }
        let since = admission.places[entrant.session]?.since ?? broadcast.durable
        keepVisit(Visit(user, since: since), attemptsMax: 3) { self.letIn(entrant) }
    }

    private func keepVisit(_ visit: Visit, attemptsMax: Int, _ done: @escaping @Sendable () -> Void) {
        let before = services.clock.wall().adding(seconds: -Int64(services.limits.pastVisitSeconds))
        let write = StorageWrite.visits(room.info.sessionID, [visit], forgettingBefore: before)
        services.journal.submit(write, on: loop.eventLoop) { result in
            switch result {
            case .success:
                // The next entry of somebody who was removed meanwhile is to be kept anew.
                if self.room.isMember(visit.user) { self.admission.know(visit.user) }
                done()
            case .failure where attemptsMax > 1: self.keepVisit(visit, attemptsMax: attemptsMax - 1, done)
            case .failure:
                self.services.metrics.visitNotKept()
                done()
            }
        }
    }

    private func letIn(_ entrant: Entrant) {
        // The end was told meanwhile, and nothing is written any more.
        guard !room.isEnded else {
            turnAway(entrant)
            return finishAnswer(of: entrant)
        }
        let isPresent = admission.wait(entrant)
        tell { $0.addEntrant(loop: entrant.connection.loop, isPresent: isPresent, now: $1, cost: $2, &$3) }
    }

    /// Gives back the place that a session had taken in the live, where it did not come in.
    func releaseUnlessPresent(_ session: SessionID) {
        if admission.places[session] == nil { edge.sessions.exit(session) }
    }

    /// Asks the rules; nil where they let the session in.
    ///
    /// - Parameter since: the number of the last stored event before what the session may be told; nil for the last that was told.
    func admit(
        _ origin: RoomRequest.Origin, _ actor: RoomActor, as cause: MemberStateCause, since: Int64?
    ) -> Rejection? {
        let wasMember = actor.user.map { room.isMember($0.userID) } ?? false
        do {
            let outcome = try decide(.enter(origin.session), from: actor, at: services.clock.wall())
            if let user = actor.user?.userID {
                admission.take(origin.session, of: user, since: since ?? broadcast.durable)
                noteMembers()
            }
            note(outcome)
            publish(outcome.publications)
            updateListing()
            if !wasMember, let user = actor.user?.userID { noteMember(user, cause) }
            return nil
        } catch {
            return error
        }
    }

    /// Tells the broadcast how many sessions there are.
    func noteMembers() { broadcast.setMembers(admission.count) }

    func membership(of user: UserID, created: Bool) -> RoomJoined {
        let mute = room.mute(of: user, at: services.clock.wall())
        return RoomJoined(
            liveID: liveID, sessionID: room.info.sessionID, role: room.role(of: user), muted: mute != nil,
            mutedUntil: mute?.time, mutedReason: mute?.givenReason, created: created, epoch: broadcast.epoch,
            seq: broadcast.lastSeq, durable: broadcast.durable)
    }

    /// Sends the room to everybody on an event loop who waits to enter: one snapshot for all of them, then they are part of the
    /// fan-out.
    func admitEntrants(on loop: Int, to part: Int) {
        let entering = admission.takeEntrants(loop: loop)
        var snapshot: ByteBuffer?
        if entering.contains(where: \.needsSnapshot) { snapshot = Framing.text(snapshotFrame()) }
        var admitted: [EdgeMessage.Admitted.Member] = []
        for entrant in entering {
            // Those who left or were removed meanwhile are not let in after all, nor is a connection that another one has replaced: what
            // came late for it must not take the place of the one over which the session goes on.
            guard let user = admission.places[entrant.session]?.user,
                edge.sessions.isOpen(entrant.origin)
            else {
                turnAway(entrant)
                continue
            }
            attach(entrant)
            // As it is now: somebody may have been muted or appointed since they asked.
            admitted.append(
                EdgeMessage.Admitted.Member(
                    entrant: entrant, membership: membership(of: user, created: entrant.isCreator)))
        }
        edge.handle(.admit(EdgeMessage.Admitted(members: admitted, snapshot: snapshot, loop: loop, part: part)))
        for entrant in entering { finishAnswer(of: entrant) }
    }

    /// The command by which somebody wanted to enter is under way no more. A resume is none: its connection waits for it by itself.
    private func finishAnswer(of entrant: Entrant) {
        guard !entrant.isReturning else { return }
        edge.handle(.finishEntry(entrant.connection, atOnce: false))
    }

    /// Answers somebody who left, was removed or saw the live end before they were let in.
    private func turnAway(_ entrant: Entrant) {
        let rejection = Rejection(room.isEnded ? .roomNotFound : .notMember)
        switch entrant.answer {
        case .enter(let id, _):
            edge.handle(.refuseEntry(entrant.connection, id: id, rejection))
        case .resume(let frames, _):
            refuseResume(entrant.origin, rejection, frames: frames)
        }
    }

    /// Makes a connection the one over which a session hears of the room.
    private func attach(_ entrant: Entrant) {
        let (isNew, previous) = admission.attach(entrant.session, to: entrant.connection)
        guard isNew else { return }
        if let previous { detach(previous) }
        changeViewers(by: 1, loop: entrant.connection.loop)
    }

    /// Takes a connection out of the fan-out.
    func detach(_ connection: ConnectionAddress) {
        changeViewers(by: -1, loop: connection.loop)
        edge.handle(.detach(connection))
    }

    private func snapshotFrame() -> [UInt8] {
        let now = services.clock.wall()
        let snapshot = RoomSnapshot(
            info: info(isForMembers: true), statistics: room.statistics(at: now), audienceCount: room.audienceCount,
            audience: room.audience(from: 0, count: services.limits.audienceInSnapshot), admins: room.adminUsers,
            history: Array(broadcast.history.suffix(services.limits.historyOnJoin)),
            topSenders: room.topSendersRows)
        return FrameEncoder.event(
            room: liveID, position: EventPosition(epoch: broadcast.epoch, seq: nil, durable: nil, at: now),
            name: .roomSnapshot, data: RoomEvent.roomSnapshot(snapshot).encodedData)
    }
}

// MARK: - Leaving

extension RoomRuntime {
    /// Somebody leaves by their own wish.
    func leave(_ call: RoomCall) {
        guard let origin = call.origin, let place = admission.places[origin.session] else {
            return call.reply(.failure(Rejection(.notMember)))
        }
        guard place.user != room.info.liveOwner.userID || room.info.outlivesOwner else {
            return call.reply(.failure(Rejection(.ownerCannotLeave)))
        }
        // From a connection that another one has replaced: the client did not learn that it left, and came back to stay.
        if let connection = place.connection, connection != origin.connection {
            return call.reply(.failure(Rejection(.notMember)))
        }
        depart(origin.session, as: .leave)
        edge.sessions.exit(origin.session)
        call.reply(.success(.done))
    }

    /// A connection was lost; its session may come back over another one.
    func connectionLost(_ session: SessionID, _ connection: ConnectionAddress) {
        let lost = admission.lost(connection, of: session)
        broadcast.removeEntrants(lost.entrants.count, loop: connection.loop)
        for entrant in lost.entrants where !entrant.isReturning {
            edge.handle(.finishEntry(connection, atOnce: true))
        }
        if lost.wasAttached { changeViewers(by: -1, loop: connection.loop) }
    }

    func depart(_ session: SessionID, as cause: MemberStateCause) {
        guard let place = admission.remove(session) else { return }
        noteMembers()
        if let connection = place.connection { detach(connection) }
        let actor = RoomActor(user: UserInfo(userID: place.user))
        guard let outcome = try? decide(.leave(session), from: actor, at: services.clock.wall()) else { return }
        note(outcome)
        publish(outcome.publications)
        updateListing()
        if let user = outcome.removed { noteMember(user, cause) }
    }

    /// Somebody who was removed hears of it and is out.
    func expel(_ user: UserID) {
        flush()
        // The hub knows a user's few sessions, so that a removal costs no look at everybody. A session whose login is over already, and
        // which is still here, is on its way out.
        for session in edge.sessions.sessions(of: user) {
            guard let place = admission.remove(session) else { continue }
            edge.sessions.exit(session)
            if let connection = place.connection { detach(connection) }
        }
        noteMembers()
    }
}
