import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Going on where a lost connection ended.
extension RoomRuntime {
    /// Who comes back, from where, and how much they are sent of what they missed.
    private struct Comeback: Sendable {
        let user: UserID
        let position: SessionOpen.Position
        let origin: RoomRequest.Origin
        let bytesMax: Int
    }

    /// Goes on where a lost connection ended.
    ///
    /// What was missed is told to who was in this start of the live, from their entry on and up to their removal. Whoever never was
    /// in it enters like somebody who joins.
    func resume(_ position: SessionOpen.Position, bytesMax: Int, _ call: RoomCall) {
        guard let origin = call.origin, let user = call.actor.user?.userID else { return }
        flushGathered()
        let isThisStart = position.sessionID.map { $0 == room.info.sessionID } ?? true
        guard isThisStart, !room.isEnded else {
            // Of an earlier start they are told the rest and the end, as if they had stayed; the storage knows it.
            return edge.handle(.resumeEnded(origin.connection, position, bytesMax: bytesMax))
        }
        if kept.isEnding {
            // Whether it ends is not decided: they hear the end, or go on.
            awaitingEnd.comebacks.append((position, bytesMax, call))
            return
        }
        let back = Comeback(user: user, position: position, origin: origin, bytesMax: bytesMax)
        if admission.isBeingRemoved(user) {
            guard let since = admission.since(of: user) else {
                return refuseResume(origin, Self.removed, frames: ByteBuffer())
            }
            return replay(known(position, since: since), to: back) {
                self.refuseResume(origin, Self.removed, frames: $0.frames)
            }
        }
        if let since = since(of: back), position.durable >= since { return enterAgain(back, since: since, call) }
        lookUp(back, call)
    }

    /// From which stored event on a session may be told what happened, where it is in the live; nil where it is not.
    private func since(of back: Comeback) -> Int64? {
        guard room.isMember(back.user), let place = admission.places[back.origin.session], place.user == back.user
        else { return nil }
        return place.since
    }

    /// The membership is over: by silence or a restart, and then the user may enter again, or by a removal that they have not heard
    /// of, and then they may not without asking anew. Or there was none.
    ///
    /// Or the session is in the live, and the client names a place from before it entered last: it may have left and entered without
    /// hearing of either, and then what it missed began with an earlier entry.
    private func lookUp(_ back: Comeback, _ call: RoomCall) {
        let user = back.user
        let sessionID = room.info.sessionID
        let client = call.client
        // Whoever was away enters anew, so the app is asked anew; of whoever made the live it never is.
        let isAsked =
            services.callbacks.wants(.beforeJoin) && user != room.info.liveOwner.userID && since(of: back) == nil
        services.background.submit { [services, loop, liveID] in
            if isAsked,
                let refusal = await services.callbacks.refusal(toJoin: liveID, user, client, at: services.clock.wall())
            {
                return loop.run { self.refuseResume(back.origin, refusal, frames: ByteBuffer()) }
            }
            let visit = await Result { try await services.storage.visit(of: user, in: sessionID, of: liveID) }
            loop.run {
                // Without the storage nobody knows whether the user was in the live: the client comes back later.
                guard case .success(let visit) = visit else { return self.sendBack(back.origin.connection) }
                if let visit, visit.removedAt == nil { return self.enterAgain(back, since: visit.since, call) }
                // Nothing is kept of the entry of who is in the live, or only of one before a removal.
                guard let visit, let removedAt = visit.removedAt, self.since(of: back) == nil else {
                    return self.enterAgain(back, since: self.since(of: back), call)
                }
                // Who has heard of the removal comes like somebody new.
                let place = max(back.position.durable, visit.since)
                guard place < removedAt else { return self.enterAgain(back, since: nil, call) }
                self.replay(place, to: back) { missed in
                    self.refuseResume(back.origin, Self.removed, frames: missed.frames)
                }
            }
        }
    }

    /// The last stored event that a client has, of those that it may be told.
    private func known(_ position: SessionOpen.Position, since: Int64) -> Int64 {
        min(max(position.durable, since), broadcast.durable)
    }

