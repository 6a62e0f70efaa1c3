import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Somebody whom the rules have let in and who is sent the room with the next flush.
    struct Entrant {
        enum Answer {
            /// The reply to `room.join` or `room.create` with this id, then the snapshot.
            case enter(id: Int64, created: Bool)
            /// An entry of the reply to `session.open`, these frames, and the snapshot where not all was recovered.
            case resume(frames: ByteBuffer, recovered: Bool)
        }

        let session: SessionID
        let connection: Connection
        let answer: Answer

        var isCreator: Bool {
            if case .enter(_, created: true) = answer { return true }
            return false
        }

        var needsSnapshot: Bool {
            if case .resume(_, recovered: true) = answer { return false }
            return true
        }
    }

    /// Lets somebody in who asks for it.
    func enter(id: Int64, created: Bool, _ request: RoomRequest) {
        guard let origin = request.origin, let user = request.actor.user else { return }
        guard !isEnding else { return request.reply(.failure(Rejection(.roomNotFound))) }
        guard !expelling.contains(user.userID) else { return request.reply(.failure(Rejection(.notMember))) }
        guard hubLetsIn(origin) else {
            return request.reply(
                .failure(
                    Rejection(
                        .alreadyInOtherRoom,
                        "A session is in at most \(node.limits.roomsPerSessionMax) lives at a time.")))
        }
        if let rejection = admit(origin, request.actor, as: .enter) {
            node.hub.exit(origin.session, room: liveID)
            return request.reply(.failure(rejection))
        }
        entrants.append(
            Entrant(session: origin.session, connection: origin.connection, answer: .enter(id: id, created: created)))
        scheduleFlush(isNumbered: false)
    }

    /// Whether the session is still over this connection, and in fewer lives than it may be.
    private func hubLetsIn(_ origin: RoomRequest.Origin) -> Bool {
        node.hub.enter(
            origin.session, over: origin.connection, room: liveID, roomsMax: node.limits.roomsPerSessionMax)
    }

    /// Asks the rules; nil where they let the session in.
    private func admit(_ origin: RoomRequest.Origin, _ actor: RoomActor, as cause: MemberStateCause) -> Rejection? {
        let wasMember = actor.user.map { room.isMember($0.userID) } ?? false
        do {
            let outcome = try room.handle(.enter(origin.session), from: actor, at: node.clock.wall())
            if attachments[origin.session] == nil, let user = actor.user?.userID {
                attachments[origin.session] = Attachment(user: user, connection: nil)
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

    private func membership(of user: UserID, created: Bool) -> RoomJoined {
        let mute = room.mute(of: user, at: node.clock.wall())
        return RoomJoined(
            liveID: liveID, sessionID: room.info.sessionID, role: room.role(of: user), muted: mute != nil,
            mutedUntil: mute?.time, created: created, epoch: epoch, seq: ring.lastSeq, durable: durable)
    }

    /// Sends the room to everybody on an event loop who waits to enter: one snapshot for all of them, then they are part of the
    /// fan-out.
    func admitEntrants(on loop: Int, to part: Int) {
        let entering = entrants.filter { $0.connection.shard.index == loop }
        entrants.removeAll { $0.connection.shard.index == loop }
        var snapshot: ByteBuffer?
        if entering.contains(where: \.needsSnapshot) { snapshot = Framing.text(snapshotFrame()) }
        var byShard: [Int: [@Sendable (LoopRoom) -> Void]] = [:]
        for entrant in entering {
            // Whoever left or was removed meanwhile is not let in after all.
            guard let user = attachments[entrant.session]?.user else {
                turnAway(entrant)
                continue
            }
            attach(entrant)
            // As it is now: somebody may have been muted or appointed since they asked.
            let membership = membership(of: user, created: entrant.isCreator)
            let connection = entrant.connection
            let liveID = liveID
            byShard[connection.shard.index, default: []].append { [snapshot] room in
                switch entrant.answer {
                case .enter(let id, _):
                    // One write for both.
                    var frames = Framing.text(FrameEncoder.reply(id: id, ok: membership.json))
                    if let snapshot { frames.writeImmutableBuffer(snapshot) }
                    connection.writeFrames(frames)
                case .resume(let frames, let recovered):
                    let entry = SessionOpened.Room(
                        room: liveID, joined: true, recovered: recovered, membership: membership)
                    var frames = frames
                    if !recovered, let snapshot { frames.writeImmutableBuffer(snapshot) }
                    connection.resumed(entry, frames: frames)
                }
                // Whoever was lost meanwhile is not in the fan-out; their session may come back.
                guard connection.isSessionOpen else { return self.connectionLost(entrant.session, connection) }
                room.add(connection, to: part)
            }
        }
        let liveID = liveID
        for (index, work) in byShard {
            let shard = node.shards[index]
            shard.run {
                let room = shard.room(liveID)
                for step in work { step(room) }
                shard.forgetRoom(liveID)
            }
        }
    }

    /// Answers somebody who left, was removed or saw the live end before they were let in.
    private func turnAway(_ entrant: Entrant) {
        let connection = entrant.connection
        let rejection = Rejection(room.isEnded ? .roomNotFound : .notMember)
        switch entrant.answer {
        case .enter(let id, _): connection.shard.run { connection.reply(id: id, error: rejection) }
        case .resume(let frames, _):
            refuseResume(
                RoomRequest.Origin(session: entrant.session, connection: connection), rejection, frames: frames)
        }
    }

    /// Makes a connection the one over which a session hears of the room.
    private func attach(_ entrant: Entrant) {
        guard var attachment = attachments[entrant.session] else { return }
        if let previous = attachment.connection {
            guard previous !== entrant.connection else { return }
            detach(previous)
        }
        attachment.connection = entrant.connection
        attachments[entrant.session] = attachment
        attachedByLoop[entrant.connection.shard.index] += 1
    }

    /// Takes a connection out of the fan-out.
    func detach(_ connection: Connection) {
        attachedByLoop[connection.shard.index] -= 1
        let liveID = liveID
        let shard = connection.shard
        shard.run {
            let room = shard.room(liveID)
            room.remove(connection)
            shard.forgetRoom(liveID)
        }
    }

    private func snapshotFrame() -> [UInt8] {
        let now = node.clock.wall()
        let snapshot = RoomSnapshot(
            info: room.info, statistics: room.statistics(at: now), audienceCount: room.audienceCount,
            audience: room.audience(from: 0, count: node.limits.audienceInSnapshot), admins: room.adminUsers,
            history: Array(history.suffix(node.limits.historyOnJoin)),
            topSenders: room.topSendersRows)
        return FrameEncoder.event(
            room: liveID, position: EventPosition(epoch: epoch, seq: nil, durable: nil, at: now), name: .roomSnapshot,
            data: RoomEvent.roomSnapshot(snapshot).encodedData)
    }
}

// MARK: - Coming back

extension RoomRuntime {
    /// Goes on where a lost connection ended.
    func resume(_ position: SessionOpen.Position, _ request: RoomRequest) {
        guard let origin = request.origin, let user = request.actor.user?.userID else { return }
        tellGathered()
        let isThisStart = position.sessionID.map { $0 == room.info.sessionID } ?? true
        let known = isThisStart ? min(max(position.durable, 0), durable) : durable
        if room.isEnded {
            // They may have been in an earlier start of the live: the storage knows what they missed of it.
            let connection = origin.connection
            return connection.shard.run { connection.resumeEnded(position) }
        }
        if isEnding {
            // Whether it ends is not decided: they hear the end, or go on.
            resumingAtEnd.append((position, request))
            return
        }
        if expelling.contains(user) {
            return replay(after: known, position, of: user, over: origin.connection) { frames in
                self.refuseResume(origin, Rejection(.notMember), frames: frames)
            }
        }
        if room.isMember(user), let attachment = attachments[origin.session], attachment.user == user {
            return enterAgain(position, known: known, isThisStart: isThisStart, origin, request)
        }
        // The membership is over: by silence or a restart, and then the user may enter again, or by a kick that they have
        // not heard of, and then they may not without asking anew.
        let sessionID = room.info.sessionID
        let client = request.callbackClient
        // Whoever was away enters anew, so the app is asked anew; of whoever made the live it never is.
        let isAsked = node.callbacks.wants(.beforeJoin) && user != room.info.liveOwner.userID
        node.background.submit { [node, shard, liveID] in
            if isAsked, let refusal = await node.callbacks.refusal(toJoin: liveID, user, client, at: node.clock.wall())
            {
                return shard.run { self.refuseResume(origin, refusal, frames: ByteBuffer()) }
            }
            let removal = await Result { try await node.lastRemoval(of: user, in: sessionID) }
            shard.run {
                // Without the storage nobody knows whether the user was removed: the client comes back later.
                guard case .success(let removal) = removal else { return Self.sendBack(origin.connection) }
                if let removal, removal > known {
                    return self.replay(after: known, position, of: user, over: origin.connection) { frames in
                        self.refuseResume(
                            origin, Rejection(.notMember, "You were removed from this live."), frames: frames)
                    }
                }
                self.enterAgain(position, known: known, isThisStart: isThisStart, origin, request)
            }
        }
    }

    private func enterAgain(
        _ position: SessionOpen.Position, known: Int64, isThisStart: Bool, _ origin: RoomRequest.Origin,
        _ request: RoomRequest
    ) {
        // The end was asked for while the storage was read.
        guard !isEnding else { return resume(position, request) }
        guard hubLetsIn(origin) else {
            return refuseResume(origin, Rejection(.roomNotFound), frames: ByteBuffer())
        }
        let user = request.actor.user?.userID ?? room.info.liveOwner.userID
        if let rejection = admit(origin, request.actor, as: .heartbeatRecover) {
            node.hub.exit(origin.session, room: liveID)
            return replay(after: known, position, of: user, over: origin.connection) {
                self.refuseResume(origin, rejection, frames: $0)
            }
        }
        // What waits for the tick belongs to what was missed.
        tellGathered()
        if isThisStart, position.epoch == epoch, let frames = ring.frames(after: position.seq, known: known) {
            return admitResumed(origin, frames)
        }
        replay(after: known, position, of: user, over: origin.connection) { frames in
            // The end was told while the storage was read.
            if self.room.isEnded { return self.resume(position, request) }
            self.entrants.append(
                Entrant(
                    session: origin.session, connection: origin.connection,
                    answer: .resume(frames: frames, recovered: false)))
            self.node.metrics.resumed(recovered: false)
            self.flush()
        }
    }

    /// Everything that was missed is in the ring, what has gathered for the others included; they get that first.
    private func admitResumed(_ origin: RoomRequest.Origin, _ missed: [[UInt8]]) {
        var frames = ByteBuffer()
        for frame in missed { Framing.appendText(frame, to: &frames) }
        entrants.append(
            Entrant(
                session: origin.session, connection: origin.connection,
                answer: .resume(frames: frames, recovered: true)))
        node.metrics.resumed(recovered: true)
        flush()
    }

    private func refuseResume(_ origin: RoomRequest.Origin, _ rejection: Rejection, frames: ByteBuffer) {
        let entry = SessionOpened.Room(room: liveID, joined: false, recovered: false, error: WireError(rejection))
        let connection = origin.connection
        connection.shard.run { connection.resumed(entry, frames: frames) }
    }

    /// The storage cannot say what was missed: the client comes back later, with the place that it has.
    private static func sendBack(_ connection: Connection) {
        connection.shard.run { connection.close(.openFailed) }
    }

    /// Reads the stored events after a number, up to the last one that was told when they are handed over.
    ///
    /// A client that missed more than is sent at once is sent the beginning of it and is not heard of here any more: it comes
    /// back for the rest.
    private func replay(
        after known: Int64, _ position: SessionOpen.Position, of user: UserID, over connection: Connection,
        _ done: @escaping (ByteBuffer) -> Void
    ) {
        replay(StoredReplay(after: known), position, of: user, over: connection, done)
    }

    private func replay(
        _ missed: StoredReplay, _ position: SessionOpen.Position, of user: UserID, over connection: Connection,
        _ done: @escaping (ByteBuffer) -> Void
    ) {
        flush()
        guard missed.last < durable else { return done(missed.frames) }
        let sessionID = room.info.sessionID
        // Sound to hand over: it is called on this room's event loop, where it was made.
        let done = NIOLoopBound(done, eventLoop: shard.eventLoop)
        let epoch = epoch
        let liveID = liveID
        node.background.submit { [node, shard] in
            let stored = await Result {
                var more = missed
                try await more.read(
                    node.storage, of: liveID, sessionID, epoch: epoch, bytesMax: node.limits.replayBytesMax)
                return more
            }
            shard.run {
                guard case .success(let stored) = stored else { return Self.sendBack(connection) }
                if stored.isCut {
                    let membership = self.membership(of: user, created: false)
                    return connection.shard.run {
                        connection.resumed(inPart: position, membership, frames: stored.frames)
                    }
                }
                self.tellGathered()
                // Events that were told while the storage was read: read on. Each round is shorter than the last.
                guard stored.last > missed.last, stored.last < self.durable else {
                    return done.value(stored.frames)
                }
                self.replay(stored, position, of: user, over: connection, done.value)
            }
        }
    }
}

// MARK: - Leaving

extension RoomRuntime {
    /// Somebody leaves by their own wish.
    func leave(_ request: RoomRequest) {
        guard let origin = request.origin, let attachment = attachments[origin.session] else {
            return request.reply(.failure(Rejection(.notMember)))
        }
        guard attachment.user != room.info.liveOwner.userID else {
            return request.reply(.failure(Rejection(.ownerCannotLeave)))
        }
        // From a connection that another one has replaced: the client did not learn that it left, and came back to stay.
        if let connection = attachment.connection, connection !== origin.connection {
            return request.reply(.failure(Rejection(.notMember)))
        }
        depart(origin.session, as: .leave)
        node.hub.exit(origin.session, room: liveID)
        request.reply(.success(.done))
    }

    /// A session is over, by its own wish or by silence.
    func sessionEnded(_ session: SessionID, as cause: MemberStateCause) {
        shard.run {
            self.depart(session, as: cause)
            self.scheduleTick()
        }
    }

    /// A connection was lost; its session may come back over another one.
    func connectionLost(_ session: SessionID, _ connection: Connection) {
        shard.run {
            self.entrants.removeAll { $0.connection === connection }
            guard self.attachments[session]?.connection === connection else { return }
            self.attachments[session]?.connection = nil
            self.attachedByLoop[connection.shard.index] -= 1
        }
    }

    private func depart(_ session: SessionID, as cause: MemberStateCause) {
        guard let attachment = attachments.removeValue(forKey: session) else { return }
        if let connection = attachment.connection { detach(connection) }
        let actor = RoomActor(user: UserInfo(userID: attachment.user))
        guard let outcome = try? room.handle(.leave(session), from: actor, at: node.clock.wall()) else { return }
        note(outcome)
        publish(outcome.publications)
        updateListing()
        if let user = outcome.removed { noteMember(user, cause) }
    }

    /// Whoever was removed hears of it and is out.
    func expel(_ user: UserID) {
        flush()
        for (session, attachment) in attachments where attachment.user == user {
            attachments[session] = nil
            node.hub.exit(session, room: liveID)
            if let connection = attachment.connection { detach(connection) }
        }
    }
}
