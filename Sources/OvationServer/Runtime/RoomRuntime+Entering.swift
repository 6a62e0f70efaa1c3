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
        if let rejection = admit(origin, request.actor, as: .enter, since: nil) {
            node.hub.exit(origin.session, room: liveID)
            return request.reply(.failure(rejection))
        }
        letInKept(
            Entrant(session: origin.session, connection: origin.connection, answer: .enter(id: id, created: created)),
            user.userID)
    }

    /// Lets somebody in with the next flush, when it is kept that they have entered.
    ///
    /// What a live tells somebody who comes back after a restart is decided by what is kept of them. So nobody is told that they are in
    /// before it is; where the storage fails, they are let in all the same, and are told less after a restart.
    func letInKept(_ entrant: Entrant, _ user: UserID) {
        guard !visitors.contains(user) else { return letIn(entrant) }
        keepVisit(Visit(user, since: attachments[entrant.session]?.since ?? durable), attemptsMax: 3) {
            self.letIn(entrant)
        }
    }

    private func keepVisit(_ visit: Visit, attemptsMax: Int, _ done: @escaping @Sendable () -> Void) {
        let before = node.clock.wall().adding(seconds: -Int64(node.limits.pastVisitSeconds))
        let write = StorageWrite.visits(room.info.sessionID, [visit], forgettingBefore: before)
        node.journal.submit(write, on: shard.eventLoop) { result in
            switch result {
            case .success:
                // Of whoever was removed meanwhile the next entry is to be kept anew.
                if self.room.isMember(visit.user) { self.visitors.insert(visit.user) }
                done()
            case .failure where attemptsMax > 1: self.keepVisit(visit, attemptsMax: attemptsMax - 1, done)
            case .failure:
                self.node.metrics.visitNotKept()
                done()
            }
        }
    }

    private func letIn(_ entrant: Entrant) {
        // The end was told meanwhile, and nothing is written any more.
        guard !room.isEnded else { return turnAway(entrant) }
        entrants.append(entrant)
        scheduleFlush(isNumbered: false)
    }

    /// Whether the session is still over this connection, and in fewer lives than it may be.
    func hubLetsIn(_ origin: RoomRequest.Origin) -> Bool {
        node.hub.enter(
            origin.session, over: origin.connection, room: liveID, roomsMax: node.limits.roomsPerSessionMax)
    }

    /// Asks the rules; nil where they let the session in.
    ///
    /// - Parameter since: the number of the last stored event before what the session may be told; nil for the last that was told.
    func admit(
        _ origin: RoomRequest.Origin, _ actor: RoomActor, as cause: MemberStateCause, since: Int64?
    ) -> Rejection? {
        let wasMember = actor.user.map { room.isMember($0.userID) } ?? false
        do {
            let outcome = try room.handle(.enter(origin.session), from: actor, at: node.clock.wall())
            if attachments[origin.session] == nil, let user = actor.user?.userID {
                attachments[origin.session] = Attachment(user: user, since: since ?? durable, connection: nil)
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

    func membership(of user: UserID, created: Bool) -> RoomJoined {
        let mute = room.mute(of: user, at: node.clock.wall())
        return RoomJoined(
            liveID: liveID, sessionID: room.info.sessionID, role: room.role(of: user), muted: mute != nil,
            mutedUntil: mute?.time, created: created, epoch: epoch, seq: ring.lastSeq, durable: durable)
    }

    /// Sends the room to everybody who waits to enter: one snapshot for all of them, then they are part of the fan-out.
    func admitEntrants() {
        let entering = entrants
        entrants = []
        var snapshot: ByteBuffer?
        if entering.contains(where: \.needsSnapshot) { snapshot = Framing.text(snapshotFrame()) }
        var byShard: [Int: [@Sendable (LoopRoom) -> Void]] = [:]
        for entrant in entering {
            // Whoever left or was removed meanwhile is not let in after all, nor is a connection that another one has replaced: what
            // came late for it must not take the place of the one over which the session goes on.
            guard let user = attachments[entrant.session]?.user,
                node.hub.isOpen(entrant.session, over: entrant.connection)
            else {
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
                    connection.finishAnswerSoon()
                case .resume(let frames, let recovered):
                    let entry = SessionOpened.Room(
                        room: liveID, joined: true, recovered: recovered, membership: membership)
                    connection.resumed(entry, replayed: frames, snapshot: recovered ? nil : snapshot)
                }
                // Whoever was lost meanwhile is not in the fan-out; their session may come back.
                guard connection.isSessionOpen else { return self.connectionLost(entrant.session, connection) }
                room.add(connection)
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
    func turnAway(_ entrant: Entrant) {
        let connection = entrant.connection
        let rejection = Rejection(room.isEnded ? .roomNotFound : .notMember)
        switch entrant.answer {
        case .enter(let id, _):
            connection.shard.run {
                connection.reply(id: id, error: rejection)
                connection.finishAnswerSoon()
            }
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

    func depart(_ session: SessionID, as cause: MemberStateCause) {
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