    /// Lets somebody in who comes back.
    ///
    /// - Parameter since: the number of the last stored event before what they may be told; nil where they are told nothing of what was.
    private func enterAgain(_ back: Comeback, since: Int64?, _ call: RoomCall) {
        // The end was asked for while the storage was read.
        guard !kept.isEnding else { return resume(back.position, bytesMax: back.bytesMax, call) }
        let origin = back.origin
        guard edge.sessions.enter(origin) else {
            return refuseResume(origin, Rejection(.roomNotFound), frames: ByteBuffer())
        }
        if let rejection = admit(origin, call.actor, as: .heartbeatRecover, since: since) {
            edge.sessions.exit(origin.session)
            guard let since else { return refuseResume(origin, rejection, frames: ByteBuffer()) }
            return replay(known(back.position, since: since), to: back) {
                self.refuseResume(origin, rejection, frames: $0.frames)
            }
        }
        // What waits for the tick belongs to what was missed.
        flushGathered()
        guard let since else {
            services.metrics.resumed(recovered: false)
            return letInKept(
                Entrant(
                    session: origin.session, connection: origin.connection,
                    answer: .resume(frames: ByteBuffer(), recovered: false)), back.user)
        }
        let known = known(back.position, since: since)
        if back.position.epoch == broadcast.epoch,
            let missed = broadcast.frames(after: back.position.seq, known: known, since: since, bytesMax: back.bytesMax)
        {
            return admitResumed(origin, missed)
        }
        replay(known, to: back) { missed in
            // The end was told while the storage was read.
            if self.room.isEnded { return self.resume(back.position, bytesMax: back.bytesMax, call) }
            guard !missed.isRemoval else {
                // The removal was told while it was looked up whether there is one.
                self.depart(origin.session, as: .leave)
                self.edge.sessions.exit(origin.session)
                return self.refuseResume(origin, Self.removed, frames: missed.frames)
            }
            self.letInAtOnce(origin, missed.frames, recovered: false)
        }
    }

    /// Everything that was missed is in the ring, what has gathered for the others included; they get that first.
    private func admitResumed(_ origin: RoomRequest.Origin, _ missed: [[UInt8]]) {
        var frames = ByteBuffer()
        for frame in missed { Framing.appendText(frame, to: &frames) }
        letInAtOnce(origin, frames, recovered: true)
    }

    private func letInAtOnce(_ origin: RoomRequest.Origin, _ frames: ByteBuffer, recovered: Bool) {
        services.metrics.resumed(recovered: recovered)
        let isPresent = admission.wait(
            Entrant(
                session: origin.session, connection: origin.connection,
                answer: .resume(frames: frames, recovered: recovered)))
        tell { $0.admitAtOnce(loop: origin.connection.loop, isPresent: isPresent, now: $1, cost: $2, &$3) }
    }

    func refuseResume(_ origin: RoomRequest.Origin, _ rejection: Rejection, frames: ByteBuffer) {
        let entry = SessionOpened.Room(room: liveID, joined: false, recovered: false, error: WireError(rejection))
        edge.handle(.resumed(origin.connection, entry, frames: frames))
    }

    private static let removed = Rejection(.notMember, "You were removed from this live.")

    /// The storage cannot say what was missed: the client comes back later, with the place that it has.
    private func sendBack(_ connection: ConnectionAddress) { edge.handle(.sendBack(connection)) }

    /// Reads the stored events after a number, up to the last one that was told when they are handed over, or to the one that removed
    /// the user.
    ///
    /// A client that missed more than is sent at once is sent the beginning of it and is not heard of here any more: it comes
    /// back for the rest.
    private func replay(_ known: Int64, to back: Comeback, _ done: @escaping (StoredReplay) -> Void) {
        replay(StoredReplay(after: known, for: back.user), to: back, done)
    }

    private func replay(_ missed: StoredReplay, to back: Comeback, _ done: @escaping (StoredReplay) -> Void) {
        flush()
        guard missed.last < broadcast.durable, !missed.isRemoval else { return done(missed) }
        let sessionID = room.info.sessionID
        // Sound to hand over: it is called on this room's event loop, where it was made.
        let done = NIOLoopBound(done, eventLoop: loop.eventLoop)
        let (epoch, liveID, told) = (broadcast.epoch, liveID, broadcast.durable)
        let sessions = edge.sessions
        services.background.submit { [services, loop] in
            let stored = await Result {
                var more = missed
                try await more.read(
                    services.storage, of: liveID, sessionID, upTo: told, epoch: epoch, bytesMax: back.bytesMax,
                    pageMax: services.limits.storedEventsPageMax
                ) { sessions.isOpen(back.origin) }
                return more
            }
            loop.run {
                // Nobody waits for it any more: the client comes over another connection, or later.
                guard sessions.isOpen(back.origin) else { return }
                guard case .success(let stored) = stored else { return self.sendBack(back.origin.connection) }
                if stored.isCut {
                    let membership = self.membership(of: back.user, created: false)
                    return self.edge.handle(
                        .resumedInPart(back.origin.connection, back.position, membership, frames: stored.frames))
                }
                self.flushGathered()
                // Events that were told while the storage was read: read on. Each round is shorter than the last.
                guard stored.last > missed.last, stored.last < self.broadcast.durable else {
                    return done.value(stored)
                }
                self.replay(stored, to: back, done.value)
            }
        }
    }
}
